-- Messages on their way to the gateway, their texts sealed. A row goes once its message has left or its code has ended.
CREATE TABLE sms_queue (
  id uuid PRIMARY KEY,
  matricule text NOT NULL,
  phone text NOT NULL,
  text text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  -- When it may be tried; while one process tries it, this lies ahead, so that no other one does.
  next_at timestamptz NOT NULL DEFAULT now(),
  queued_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sms_queue_next ON sms_queue (next_at);
CREATE INDEX sms_queue_matricule ON sms_queue (matricule);
