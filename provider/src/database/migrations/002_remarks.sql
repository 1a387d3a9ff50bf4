-- What the portal told the student of this photograph (docs/contract.md, "Requests").
ALTER TABLE documents ADD COLUMN remarks jsonb NOT NULL DEFAULT '[]';
ALTER TABLE document_versions ADD COLUMN remarks jsonb NOT NULL DEFAULT '[]';
