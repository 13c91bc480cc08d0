-- Where sources want to be told of their instructions, and what became of telling them.

CREATE TABLE endpoints (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    source_id  BIGINT NOT NULL REFERENCES sources (id),
    url        TEXT NOT NULL,
    state      TEXT NOT NULL,
    -- Since when it is in that state.
    since      BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (source_id, url)
);

CREATE TABLE endpoint_secrets (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    endpoint_id BIGINT NOT NULL REFERENCES endpoints (id),
    -- whsec_ and base64: to sign, one needs the secret itself.
    secret      TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    -- From then on nothing is signed with it.
    ends_at     BIGINT
);
CREATE INDEX endpoint_secrets_by_endpoint ON endpoint_secrets (endpoint_id, id);

-- One notice on its way to one endpoint. It is written in the transaction that makes the instruction.
CREATE TABLE deliveries (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    endpoint_id    BIGINT NOT NULL REFERENCES endpoints (id),
    -- The webhook-id: the same for every call, and at every endpoint.
    notice_id      TEXT NOT NULL,
    kind           TEXT NOT NULL,
    -- NULL in a test.
    instruction_id TEXT REFERENCES instructions (id),
    case_id        BIGINT REFERENCES cases (id),
    operation_id   BIGINT REFERENCES operations (id),
    -- Byte for byte as it is signed and sent.
    body           TEXT NOT NULL,
    state          TEXT NOT NULL,
    created_at     BIGINT NOT NULL,
    -- Calls since it was last put on its way.
    tries          BIGINT NOT NULL,
    -- When it is to be called next; while somebody calls, when their lease ends.
    due_at         BIGINT NOT NULL,
    lease          TEXT,
    give_up_at     BIGINT NOT NULL,
    -- When it was delivered, or given up.
    ended_at       BIGINT,
    UNIQUE (notice_id, endpoint_id)
);
CREATE INDEX deliveries_due ON deliveries (endpoint_id, due_at, id) WHERE state = 'waiting';
CREATE INDEX deliveries_given_up ON deliveries (give_up_at) WHERE state = 'waiting';
CREATE INDEX deliveries_undelivered ON deliveries (endpoint_id, id) WHERE state = 'undelivered';
CREATE INDEX deliveries_by_endpoint ON deliveries (endpoint_id, id);
CREATE INDEX deliveries_by_case ON deliveries (case_id, id);

-- Every call, and what was heard.
CREATE TABLE delivery_attempts (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    delivery_id BIGINT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
    started_at  BIGINT NOT NULL,
    -- Microseconds.
    took        BIGINT NOT NULL,
    -- The HTTP status; NULL where no answer came.
    status      BIGINT,
    -- Why none came.
    failure     TEXT
);
CREATE INDEX delivery_attempts_by_delivery ON delivery_attempts (delivery_id, id);
