-- Cases that wait: every figure over all of them, and their causes, in one walk through an index.
DROP INDEX cases_for_figures;
CREATE INDEX cases_for_figures ON cases (kind, operation_type, owner_team, source_id, stopped_at, due_at, state,
    claimed_until, first_claimed_at, system, stop_code, resume_step) WHERE stage = 0;
