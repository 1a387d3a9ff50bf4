-- What an address may still get wrong, counted for all processes (provider/src/limits/allowances.ts).
ALTER TABLE address_accounts ADD COLUMN misses float8 NOT NULL DEFAULT 300;
ALTER TABLE address_accounts ADD COLUMN guesses float8 NOT NULL DEFAULT 300;
