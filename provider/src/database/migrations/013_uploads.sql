-- A photograph that comes in parts (docs/contract.md), until its call is answered. A row knows no student: who sends
-- stands in the representation, which is read once it is whole.
CREATE TABLE uploads (
  -- The hash of the token in its address.
  token text PRIMARY KEY,
  base text NOT NULL,
  call text NOT NULL,
  content_type text NOT NULL,
  content_encoding text NOT NULL,
  -- Keyed hashes of who created it: only to count by.
  address text NOT NULL,
  network text NOT NULL,
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
CREATE INDEX uploads_address ON uploads (address);
CREATE INDEX uploads_network ON uploads (network);

CREATE TABLE upload_pieces (
  token text NOT NULL REFERENCES uploads ON DELETE CASCADE,
  start integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (token, start)
);
ALTER TABLE upload_pieces ALTER COLUMN bytes SET STORAGE EXTERNAL;
