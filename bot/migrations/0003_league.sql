-- Leagues of a server, and ratings.
CREATE TABLE leagues (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    server BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    name TEXT NOT NULL,
    creator BIGINT NOT NULL,
    organisers BIGINT,
    terms TEXT NOT NULL,
    season INTEGER NOT NULL DEFAULT 1,
    status TEXT NOT NULL CHECK (status IN ('open', 'running', 'paused', 'over', 'cancelled')),
    round INTEGER NOT NULL DEFAULT 0,
    opens REAL,
    due REAL,
    version INTEGER NOT NULL DEFAULT 0,
    created REAL NOT NULL,
    announced INTEGER NOT NULL DEFAULT 0,
    paused REAL,
    sign_up BIGINT,
    shown INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX leagues_of_server ON leagues (server, id);
CREATE INDEX leagues_by_opening ON leagues (opens) WHERE opens IS NOT NULL;

CREATE TABLE seasons (
    league_id INTEGER NOT NULL REFERENCES leagues (id) ON DELETE CASCADE,
    season INTEGER NOT NULL,
    terms TEXT NOT NULL,
    begun REAL NOT NULL,
    ended REAL,
    PRIMARY KEY (league_id, season)
);

CREATE TABLE entries (
    league_id INTEGER NOT NULL REFERENCES leagues (id) ON DELETE CASCADE,
    season INTEGER NOT NULL,
    member BIGINT NOT NULL,
    name TEXT NOT NULL,
    username TEXT NOT NULL,
    division INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL CHECK (status IN ('in', 'waiting', 'withdrawn', 'removed')),
    since INTEGER NOT NULL DEFAULT 1,
    no_shows INTEGER NOT NULL DEFAULT 0,
    joined REAL NOT NULL,
    rank INTEGER,
    seed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (league_id, season, member)
);
CREATE INDEX entries_of_member ON entries (member);

CREATE TABLE fixtures (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    league_id INTEGER NOT NULL REFERENCES leagues (id) ON DELETE CASCADE,
    season INTEGER NOT NULL,
    round INTEGER NOT NULL,
    division INTEGER NOT NULL,
    number INTEGER NOT NULL,
    game TEXT NOT NULL,
    members TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('planned', 'opening', 'open', 'over', 'void', 'bye')),
    thread BIGINT,
    table_id INTEGER REFERENCES tables (id) ON DELETE SET NULL,
    seed BLOB,
    missing TEXT NOT NULL DEFAULT '[]',
    outcome TEXT,
    reason TEXT,
    judge BIGINT,
    ended REAL,
    stuck INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX fixtures_of_season ON fixtures (league_id, season, round);
CREATE INDEX fixtures_of_table ON fixtures (table_id);
CREATE INDEX fixtures_of_thread ON fixtures (thread);
CREATE INDEX fixtures_going_on ON fixtures (status) WHERE status IN ('opening', 'open');

CREATE TABLE ratings (
    server BIGINT NOT NULL,
    game TEXT NOT NULL,
    member BIGINT NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    tables INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (server, game, member, tables)
);
CREATE INDEX ratings_of_member ON ratings (member);

ALTER TABLE tables ADD COLUMN fixture INTEGER;
ALTER TABLE tables ADD COLUMN sealed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tables_to_rate ON tables (ended, id) WHERE status = 'over' AND rated = 0 AND sealed = 0;
CREATE INDEX tables_of_fixture ON tables (fixture) WHERE fixture IS NOT NULL;
CREATE INDEX tables_rated ON tables (server, rated) WHERE rated > 0;
-- Who was forgotten stays somebody for the ratings of the others: a number below 0, and nobody's.
ALTER TABLE seats ADD COLUMN alias BIGINT;
ALTER TABLE sitters ADD COLUMN alias BIGINT;

-- A post may belong to a league instead of a table.
CREATE TABLE posts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER REFERENCES tables (id) ON DELETE CASCADE,
    channel BIGINT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    sending INTEGER NOT NULL DEFAULT 0,
    due REAL NOT NULL,
    created REAL NOT NULL
);
INSERT INTO posts SELECT id, table_id, channel, kind, payload, attempts, sending, due, created FROM outbox;
DELETE FROM sqlite_sequence WHERE name = 'posts';
INSERT INTO sqlite_sequence (name, seq) SELECT 'posts', seq FROM sqlite_sequence WHERE name = 'outbox';
DROP TABLE outbox;
ALTER TABLE posts RENAME TO outbox;
CREATE INDEX outbox_of_channel ON outbox (channel, id);
