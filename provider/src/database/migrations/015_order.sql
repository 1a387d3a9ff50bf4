-- When the request with these answers or this photograph came: what came before it, and has waited, must not replace it.
ALTER TABLE enrolments ADD COLUMN came_at timestamptz;
ALTER TABLE documents ADD COLUMN came_at timestamptz;
