-- A source that sends the same faulty report again and again has one row for it.

-- Of the bytes, the id in the address and the faults; none where a report came before this column.
ALTER TABLE refused_reports ADD COLUMN digest TEXT;
-- How often it came, the first time included, and when last.
ALTER TABLE refused_reports ADD COLUMN deliveries BIGINT NOT NULL DEFAULT 1;
ALTER TABLE refused_reports ADD COLUMN last_delivered_at BIGINT NOT NULL DEFAULT 0;
UPDATE refused_reports SET last_delivered_at = arrived_at;
CREATE UNIQUE INDEX refused_reports_by_digest ON refused_reports (source_id, digest);
