-- Operations in the place of others, and the keys that were given out for them.

-- The key of the operation whose place this one took.
ALTER TABLE operations ADD COLUMN supersedes TEXT;

-- A key is given out once: with the decision, before anything is sent. If that is taken back, the key is never used again.
CREATE TABLE issued_keys (
    source_id    BIGINT NOT NULL REFERENCES sources (id),
    key          TEXT NOT NULL,
    -- The operation in whose place one with this key was to come.
    operation_id BIGINT NOT NULL REFERENCES operations (id),
    issued_at    BIGINT NOT NULL,
    PRIMARY KEY (source_id, key)
);
