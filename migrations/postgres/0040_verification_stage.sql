-- What the verification that runs is at: begun, entries, rows:TABLE, register or counts.
ALTER TABLE verification_run ADD COLUMN stage TEXT NOT NULL DEFAULT 'begun';
