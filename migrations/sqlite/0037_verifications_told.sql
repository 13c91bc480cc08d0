-- The history vouches for what came of verifications.

-- The number of the entry that tells of it, and vouches for all that no other one does yet; NULL until there is one. A history that is
-- damaged may not take an entry, and what came of that verification is shown all the same.
ALTER TABLE verifications ADD COLUMN entry BIGINT;
CREATE INDEX verifications_by_entry ON verifications (entry);
