-- Messages for the gateway, with encrypted texts. A row is deleted once its message is sent or its code has expired.
CREATE TABLE sms_queue (
  id uuid PRIMARY KEY,
  matricule text NOT NULL,
  phone text NOT NULL,
  text text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  -- Time of the next attempt; while one process tries, it lies in the future, so that no other process does.
  next_at timestamptz NOT NULL DEFAULT now(),
  queued_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sms_queue_next ON sms_queue (next_at);
CREATE INDEX sms_queue_matricule ON sms_queue (matricule);
