-- People who sign in, what their browsers hold, and guesses at passwords.
-- Times are microseconds since the Unix epoch, UTC, in every table.

CREATE TABLE users (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The sign-in name, folded to lower case by the program: no two that differ only in case.
    name          TEXT NOT NULL UNIQUE,
    full_name     TEXT NOT NULL,
    role          TEXT NOT NULL,
    team          TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    -- Chosen by the person; NULL leaves it to the browser.
    language      TEXT,
    time_zone     TEXT,
    theme         TEXT,
    disabled      BOOLEAN NOT NULL DEFAULT FALSE,
    created_at    BIGINT NOT NULL
);

CREATE TABLE sessions (
    -- SHA-256 of the cookie's value: who reads the table cannot use a session.
    id_hash    TEXT PRIMARY KEY,
    user_id    BIGINT REFERENCES users (id),
    data       TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
CREATE INDEX sessions_by_user ON sessions (user_id);

CREATE TABLE sign_in_failures (
    -- Whom the failures count against: 'user:irina' or 'ip:192.0.2.7'.
    key               TEXT PRIMARY KEY,
    failures          BIGINT NOT NULL,
    last_failure_at BIGINT NOT NULL
);
CREATE INDEX sign_in_failures_by_last ON sign_in_failures (last_failure_at);
