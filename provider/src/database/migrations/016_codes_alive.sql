-- Every code that was sent, those of answers too: each counts until one of its student, purpose and number has served.
ALTER TABLE codes ADD COLUMN phone text;
UPDATE codes SET phone = enrolments.phone FROM enrolments WHERE enrolments.matricule = codes.matricule;
ALTER TABLE codes ALTER COLUMN phone SET NOT NULL;
ALTER TABLE codes DROP CONSTRAINT codes_purpose_check;
ALTER TABLE codes ADD CHECK (purpose IN ('enrolment', 'correction', 'receipt'));
ALTER TABLE codes DROP CONSTRAINT codes_pkey;
ALTER TABLE codes ADD PRIMARY KEY (matricule, purpose, hash);
INSERT INTO codes (matricule, purpose, hash, phone, sent_at)
  SELECT matricule, 'enrolment', code_hash, phone, code_sent_at FROM enrolments
  WHERE code_hash IS DISTINCT FROM confirmed_code_hash;
-- No longer written; the version before, put back, still finds it.
ALTER TABLE enrolments ALTER COLUMN code_hash DROP NOT NULL;
