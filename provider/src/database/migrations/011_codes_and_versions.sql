-- Which browser saved last, since its guesses at the code are counted apart from other clients': a hash of the token in
-- its cookie, and a keyed hash of its address.
ALTER TABLE enrolments ADD COLUMN saver_token text;
ALTER TABLE enrolments ADD COLUMN saver_address text;
-- When the student entered the code of the confirmed answers; for existing rows, the latest time they still show.
ALTER TABLE enrolments ADD COLUMN code_confirmed_at timestamptz;
UPDATE enrolments
  SET code_confirmed_at = CASE WHEN code_hash = confirmed_code_hash THEN GREATEST(confirmed_at, code_sent_at) ELSE confirmed_at END
  WHERE confirmed_at IS NOT NULL;

-- Codes that confirm no answers; those that do are in the enrolment's row.
CREATE TABLE codes (
  matricule text NOT NULL REFERENCES enrolments,
  purpose text NOT NULL CHECK (purpose IN ('correction', 'receipt')),
  hash text NOT NULL,
  sent_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (matricule, purpose)
);
-- A new message replaces an earlier one only where its code does.
ALTER TABLE sms_queue ADD COLUMN purpose text NOT NULL DEFAULT 'enrolment';

-- Which browsers may replace the photographs of which student, where that requires a code.
CREATE TABLE correction_rights (
  token_hash text NOT NULL,
  matricule text NOT NULL REFERENCES enrolments,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (token_hash, matricule)
);
CREATE INDEX correction_rights_ends ON correction_rights (ends_at);

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
  PRIMARY KEY (matricule, type, digest)
);
ALTER TABLE document_versions ALTER COLUMN image SET STORAGE EXTERNAL;
