-- Photographs are stored with their metadata. JPEG and PNG do not compress: EXTERNAL avoids the attempt.
ALTER TABLE documents ADD COLUMN image bytea;
ALTER TABLE documents ALTER COLUMN image SET STORAGE EXTERNAL;
-- Only rows of an earlier version name a file, until its photograph is moved into the database (earlier-folder.ts).
ALTER TABLE documents ALTER COLUMN file_name DROP NOT NULL;
ALTER TABLE documents ADD CHECK (num_nonnulls(image, file_name) >= 1);
DROP TABLE discarded_files;

-- Keys that every process of an installation must share.
CREATE TABLE secrets (
  name text PRIMARY KEY,
  value bytea NOT NULL
);
