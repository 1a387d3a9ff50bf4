CREATE TABLE students (
  matricule text PRIMARY KEY,
  nom text NOT NULL,
  prenom text NOT NULL,
  annee_bac integer NOT NULL,
  num_place text NOT NULL,
  serie text NOT NULL,
  ae text NOT NULL,
  -- Digits without leading zeros; null where the list does not give it.
  num_attest text,
  UNIQUE (annee_bac, num_place, serie, ae)
);
-- Places are compared without leading zeros. Not unique: two that differ in zeros alone may be in the list, of whom the
-- lookup then names neither.
CREATE INDEX students_place ON students (annee_bac, ltrim(num_place, '0'), serie, ae);

-- One row: the enrolment window, as the operator last set it.
CREATE TABLE enrolment_window (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  statut integer NOT NULL,
  message text NOT NULL,
  date_heure timestamptz NOT NULL
);

-- Keys that every process of an installation must share.
CREATE TABLE secrets (
  name text PRIMARY KEY,
  value bytea NOT NULL
);

-- `answers` wait for their code; `confirmed_answers` belong to the last confirmed code, whose hash a receipt requires.
CREATE TABLE enrolments (
  matricule text PRIMARY KEY REFERENCES students,
  phone text NOT NULL,
  answers jsonb NOT NULL,
  digest text NOT NULL,
  -- When they were first saved.
  saved_at timestamptz NOT NULL DEFAULT now(),
  -- When the request with these answers came: what came before it, and has waited, must not replace it.
  came_at timestamptz,
  code_sent_at timestamptz NOT NULL,
  -- Which browser saved last, since its guesses at the code are counted apart from other clients': a hash of the token in
  -- its cookie, and a keyed hash of its address.
  saver_token text,
  saver_address text,
  confirmed_at timestamptz,
  confirmed_answers jsonb,
  confirmed_code_hash text,
  -- When the student entered the code of the confirmed answers.
  code_confirmed_at timestamptz,
  finished_at timestamptz
);
CREATE INDEX enrolments_phone ON enrolments (phone);
-- Serves to count the codes entered in the last minutes.
CREATE INDEX enrolments_confirmed ON enrolments (confirmed_at);

-- Students who gave a phone that others already use, until an operator allows them.
CREATE TABLE held_enrolments (
  matricule text NOT NULL REFERENCES students,
  phone text NOT NULL,
  at timestamptz NOT NULL,
  why text NOT NULL,
  allowed_at timestamptz,
  PRIMARY KEY (matricule, phone)
);

-- Every code that was sent: each counts until one of its student, purpose and number has served.
CREATE TABLE codes (
  matricule text NOT NULL REFERENCES enrolments,
  purpose text NOT NULL CHECK (purpose IN ('enrolment', 'correction', 'receipt')),
  hash text NOT NULL,
  phone text NOT NULL,
  sent_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (matricule, purpose, hash)
);

-- Which browsers may replace the photographs of which student, where that requires a code.
CREATE TABLE correction_rights (
  token_hash text NOT NULL,
  matricule text NOT NULL REFERENCES enrolments,
  ends_at timestamptz NOT NULL,
  -- When the next right code gave the same browser another token: the old one stays valid for some minutes, for calls on
  -- their way and for repeating a request whose answer was lost.
  replaced_at timestamptz,
  PRIMARY KEY (token_hash, matricule)
);
CREATE INDEX correction_rights_matricule ON correction_rights (matricule);

CREATE TABLE receipt_links (
  token_hash text PRIMARY KEY,
  matricule text NOT NULL REFERENCES enrolments,
  expires_at timestamptz NOT NULL
);

-- Photographs are stored with their metadata. JPEG and PNG do not compress: EXTERNAL avoids the attempt.
CREATE TABLE documents (
  matricule text NOT NULL REFERENCES enrolments,
  type text NOT NULL,
  digest text NOT NULL,
  image bytea NOT NULL,
  bytes integer NOT NULL,
  state text NOT NULL CHECK (state IN ('received', 'validated', 'rejected')),
  message text,
  received_at timestamptz NOT NULL,
  -- When the request with this photograph came.
  came_at timestamptz,
  -- From the browser that saved the enrolment.
  by_saver boolean NOT NULL DEFAULT false,
  PRIMARY KEY (matricule, type)
);
ALTER TABLE documents ALTER COLUMN image SET STORAGE EXTERNAL;
-- Few of all documents wait for the verifiers, so a partial index is small.
CREATE INDEX documents_waiting ON documents (matricule) WHERE state = 'received';

