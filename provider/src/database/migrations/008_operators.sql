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

-- When a student's answers were first saved; for existing rows, the earliest time they still show.
ALTER TABLE enrolments ADD COLUMN saved_at timestamptz NOT NULL DEFAULT now();
UPDATE enrolments SET saved_at = LEAST(code_sent_at, confirmed_at);

-- Few of all documents wait for the verifiers, so a partial index is small.
CREATE INDEX documents_waiting ON documents (matricule) WHERE state = 'received';
