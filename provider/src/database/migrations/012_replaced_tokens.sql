-- When the next right code gave the same browser another token: the old one stays valid for some minutes, for calls on
-- their way and for repeating a request whose answer was lost.
ALTER TABLE correction_rights ADD COLUMN replaced_at timestamptz;