-- Photographs that another one has replaced.
CREATE TABLE document_versions (
  matricule text NOT NULL REFERENCES enrolments,
  type text NOT NULL,
  digest text NOT NULL,
  image bytea NOT NULL,
  bytes integer NOT NULL,
  state text NOT NULL CHECK (state IN ('received', 'validated', 'rejected')),
  message text,
  received_at timestamptz NOT NULL,
  replaced_at timestamptz NOT NULL,
  by_saver boolean NOT NULL DEFAULT false,
  PRIMARY KEY (matricule, type, digest)
);
ALTER TABLE document_versions ALTER COLUMN image SET STORAGE EXTERNAL;

-- A photograph that comes in parts (docs/contract.md), until its call is answered.
CREATE TABLE uploads (
  -- The hash of the token in its address.
  token text PRIMARY KEY,
  base text NOT NULL,
  call text NOT NULL,
  content_type text NOT NULL,
  content_encoding text NOT NULL,
  -- A keyed hash of who created it: only to count by.
  network text NOT NULL,
  -- A pseudonym of whom it is for, only to count by; none before its first piece has come.
  student text,
  length integer,
  received integer NOT NULL DEFAULT 0,
  -- Grows with each request: appends of an earlier one find another number, and end.
  turn integer NOT NULL DEFAULT 0,
  -- True once the call has answered for good, or has asked for a code.
  completed boolean NOT NULL DEFAULT false,
  -- The answer for good. The pieces are gone then.
  http integer,
  answer text,
  created_at timestamptz NOT NULL,
  -- When its last byte came.
  touched_at timestamptz NOT NULL
);

CREATE TABLE upload_pieces (
  token text NOT NULL REFERENCES uploads ON DELETE CASCADE,
  start integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (token, start)
);
ALTER TABLE upload_pieces ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Messages for the gateway, with encrypted texts. A row is deleted once its message is sent or its code has expired.
CREATE TABLE sms_queue (
  id uuid PRIMARY KEY,
  matricule text NOT NULL,
  -- A new message replaces an earlier one only where its code does.
  purpose text NOT NULL,
  phone text NOT NULL,
  text text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  -- Time of the next attempt; while one process tries, it lies in the future, so that no other process does.
  next_at timestamptz NOT NULL DEFAULT now(),
  queued_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sms_queue_next ON sms_queue (next_at);
CREATE INDEX sms_queue_matricule ON sms_queue (matricule);

-- What was sent without a gateway, or where codes are displayed.
CREATE TABLE sms_outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  phone text NOT NULL,
  text text NOT NULL,
  at timestamptz NOT NULL
);

CREATE TABLE attempts (
  kind text NOT NULL,
  key text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX attempts_key ON attempts (kind, key, at);
CREATE INDEX attempts_at ON attempts (at);

-- What a client address may still do (provider/src/limits/accounts.ts). The key is a keyed hash. Rows are updated
-- constantly: with free space beside them (fillfactor) PostgreSQL need not touch the index.
CREATE TABLE address_accounts (
  key text PRIMARY KEY,
  at timestamptz NOT NULL,
  lookups float8 NOT NULL,
  files float8 NOT NULL,
  codes float8 NOT NULL,
  misses float8 NOT NULL,
  guesses float8 NOT NULL,
  confirmed_at timestamptz
) WITH (fillfactor = 50);

-- What operators did: who, when, to what, before and after. Written in the transaction of the change itself.
CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  who text NOT NULL,
  action text NOT NULL,
  matricule text,
  type text,
  -- Digest of the photograph that the operator judged.
  photo text,
  before text,
  after text,
  message text
);
CREATE INDEX audit_matricule ON audit (matricule, id);
CREATE INDEX audit_at ON audit (at);

CREATE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit is only ever added to.';
END
$$;
CREATE TRIGGER keep_audit BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION keep_audit();
