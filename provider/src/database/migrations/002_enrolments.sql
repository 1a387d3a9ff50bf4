-- `answers` wait for their code; `confirmed_answers` belong to the last confirmed code, whose hash a receipt requires.
CREATE TABLE enrolments (
  matricule text PRIMARY KEY REFERENCES students,
  phone text NOT NULL,
  answers jsonb NOT NULL,
  digest text NOT NULL,
  code_hash text NOT NULL,
  code_sent_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  confirmed_answers jsonb,
  confirmed_code_hash text,
  finished_at timestamptz
);
CREATE INDEX enrolments_phone ON enrolments (phone);

CREATE TABLE attempts (
  kind text NOT NULL,
  key text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX attempts_key ON attempts (kind, key, at);

CREATE TABLE receipt_links (
  token_hash text PRIMARY KEY,
  matricule text NOT NULL REFERENCES enrolments,
  expires_at timestamptz NOT NULL
);
