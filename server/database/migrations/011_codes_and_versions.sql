-- Who saved last, since their guesses at the code are counted apart from a stranger's: a hash of what the answer left
-- with the browser, and the address under the installation's key.
ALTER TABLE enrolments ADD COLUMN saver_token text;
ALTER TABLE enrolments ADD COLUMN saver_address text;
-- When the code of the confirmed answers came back; of earlier rows, the latest moment that they still tell.
ALTER TABLE enrolments ADD COLUMN code_confirmed_at timestamptz;
UPDATE enrolments
  SET code_confirmed_at = CASE WHEN code_hash = confirmed_code_hash THEN GREATEST(confirmed_at, code_sent_at) ELSE confirmed_at END
  WHERE confirmed_at IS NOT NULL;

-- Codes that confirm no answers; those that do stand with the answers in their enrolment's row.
CREATE TABLE codes (
  matricule text NOT NULL REFERENCES enrolments,
  purpose text NOT NULL CHECK (purpose IN ('correction', 'receipt')),
  hash text NOT NULL,
  sent_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (matricule, purpose)
);
-- A message ends the one before it only where its code does.
ALTER TABLE sms_queue ADD COLUMN purpose text NOT NULL DEFAULT 'enrolment';

-- Which browsers may replace the photographs of which student, where that asks for a code.
CREATE TABLE correction_rights (
  token_hash text NOT NULL,
  matricule text NOT NULL REFERENCES enrolments,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (token_hash, matricule)
);
CREATE INDEX correction_rights_ends ON correction_rights (ends_at);

-- What another photograph has replaced.
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
