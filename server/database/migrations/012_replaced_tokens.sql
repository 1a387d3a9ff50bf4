-- When the next right code at the same browser gave it another token: the old one serves for some minutes more, for calls
-- that are on their way and for the repeat of an answer that was lost.
ALTER TABLE correction_rights ADD COLUMN replaced_at timestamptz;
