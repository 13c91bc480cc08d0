-- What owner teams are told of, and how telling them went.

-- A condition that holds, or held, for a team.
CREATE TABLE alerts (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    -- A ULID: what is told of it is recognised by it, whichever database it came from.
    key        TEXT NOT NULL,
    condition  TEXT NOT NULL,
    -- Empty: the cases that every team may see to.
    owner_team TEXT NOT NULL,
    -- Since when it has held, as far as the cases told when it was first seen.
    since      BIGINT NOT NULL,
    begun_at   BIGINT NOT NULL,
    -- How many cases it was about at first, and the most there were.
    cases      BIGINT NOT NULL,
    most       BIGINT NOT NULL,
    -- When it was told, or would have been if there were anybody to tell; NULL before.
    told_at    BIGINT,
    -- Since when it has not held any more; NULL while it holds.
    ceased_at  BIGINT,
    ended_at   BIGINT
);
CREATE UNIQUE INDEX alerts_open ON alerts (condition, owner_team) WHERE ended_at IS NULL;
CREATE INDEX alerts_ended ON alerts (ended_at, id) WHERE ended_at IS NOT NULL;

-- Telling one address that it begins, or that it is over.
CREATE TABLE alert_tellings (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    alert_id   BIGINT NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
    -- begun, ended
    word       TEXT NOT NULL,
    -- mail, webhook
    channel    TEXT NOT NULL,
    address    TEXT NOT NULL,
    -- Empty but for a mail.
    subject    TEXT NOT NULL,
    -- As it is sent.
    body       TEXT NOT NULL,
    state      TEXT NOT NULL,
    tries      BIGINT NOT NULL,
    -- When it is to be tried next; while somebody tries, when their lease ends.
    due_at     BIGINT NOT NULL,
    lease      TEXT,
    give_up_at BIGINT NOT NULL,
    -- What was heard last: an SMTP or HTTP status, or why no answer came; and a server's own words.
    status     BIGINT,
    failure    TEXT,
    words      TEXT,
    -- When it arrived, or was given up or dropped.
    ended_at   BIGINT,
    UNIQUE (alert_id, word, channel, address)
);
CREATE INDEX alert_tellings_due ON alert_tellings (due_at, id) WHERE state = 'waiting';

-- When conditions were last looked at; its row is the lock under which one instance looks.
CREATE TABLE alert_head (
    id        BIGINT PRIMARY KEY CHECK (id = 1),
    looked_at BIGINT
);
INSERT INTO alert_head (id, looked_at) VALUES (1, NULL);
