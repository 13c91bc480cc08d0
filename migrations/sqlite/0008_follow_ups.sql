-- Effects beyond the one an operation went on with, or found after its end: each stays until somebody records what became of it.

CREATE TABLE follow_ups (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The case that brought it to light.
    case_id       BIGINT NOT NULL REFERENCES cases (id),
    operation_id  BIGINT NOT NULL REFERENCES operations (id),
    step          TEXT NOT NULL,
    -- The result's type and id in the receiving system, and all that was told of it, as JSON.
    object_type   TEXT NOT NULL,
    object_id     TEXT NOT NULL,
    result        TEXT NOT NULL,
    -- In how many rows of one look-up it was seen.
    seen_rows     BIGINT NOT NULL,
    -- Empty where every team may see to it.
    owner_team    TEXT NOT NULL,
    found_at      BIGINT NOT NULL,
    due_at        BIGINT NOT NULL,
    -- What became of it; NULL while nobody has said so.
    settlement    TEXT,
    settled_by    BIGINT REFERENCES users (id),
    -- The name as it was at the time.
    settled_name  TEXT,
    settled_at    BIGINT,
    settled_words TEXT,
    reference     TEXT
);
CREATE UNIQUE INDEX follow_ups_of_operation ON follow_ups (operation_id, step, object_type, object_id);
CREATE INDEX follow_ups_by_case ON follow_ups (case_id, id);
CREATE INDEX follow_ups_open ON follow_ups (due_at, id) WHERE settlement IS NULL;
