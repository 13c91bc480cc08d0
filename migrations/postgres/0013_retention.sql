-- What retention has left of operations whose cases are over.

-- everything, facts (reports and payloads are gone) or keys (the case is gone too, but for keys, decisions and digests).
ALTER TABLE cases ADD COLUMN kept TEXT COLLATE "C" NOT NULL DEFAULT 'everything';
CREATE INDEX cases_to_remove ON cases (kept, operation_type, resolved_at, id) WHERE stage = 2 AND kept <> 'keys';

-- To remove whatever an operation was found by.
CREATE INDEX identifiers_by_operation ON identifiers (operation_id);
