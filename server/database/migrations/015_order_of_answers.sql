-- When the request with these answers came: one that came before it and has waited must not replace them.
ALTER TABLE enrolments ADD COLUMN came_at timestamptz;
