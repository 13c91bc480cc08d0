-- The register: everything that was decided, proposed, answered, taken back, let be or tried in vain, a row each, with what
-- it is filtered by. It repeats what the history tells, and is written with it, entry by entry.

CREATE TABLE register (
    -- Of the entry of the history that tells of it.
    number          BIGINT PRIMARY KEY,
    at              BIGINT NOT NULL,
    what            TEXT COLLATE "C" NOT NULL,
    -- What it is about; each NULL where it is about none.
    decision_id     BIGINT,
    case_id         BIGINT,
    operation_id    BIGINT,
    source_id       BIGINT,
    -- Texts are empty where there is nothing to say.
    operation_type  TEXT COLLATE "C" NOT NULL,
    -- As they were then.
    owner_team      TEXT COLLATE "C" NOT NULL,
    stop_kind       TEXT NOT NULL,
    actor_kind      TEXT NOT NULL,
    actor           TEXT COLLATE "C" NOT NULL,
    role            TEXT NOT NULL,
    -- Of the decision that it is about.
    kind            TEXT COLLATE "C" NOT NULL,
    reason_code     TEXT COLLATE "C" NOT NULL,
    basis           TEXT COLLATE "C" NOT NULL,
    four_eyes       BOOLEAN NOT NULL,
    -- It was not known of some step whether it was done.
    against_unknown BOOLEAN NOT NULL,
    -- These move on with the decision.
    answered_by     TEXT COLLATE "C" NOT NULL,
    answer          TEXT NOT NULL,
    fate            TEXT COLLATE "C" NOT NULL,
    fate_at         BIGINT,
    reopened        BOOLEAN NOT NULL,
    -- Of somebody who was turned away.
    tried           TEXT NOT NULL,
    why             TEXT NOT NULL
);

-- Each filter with the order of the page.
CREATE INDEX register_by_time ON register (at, number);
CREATE INDEX register_by_what ON register (what, at, number);
CREATE INDEX register_by_kind ON register (kind, at, number) WHERE kind <> '';
CREATE INDEX register_by_person ON register (actor, at, number) WHERE actor_kind = 'person';
CREATE INDEX register_by_answer ON register (answered_by, at, number) WHERE answered_by <> '';
CREATE INDEX register_by_reason ON register (reason_code, at, number) WHERE reason_code <> '';
CREATE INDEX register_by_basis ON register (basis, at, number) WHERE basis <> '';
CREATE INDEX register_by_type ON register (operation_type, at, number);
CREATE INDEX register_by_source ON register (source_id, at, number);
CREATE INDEX register_by_owner ON register (owner_team, at, number);
CREATE INDEX register_by_fate ON register (fate, at, number) WHERE fate <> '';
CREATE INDEX register_by_four_eyes ON register (at, number) WHERE four_eyes;
CREATE INDEX register_by_unknown ON register (at, number) WHERE against_unknown;
CREATE INDEX register_by_reopened ON register (at, number) WHERE reopened;
CREATE INDEX register_by_operation ON register (operation_id, at, number);
CREATE INDEX register_by_case ON register (case_id, number);
CREATE INDEX register_by_decision ON register (decision_id, number);

-- The words that people gave, each in the form in which it is compared.
CREATE TABLE register_words (
    word   TEXT COLLATE "C" NOT NULL,
    at     BIGINT NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (word, at, number)
);

-- Entries of the history that were there before: they are entered from the first up to this one when the program starts.
CREATE TABLE register_fill (
    id     BIGINT PRIMARY KEY CHECK (id = 1),
    done   BIGINT NOT NULL,
    until  BIGINT NOT NULL
);
INSERT INTO register_fill (id, done, until) SELECT 1, 0, number FROM chain_head;
