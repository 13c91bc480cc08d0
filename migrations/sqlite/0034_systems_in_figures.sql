-- Figures over the cases that wait, by receiving system as well and of what came in lately, still in one walk through an
-- index; the causes have one of their own since they are counted by their identifier.
DROP INDEX cases_for_figures;
CREATE INDEX cases_for_figures ON cases (kind, operation_type, owner_team, cause_system, source_id, stopped_at, due_at,
    state, claimed_until, first_claimed_at, came_in_at) WHERE stage = 0;
