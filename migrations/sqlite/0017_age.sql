-- The age of the queue: what cases did and when, counted by quarter hours, and how many waited at each full hour.

-- When the case came to a person, was first claimed and first decided; each NULL before. Of the case under which a new
-- operation is carried out the first is NULL until its outcome brings it to a person: it is no stop before that.
ALTER TABLE cases ADD COLUMN came_in_at BIGINT;
ALTER TABLE cases ADD COLUMN first_claimed_at BIGINT;
ALTER TABLE cases ADD COLUMN first_decided_at BIGINT;

CREATE TABLE case_moves (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    -- came_in, came_back, claimed, decided, decided_again, resolved
    move           TEXT NOT NULL,
    at             BIGINT NOT NULL,
    case_id        BIGINT NOT NULL REFERENCES cases (id),
    -- As they were then.
    source_id      BIGINT NOT NULL,
    operation_type TEXT NOT NULL,
    owner_team     TEXT NOT NULL,
    kind           TEXT NOT NULL,
    -- Since the first stop, in microseconds.
    age            BIGINT NOT NULL,
    -- Whether the deadline was past.
    late           BOOLEAN NOT NULL
);
CREATE INDEX case_moves_by_time ON case_moves (move, at, id);

-- The same as counts. Kept in the transactions that move cases.
CREATE TABLE queue_flow (
    -- When the quarter of an hour began.
    slot           BIGINT NOT NULL,
    source_id      BIGINT NOT NULL,
    operation_type TEXT NOT NULL,
    owner_team     TEXT NOT NULL,
    kind           TEXT NOT NULL,
    came_in        BIGINT NOT NULL,
    came_back      BIGINT NOT NULL,
    decided        BIGINT NOT NULL,
    resolved       BIGINT NOT NULL,
    -- By how many more cases waited for a person at its end than at its beginning.
    grew           BIGINT NOT NULL,
    PRIMARY KEY (slot, source_id, operation_type, owner_team, kind)
) WITHOUT ROWID;

-- How many cases waited for a person at a full hour. Written once, when the hour is past, and never changed.
CREATE TABLE backlog_hours (
    hour           BIGINT NOT NULL,
    source_id      BIGINT NOT NULL,
    operation_type TEXT NOT NULL,
    owner_team     TEXT NOT NULL,
    kind           TEXT NOT NULL,
    n              BIGINT NOT NULL,
    PRIMARY KEY (hour, source_id, operation_type, owner_team, kind)
) WITHOUT ROWID;
-- The last hour that is written; its row is the lock under which the next one is. NULL before the first.
CREATE TABLE backlog_head (
    id   BIGINT PRIMARY KEY CHECK (id = 1),
    hour BIGINT
);
INSERT INTO backlog_head (id, hour) VALUES (1, NULL);

-- Cases that wait: in the order of their age, and for figures over all of them in one walk through an index.
CREATE INDEX cases_by_age ON cases (stopped_at, id, kind, operation_type, owner_team, source_id) WHERE stage = 0;
CREATE INDEX cases_for_figures ON cases (kind, operation_type, owner_team, source_id, stopped_at, due_at, state,
    claimed_until, first_claimed_at) WHERE stage = 0;

-- Of what was there before, as much as its rows tell.
UPDATE cases SET came_in_at = opened_at, first_claimed_at = claimed_at, first_decided_at = decided_at
WHERE COALESCE(resolution, '') <> 'carried_out'
    AND NOT (state = 'executing' AND operation_id IN (SELECT id FROM operations WHERE supersedes IS NOT NULL));
INSERT INTO case_moves (move, at, case_id, source_id, operation_type, owner_team, kind, age, late)
SELECT m.move, m.at, c.id, c.source_id, c.operation_type, c.owner_team, c.kind,
    CASE WHEN m.at > c.stopped_at THEN m.at - c.stopped_at ELSE 0 END, c.due_at < m.at
FROM cases c JOIN (
    SELECT id, 'came_in' AS move, came_in_at AS at FROM cases
    UNION ALL SELECT id, 'claimed', first_claimed_at FROM cases
    UNION ALL SELECT id, 'decided', first_decided_at FROM cases
    UNION ALL SELECT id, 'resolved', resolved_at FROM cases WHERE came_in_at IS NOT NULL
) AS m ON m.id = c.id
WHERE m.at IS NOT NULL ORDER BY m.at, c.id;
INSERT INTO queue_flow (slot, source_id, operation_type, owner_team, kind, came_in, came_back, decided, resolved, grew)
SELECT m.at / 900000000 * 900000000, m.source_id, m.operation_type, m.owner_team, m.kind,
    COUNT(CASE WHEN m.move = 'came_in' THEN 1 END), 0, COUNT(CASE WHEN m.move = 'decided' THEN 1 END),
    COUNT(CASE WHEN m.move = 'resolved' THEN 1 END),
    COUNT(CASE WHEN m.move = 'came_in' THEN 1 END) - COUNT(CASE WHEN m.move = 'decided' THEN 1 END)
        - COUNT(CASE WHEN m.move = 'resolved' AND c.first_decided_at IS NULL THEN 1 END)
FROM case_moves m JOIN cases c ON c.id = m.case_id WHERE m.move <> 'claimed'
GROUP BY m.at / 900000000 * 900000000, m.source_id, m.operation_type, m.owner_team, m.kind;
