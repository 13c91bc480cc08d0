-- What a second person answers for, when a source was first told, and who was turned away lately.

-- The facts that must stay the same from the decision on.
ALTER TABLE decisions ADD COLUMN basis_digest TEXT NOT NULL DEFAULT '';
-- When the source was first given it, in a list or by a long poll.
ALTER TABLE instructions ADD COLUMN delivered_at BIGINT;
