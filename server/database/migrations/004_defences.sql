-- Messages so far hold their codes in plain text; from here on they are sealed.
DELETE FROM sms_outbox;

CREATE INDEX attempts_at ON attempts (at);
