-- What people say at the desk of a case, and what they have written and not yet sent.

-- Who set the time to look again, and why.
ALTER TABLE cases ADD COLUMN waits_by TEXT;
ALTER TABLE cases ADD COLUMN waits_because TEXT;
-- Who handed the case over last, and what they said about it. It stands until the review is over.
ALTER TABLE cases ADD COLUMN handed_by TEXT;
ALTER TABLE cases ADD COLUMN handed_because TEXT;

CREATE INDEX cases_waits ON cases (look_again_at, id) WHERE stage = 0 AND look_again_at IS NOT NULL;

CREATE TABLE drafts (
    user_id    BIGINT NOT NULL REFERENCES users (id),
    case_id    BIGINT NOT NULL REFERENCES cases (id),
    -- Which form of the case: resume, close, wait, ...
    form       TEXT NOT NULL,
    -- The fields as a JSON list of pairs, in the order of the form.
    fields     TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, case_id, form)
);
CREATE INDEX drafts_by_age ON drafts (updated_at);

-- Whether single keys do something on pages.
ALTER TABLE users ADD COLUMN keys BOOLEAN NOT NULL DEFAULT TRUE;
