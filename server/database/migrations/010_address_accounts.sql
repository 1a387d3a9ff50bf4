-- What a client address may still do before codes come back there (server/address-accounts.ts). Its key is a keyed hash.
-- A row is written again and again: room beside it spares the index.
CREATE TABLE address_accounts (
  key text PRIMARY KEY,
  at timestamptz NOT NULL,
  lookups float8 NOT NULL,
  files float8 NOT NULL,
  codes float8 NOT NULL,
  confirmed_at timestamptz
) WITH (fillfactor = 50);

-- Who gave a phone that serves others already, until an operator lets them through.
CREATE TABLE held_enrolments (
  matricule text NOT NULL REFERENCES students,
  phone text NOT NULL,
  at timestamptz NOT NULL,
  why text NOT NULL,
  allowed_at timestamptz,
  PRIMARY KEY (matricule, phone)
);

-- Digits without leading zeros; empty where the list does not tell it.
ALTER TABLE students ADD COLUMN num_attest text;

-- How many codes of the last minutes came back.
CREATE INDEX enrolments_confirmed ON enrolments (confirmed_at);
