-- What reviewers ordered, and the instructions that carry it to the sources and back.

CREATE TABLE decisions (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    case_id        BIGINT NOT NULL REFERENCES cases (id),
    operation_id   BIGINT NOT NULL REFERENCES operations (id),
    -- The version of the case that the reviewer was looking at.
    case_version   BIGINT NOT NULL,
    kind           TEXT NOT NULL,
    state          TEXT NOT NULL,
    by_user        BIGINT NOT NULL REFERENCES users (id),
    -- Name and role as they were at the time.
    by_name        TEXT NOT NULL,
    role           TEXT NOT NULL,
    decided_at     BIGINT NOT NULL,
    reason_code    TEXT NOT NULL,
    justification  TEXT NOT NULL,
    -- What the page showed, with its digest.
    facts_as_seen  TEXT NOT NULL,
    facts_digest   TEXT NOT NULL,
    document       TEXT NOT NULL,
    -- The second person, where the policy asks for one, and what they said.
    answered_by    BIGINT REFERENCES users (id),
    answered_name  TEXT,
    answered_at    BIGINT,
    answer_words   TEXT,
    instruction_id TEXT,
    -- A proposal ends by itself at this time.
    answer_before  BIGINT
);
CREATE INDEX decisions_by_case ON decisions (case_id, id);
CREATE INDEX decisions_by_operation ON decisions (operation_id, id);
CREATE INDEX decisions_by_time ON decisions (decided_at, id);
CREATE INDEX decisions_by_person ON decisions (by_user, decided_at, id);
CREATE INDEX decisions_by_kind ON decisions (kind, decided_at, id);
CREATE UNIQUE INDEX decisions_one_proposal_of_case ON decisions (case_id) WHERE state = 'proposed';
CREATE INDEX decisions_proposed ON decisions (answer_before, id) WHERE state = 'proposed';

CREATE TABLE instructions (
    -- A ULID.
    id               TEXT PRIMARY KEY,
    -- The number of the history entry that offered it: the cursor of the list, in the order of commits.
    number           BIGINT NOT NULL UNIQUE,
    source_id        BIGINT NOT NULL REFERENCES sources (id),
    operation_id     BIGINT NOT NULL REFERENCES operations (id),
    case_id          BIGINT NOT NULL REFERENCES cases (id),
    decision_id      BIGINT NOT NULL REFERENCES decisions (id),
    action           TEXT NOT NULL,
    state            TEXT NOT NULL,
    -- What the worker is told to do when it takes the instruction.
    document         TEXT NOT NULL,
    facts_digest     TEXT NOT NULL,
    take_before      BIGINT NOT NULL,
    -- Nothing may be sent later; NULL where nothing sets an end.
    not_after        BIGINT,
    -- The earlier of the two.
    offer_ends_at    BIGINT NOT NULL,
    offered_at       BIGINT NOT NULL,
    worker           TEXT,
    token_hash       TEXT,
    taken_at         BIGINT,
    lease_until      BIGINT,
    outcome          TEXT,
    outcome_digest   TEXT,
    outcome_document TEXT,
    reported_at      BIGINT,
    ended_reason     TEXT
);
CREATE INDEX instructions_by_case ON instructions (case_id, number);
CREATE INDEX instructions_offered ON instructions (source_id, number) WHERE state = 'offered';
CREATE INDEX instructions_offers_by_end ON instructions (offer_ends_at) WHERE state = 'offered';
CREATE INDEX instructions_leases_by_end ON instructions (lease_until) WHERE state = 'taken';
CREATE UNIQUE INDEX instructions_one_live_of_operation ON instructions (operation_id)
    WHERE state IN ('offered', 'taken');
