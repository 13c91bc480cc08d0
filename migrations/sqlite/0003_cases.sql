-- Cases: one review of one stop each, with everything the queue shows in the row itself.

CREATE TABLE cases (
    -- The short number that people say.
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    operation_id     BIGINT NOT NULL REFERENCES operations (id),
    source_id        BIGINT NOT NULL REFERENCES sources (id),
    operation_key    TEXT NOT NULL,
    operation_type   TEXT NOT NULL,
    opened_at        BIGINT NOT NULL,
    -- The earlier case of the same operation, or of the one this operation took the place of.
    previous_case_id BIGINT REFERENCES cases (id),
    -- Moves on whenever what is known, or who may act, changes.
    version          BIGINT NOT NULL,
    -- 0 to review, 1 decided, 2 resolved: follows from the state.
    stage            BIGINT NOT NULL,
    state            TEXT NOT NULL,
    kind             TEXT NOT NULL,
    title            TEXT NOT NULL,
    stopped_at       BIGINT NOT NULL,
    authorised_at    BIGINT,
    due_at           BIGINT NOT NULL,
    protection       TEXT NOT NULL,
    protection_since BIGINT,
    protection_until BIGINT,
    -- The end of the protection, or the end of time where there is none to wait for.
    protection_order BIGINT NOT NULL,
    -- The earlier of the due time and the end of the protection.
    urgent_at        BIGINT NOT NULL,
    -- Empty where every team may see to it.
    owner_team       TEXT NOT NULL,
    risk             TEXT NOT NULL,
    holder_id        BIGINT REFERENCES users (id),
    claimed_at       BIGINT,
    claimed_until    BIGINT,
    -- Not offered as the next case before this time; the ages run on.
    look_again_at    BIGINT,
    resume_step      TEXT,
    resume_step_no   BIGINT,
    step_count       BIGINT NOT NULL,
    -- One sign a step.
    chain            TEXT NOT NULL,
    -- The receiving system of the resume point, and the stop's code: together the cause that cases are grouped by.
    -- Empty where there is none.
    system           TEXT NOT NULL,
    stop_code        TEXT NOT NULL,
    reason           TEXT,
    attempts         BIGINT NOT NULL,
    last_attempt_at  BIGINT,
    amount           TEXT,
    currency         TEXT,
    facts_digest     TEXT NOT NULL,
    decided_at       BIGINT,
    resolved_at      BIGINT,
    resolution       TEXT
);
INSERT INTO sqlite_sequence (name, seq) VALUES ('cases', 20000);

CREATE UNIQUE INDEX cases_one_open_of_operation ON cases (operation_id) WHERE stage < 2;
CREATE INDEX cases_by_operation ON cases (operation_id, id);
CREATE INDEX cases_by_opening ON cases (opened_at);

-- A lane in each of its orders. Only cases to review are in these, so they stay small however many are resolved.
CREATE INDEX cases_lane_urgent ON cases (kind, urgent_at, id) WHERE stage = 0;
CREATE INDEX cases_lane_stopped ON cases (kind, stopped_at, id) WHERE stage = 0;
CREATE INDEX cases_lane_protection ON cases (kind, protection_order, id) WHERE stage = 0;
CREATE INDEX cases_lane_due ON cases (kind, due_at) WHERE stage = 0;

-- A lane by each of its filters.
CREATE INDEX cases_lane_type ON cases (kind, operation_type, urgent_at, id) WHERE stage = 0;
CREATE INDEX cases_lane_owner ON cases (kind, owner_team, urgent_at, id) WHERE stage = 0;
CREATE INDEX cases_lane_system ON cases (kind, system, urgent_at, id) WHERE stage = 0;
CREATE INDEX cases_lane_cause ON cases (kind, system, stop_code, urgent_at, id) WHERE stage = 0;
CREATE INDEX cases_lane_source ON cases (kind, source_id, urgent_at, id) WHERE stage = 0;
CREATE INDEX cases_lane_holder ON cases (kind, holder_id, urgent_at, id) WHERE stage = 0 AND holder_id IS NOT NULL;

-- Free cases, and claims by the end of their lease: a case whose claim ran out is free as well.
CREATE INDEX cases_free ON cases (kind, urgent_at, id) WHERE stage = 0 AND state = 'waiting';
CREATE INDEX cases_claimed ON cases (claimed_until, id) WHERE stage = 0 AND state = 'in_review';

CREATE INDEX cases_under_way ON cases (decided_at, id) WHERE stage = 1;
CREATE INDEX cases_resolved ON cases (resolved_at, id) WHERE stage = 2;

-- How many cases each lane of each stage holds, kept in the transaction that moves a case.
CREATE TABLE queue_counts (
    stage BIGINT NOT NULL,
    kind  TEXT NOT NULL,
    n     BIGINT NOT NULL,
    PRIMARY KEY (stage, kind)
);
