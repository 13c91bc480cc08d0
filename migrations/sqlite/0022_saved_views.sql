-- Saved views: filters of the queue under a name.

CREATE TABLE saved_views (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    made_by  BIGINT NOT NULL REFERENCES users (id),
    -- The team that it is shared with; empty where it is its maker's own.
    team     TEXT NOT NULL,
    name     TEXT NOT NULL,
    -- In lower case: names that differ in case alone are the same.
    name_key TEXT NOT NULL,
    -- As in the address of the queue.
    filters  TEXT NOT NULL,
    made_at  BIGINT NOT NULL
);
CREATE UNIQUE INDEX saved_views_own ON saved_views (made_by, name_key) WHERE team = '';
CREATE UNIQUE INDEX saved_views_of_team ON saved_views (team, name_key) WHERE team <> '';

-- The view with which somebody's queue opens.
CREATE TABLE default_views (
    user_id BIGINT PRIMARY KEY REFERENCES users (id),
    view_id BIGINT NOT NULL REFERENCES saved_views (id) ON DELETE CASCADE
);
CREATE INDEX default_views_by_view ON default_views (view_id);
