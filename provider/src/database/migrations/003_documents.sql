CREATE TABLE documents (
  matricule text NOT NULL REFERENCES enrolments,
  type text NOT NULL,
  file_name text NOT NULL,
  digest text NOT NULL,
  bytes integer NOT NULL,
  state text NOT NULL CHECK (state IN ('received', 'validated', 'rejected')),
  message text,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (matricule, type)
);

-- Files whose row now names another file: deleted after the commit, or at the next start.
CREATE TABLE discarded_files (
  file_name text PRIMARY KEY
);
