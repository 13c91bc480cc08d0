-- Sources, the operations they report, and every report as it was sent.

CREATE TABLE sources (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT NOT NULL UNIQUE,
    title      TEXT NOT NULL,
    owner_team TEXT NOT NULL,
    disabled   BOOLEAN NOT NULL DEFAULT FALSE,
    created_at BIGINT NOT NULL
);

CREATE TABLE source_tokens (
    -- The public part of hp_<id>_<secret>.
    id          TEXT PRIMARY KEY,
    source_id   BIGINT NOT NULL REFERENCES sources (id),
    -- SHA-256 in hexadecimal. The secret is 256 random bits, so a slow hash would add nothing.
    secret_hash TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    revoked_at  BIGINT
);
CREATE INDEX source_tokens_by_source ON source_tokens (source_id);

CREATE TABLE operations (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    source_id      BIGINT NOT NULL REFERENCES sources (id),
    key            TEXT NOT NULL,
    operation_type TEXT NOT NULL,
    -- The union of all that was told about the operation, as one JSON document.
    facts          TEXT NOT NULL,
    -- Moves on with every change of facts or standing: who writes must have read the last one.
    version        BIGINT NOT NULL,
    standing       TEXT NOT NULL,
    -- The key of the operation that took this one's place.
    superseded_by  TEXT,
    created_at     BIGINT NOT NULL,
    UNIQUE (source_id, key)
);

CREATE TABLE contents (
    operation_id BIGINT NOT NULL REFERENCES operations (id),
    digest       TEXT NOT NULL,
    payload      TEXT NOT NULL,
    arrived_at   BIGINT NOT NULL,
    PRIMARY KEY (operation_id, digest)
);

CREATE TABLE reports (
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    source_id         BIGINT NOT NULL REFERENCES sources (id),
    report_id         TEXT NOT NULL,
    digest            TEXT NOT NULL,
    operation_id      BIGINT NOT NULL REFERENCES operations (id),
    case_id           BIGINT,
    -- As it was sent.
    document          TEXT NOT NULL,
    arrived_at        BIGINT NOT NULL,
    -- What was answered the first time, and is answered to every repeat.
    answer_status     BIGINT NOT NULL,
    answer            TEXT NOT NULL,
    deliveries        BIGINT NOT NULL,
    last_delivered_at BIGINT NOT NULL,
    -- How often the same report id came with other content and was turned away.
    refused_repeats   BIGINT NOT NULL,
    UNIQUE (source_id, report_id)
);
CREATE INDEX reports_by_operation ON reports (operation_id, id);

CREATE TABLE refused_reports (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    source_id  BIGINT NOT NULL REFERENCES sources (id),
    arrived_at BIGINT NOT NULL,
    -- The id it names, where one can be read.
    report_id  TEXT,
    -- How it came: one report, or a line of a batch.
    channel    TEXT NOT NULL,
    -- The bytes as they came: they need not be text.
    document   BLOB NOT NULL,
    -- A JSON list of pointers and what is wrong there.
    faults     TEXT NOT NULL
);
CREATE INDEX refused_reports_by_source ON refused_reports (source_id, id);

-- Whatever an operation can be found by: keys, references, events, results.
CREATE TABLE identifiers (
    -- Folded to lower case by the program and cut to 512 bytes.
    term         TEXT NOT NULL,
    operation_id BIGINT NOT NULL REFERENCES operations (id),
    -- What the term is: operation_key, reference:order_id, event, ...
    name         TEXT NOT NULL,
    PRIMARY KEY (term, operation_id, name)
) WITHOUT ROWID;

-- Business objects that operations touch; two open cases that share one must know of each other.
CREATE TABLE holds (
    hold         TEXT NOT NULL,
    operation_id BIGINT NOT NULL REFERENCES operations (id),
    PRIMARY KEY (hold, operation_id)
) WITHOUT ROWID;
