-- Whoever holds a print or an export has the hash of a decision's entry in hand, or its beginning, and looks the decision up
-- by it.
CREATE INDEX history_by_hash ON history (substr(hash, 1, 6))
    WHERE kind IN ('decided', 'proposed', 'approved', 'proposal_refused', 'proposal_returned', 'proposal_withdrawn',
        'instruction_withdrawn', 'lapsed', 'turned_away');
