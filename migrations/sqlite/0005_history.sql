-- The append-only record of everything that happened, as one chain of hashes. It refers to nothing by constraint: it
-- outlives what retention removes.

CREATE TABLE history (
    -- From 1, without gaps, in the order of commits.
    number        INTEGER PRIMARY KEY,
    case_id       BIGINT,
    operation_id  BIGINT,
    at            BIGINT NOT NULL,
    actor_kind    TEXT NOT NULL,
    actor         TEXT NOT NULL,
    kind          TEXT NOT NULL,
    document      TEXT NOT NULL,
    previous_hash TEXT NOT NULL,
    hash          TEXT NOT NULL
);
CREATE INDEX history_by_case ON history (case_id, number);
CREATE INDEX history_by_operation ON history (operation_id, number);
CREATE INDEX history_by_kind ON history (kind, at);

-- The last entry's number and hash; its row is the lock under which entries are appended.
CREATE TABLE chain_head (
    id     BIGINT PRIMARY KEY CHECK (id = 1),
    number BIGINT NOT NULL,
    hash   TEXT NOT NULL
);
INSERT INTO chain_head (id, number, hash) VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');
