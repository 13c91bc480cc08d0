-- What the policy ever let be, before the last hour of backlog_head: counted apart, as in queue_flow.
ALTER TABLE flow_totals ADD COLUMN lapsed BIGINT NOT NULL DEFAULT 0;
