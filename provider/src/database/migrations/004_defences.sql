-- Messages until now hold their codes unencrypted; from here on they are encrypted.
DELETE FROM sms_outbox;

CREATE INDEX attempts_at ON attempts (at);
