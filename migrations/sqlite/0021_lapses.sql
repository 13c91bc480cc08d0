-- A policy's lapse: an unanswered, unheld, low-risk unknown result is let be after a time.

-- When the policy lets the case be if nobody answers; NULL: it waits for a person.
ALTER TABLE cases ADD COLUMN lapses_at BIGINT;
CREATE INDEX cases_to_lapse ON cases (lapses_at, id) WHERE stage = 0 AND state = 'waiting' AND lapses_at IS NOT NULL;

-- What was let be is counted apart from what was resolved; among the moves it is "lapsed".
ALTER TABLE queue_flow ADD COLUMN lapsed BIGINT NOT NULL DEFAULT 0;
