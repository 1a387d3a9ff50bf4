-- What a client address may still do before students enter their codes (provider/src/limits/address-accounts.ts). The key is a keyed
-- hash. Rows are updated constantly: with free space beside them (fillfactor) PostgreSQL need not touch the index.
CREATE TABLE address_accounts (
  key text PRIMARY KEY,
  at timestamptz NOT NULL,
  lookups float8 NOT NULL,
  files float8 NOT NULL,
  codes float8 NOT NULL,
  confirmed_at timestamptz
) WITH (fillfactor = 50);

-- Students who gave a phone that others already use, until an operator allows them.
CREATE TABLE held_enrolments (
  matricule text NOT NULL REFERENCES students,
  phone text NOT NULL,
  at timestamptz NOT NULL,
  why text NOT NULL,
  allowed_at timestamptz,
  PRIMARY KEY (matricule, phone)
);

-- Digits without leading zeros; null where the list does not give it.
ALTER TABLE students ADD COLUMN num_attest text;

-- Serves to count the codes entered in the last minutes.
CREATE INDEX enrolments_confirmed ON enrolments (confirmed_at);
