-- What a refused report held goes once it was kept as long as the policy says; that it came, and what was wrong, stays.

ALTER TABLE refused_reports ADD COLUMN gone_at BIGINT;
CREATE INDEX refused_reports_to_remove ON refused_reports (last_delivered_at) WHERE gone_at IS NULL;
