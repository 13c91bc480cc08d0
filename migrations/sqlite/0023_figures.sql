-- Cases that wait: every figure over all of them, and their causes, in one walk through an index.
DROP INDEX cases_for_figures;
CREATE INDEX cases_for_figures ON cases (kind, operation_type, owner_team, source_id, stopped_at, due_at, state,
    claimed_until, first_claimed_at, system, stop_code, resume_step) WHERE stage = 0;
-- What a case had done by a moment: which cases waited then.
CREATE INDEX case_moves_of_case ON case_moves (case_id, at, id);

-- Signs of trouble in what sources report.
CREATE TABLE signs (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    -- repeated, reused_id, key_conflict, sent_though_done
    sign           TEXT NOT NULL,
    at             BIGINT NOT NULL,
    source_id      BIGINT NOT NULL,
    operation_type TEXT NOT NULL,
    case_id        BIGINT NOT NULL REFERENCES cases (id),
    report_id      TEXT NOT NULL
);
CREATE INDEX signs_by_time ON signs (sign, at, id);

-- The same as counts, with all reports that came. Kept in the transactions that take in reports.
CREATE TABLE sign_counts (
    -- When the quarter of an hour began.
    slot             BIGINT NOT NULL,
    source_id        BIGINT NOT NULL,
    operation_type   TEXT NOT NULL,
    reports          BIGINT NOT NULL,
    repeated         BIGINT NOT NULL,
    reused_id        BIGINT NOT NULL,
    key_conflict     BIGINT NOT NULL,
    sent_though_done BIGINT NOT NULL,
    PRIMARY KEY (slot, source_id, operation_type)
) WITHOUT ROWID;

-- What was ever counted before the last hour of backlog_head.
CREATE TABLE flow_totals (
    kind      TEXT PRIMARY KEY,
    came_in   BIGINT NOT NULL,
    came_back BIGINT NOT NULL,
    decided   BIGINT NOT NULL,
    resolved  BIGINT NOT NULL
);
INSERT INTO flow_totals (kind, came_in, came_back, decided, resolved)
SELECT kind, SUM(came_in), SUM(came_back), SUM(decided), SUM(resolved)
FROM queue_flow WHERE slot < (SELECT hour FROM backlog_head WHERE id = 1) GROUP BY kind;
