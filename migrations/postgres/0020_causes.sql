-- Cases that stopped for the same cause: of one kind, source, step, receiving system and stop code.

-- Where a case stopped, and what it is counted under. Cases opened before have no cause until they are written again.
ALTER TABLE cases ADD COLUMN cause_step TEXT NOT NULL DEFAULT '';
ALTER TABLE cases ADD COLUMN cause_system TEXT NOT NULL DEFAULT '';
ALTER TABLE cases ADD COLUMN cause TEXT NOT NULL DEFAULT '';

DROP INDEX cases_lane_cause;
CREATE INDEX cases_of_cause ON cases (cause, urgent_at, id) WHERE stage = 0;
CREATE INDEX cases_of_cause_by_age ON cases (cause, stopped_at, kind, operation_type, owner_team, source_id)
    WHERE stage = 0;
CREATE INDEX cases_of_cause_by_protection ON cases (cause, protection_order) WHERE stage = 0;

-- How many cases to review each cause has, kept in the transaction that moves a case.
CREATE TABLE cause_counts (
    cause     TEXT PRIMARY KEY,
    kind      TEXT NOT NULL,
    source_id BIGINT NOT NULL REFERENCES sources (id),
    step      TEXT NOT NULL,
    system    TEXT NOT NULL,
    stop_code TEXT NOT NULL,
    n         BIGINT NOT NULL
);
CREATE INDEX cause_counts_by_size ON cause_counts (kind, n, cause) WHERE n > 1;

-- Acts of one person on several cases at once, and what came of each case.
CREATE TABLE joint_acts (
    id       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- Told by the form that it was sent with: the same form is the same act.
    form     TEXT NOT NULL UNIQUE,
    -- claim, check, resume
    kind     TEXT NOT NULL,
    -- The group from which it was begun.
    cause    TEXT NOT NULL,
    by_user  BIGINT NOT NULL REFERENCES users (id),
    by_name  TEXT NOT NULL,
    begun_at BIGINT NOT NULL
);
CREATE TABLE joint_act_cases (
    act_id  BIGINT NOT NULL REFERENCES joint_acts (id),
    place   BIGINT NOT NULL,
    case_id BIGINT NOT NULL REFERENCES cases (id),
    -- A JSON document; NULL until the case's turn has come.
    result  TEXT,
    PRIMARY KEY (act_id, case_id)
);
