-- The history vouches for the access log: once in a while what was written since is sealed by an entry.

-- The number of that entry; NULL until then.
ALTER TABLE accesses ADD COLUMN seal BIGINT;
CREATE INDEX accesses_by_seal ON accesses (seal) WHERE seal IS NOT NULL;
CREATE INDEX accesses_unsealed ON accesses (id) WHERE seal IS NULL;
