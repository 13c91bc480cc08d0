-- Cases to review that are put off have a list and a count of their own, and are not free.

DROP INDEX cases_free;
CREATE INDEX cases_free ON cases (kind, urgent_at, id) WHERE stage = 0 AND state = 'waiting' AND look_again_at IS NULL;

-- They are counted as stage 3, beside being counted among those to review.
INSERT INTO queue_counts (stage, kind, n)
SELECT 3, kind, COUNT(*) FROM cases WHERE stage = 0 AND look_again_at IS NOT NULL GROUP BY kind;

-- Open follow-ups of one owner.
CREATE INDEX follow_ups_of_owner ON follow_ups (owner_team, due_at, id) WHERE settlement IS NULL;

-- Whether two people are called the same.
CREATE INDEX users_by_full_name ON users (full_name);
