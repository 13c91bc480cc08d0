-- The digests of the rows that a transaction wrote. The last entry that it appended to the history covers this text by its
-- digest, so the chain of hashes covers every row that is named here.

CREATE TABLE vouches (
    -- The number of that entry.
    number  BIGINT PRIMARY KEY,
    -- A JSON list of [table, key, digest]; the digest is null where the row is gone.
    digests TEXT NOT NULL
);

-- Heads of the chain that were signed, and where they went: for people to see. What counts stands outside the database.
CREATE TABLE anchors (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    number     BIGINT NOT NULL,
    hash       TEXT NOT NULL,
    -- UTC, as it was signed.
    at         TEXT NOT NULL,
    public_key TEXT NOT NULL,
    signature  TEXT NOT NULL,
    to_file    BOOLEAN NOT NULL,
    to_webhook BOOLEAN NOT NULL
);

-- Verifications that were started on the page.
CREATE TABLE verifications (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    by_name    TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    ended_at   BIGINT NOT NULL,
    -- How far it came: the last entry, and how many rows were compared.
    entries    BIGINT NOT NULL,
    compared   BIGINT NOT NULL,
    -- The last entry that vouches for rows as they were found; 0 where nothing was written before rows were vouched for.
    found      BIGINT NOT NULL,
    -- What was wrong, as JSON; NULL where nothing was.
    fault      TEXT
);

-- The one that runs. Whoever runs it moves the end of the lease on; once that is past, another one may begin.
CREATE TABLE verification_run (
    id          BIGINT PRIMARY KEY CHECK (id = 1),
    token       TEXT,
    by_name     TEXT NOT NULL,
    started_at  BIGINT NOT NULL,
    lease_until BIGINT NOT NULL,
    reached     BIGINT NOT NULL,
    last        BIGINT NOT NULL
);
INSERT INTO verification_run (id, token, by_name, started_at, lease_until, reached, last) VALUES (1, NULL, '', 0, 0, 0, 0);

-- What was written before rows were vouched for is vouched for as it is found, table by table, when the program starts first.
CREATE TABLE vouching (
    id       BIGINT PRIMARY KEY CHECK (id = 1),
    -- The table that is next; empty when all are done.
    at_table TEXT NOT NULL,
    -- Its rows up to this key are done; NULL if none is.
    after    BIGINT
);
INSERT INTO vouching (id, at_table)
    SELECT 1, CASE WHEN EXISTS (SELECT 1 FROM users) OR EXISTS (SELECT 1 FROM sources) THEN 'users' ELSE '' END;
