-- The access log: who opened which case, document or export. Reading changes nothing, so none of it is in the history.

CREATE TABLE accesses (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    at            BIGINT NOT NULL,
    -- The person's sign-in name and role, as they were then.
    person        TEXT NOT NULL,
    role          TEXT NOT NULL,
    opened        TEXT NOT NULL,
    -- NULL of what belongs to no case.
    case_id       BIGINT,
    -- Empty of what belongs to no case.
    operation_key TEXT NOT NULL,
    -- The digest, the report's id or number, or what was exported; empty for the case itself.
    item          TEXT NOT NULL
);

-- Each question of the page with its order.
CREATE INDEX accesses_by_time ON accesses (at, id);
CREATE INDEX accesses_by_person ON accesses (person, at, id);
CREATE INDEX accesses_by_opened ON accesses (opened, at, id);
CREATE INDEX accesses_by_person_and_opened ON accesses (person, opened, at, id);
CREATE INDEX accesses_by_case ON accesses (case_id, at, id) WHERE case_id IS NOT NULL;
CREATE INDEX accesses_by_operation ON accesses (operation_key, at, id) WHERE operation_key <> '';
