-- Playing by post: clocks, reminders, stand-ins, votes, members' settings.
ALTER TABLE tables ADD COLUMN pace INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN board BIGINT;
ALTER TABLE tables ADD COLUMN acted REAL NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN warned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN closed TEXT;
ALTER TABLE tables ADD COLUMN trimmed INTEGER NOT NULL DEFAULT 0;
UPDATE tables SET acted = COALESCE(
    (SELECT at FROM moves m WHERE m.table_id = tables.id ORDER BY number DESC LIMIT 1), created);
CREATE INDEX tables_by_acted ON tables (acted) WHERE status IN ('lobby', 'running');
CREATE INDEX tables_to_trim ON tables (ended)
    WHERE status IN ('over', 'aborted') AND closed IS NULL AND trimmed = 0;
CREATE INDEX tables_of_server ON tables (server, status);

ALTER TABLE seats ADD COLUMN sat INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN stand_in TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN missed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN bank REAL NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN away REAL NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN due INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN called REAL;
ALTER TABLE seats ADD COLUMN running REAL;
ALTER TABLE seats ADD COLUMN remaining REAL;
ALTER TABLE seats ADD COLUMN deadline REAL;
ALTER TABLE seats ADD COLUMN notify REAL;
ALTER TABLE seats ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
CREATE INDEX seats_by_deadline ON seats (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX seats_by_notify ON seats (notify) WHERE notify IS NOT NULL;

ALTER TABLE moves ADD COLUMN stand_in INTEGER NOT NULL DEFAULT 0;
ALTER TABLE moves ADD COLUMN took REAL;

CREATE TABLE sitters (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    until INTEGER NOT NULL,
    member BIGINT,
    name TEXT NOT NULL,
    username TEXT NOT NULL,
    PRIMARY KEY (table_id, seat, until)
);
CREATE INDEX sitters_of_member ON sitters (member);

CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    fact TEXT NOT NULL,
    posted INTEGER NOT NULL DEFAULT 0,
    at REAL NOT NULL
);
CREATE INDEX events_of_table ON events (table_id, id);

CREATE TABLE questions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('undo', 'remove', 'substitute')),
    seat INTEGER NOT NULL,
    asker BIGINT NOT NULL,
    member BIGINT,
    number INTEGER NOT NULL,
    asked REAL NOT NULL,
    closes REAL NOT NULL,
    outcome TEXT CHECK (outcome IN ('yes', 'no', 'late', 'void'))
);
CREATE INDEX open_questions ON questions (closes) WHERE outcome IS NULL;
CREATE INDEX questions_of_table ON questions (table_id) WHERE outcome IS NULL;

CREATE TABLE ballots (
    question_id INTEGER NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
    member BIGINT NOT NULL,
    yes INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (question_id, member)
);

CREATE TABLE members (
    member BIGINT PRIMARY KEY,
    dms TEXT NOT NULL DEFAULT 'all' CHECK (dms IN ('all', 'reminders', 'none')),
    every INTEGER NOT NULL DEFAULT 12,
    zone TEXT NOT NULL DEFAULT 'UTC',
    quiet_from INTEGER,
    quiet_until INTEGER,
    away_from REAL,
    away_until REAL,
    closed INTEGER NOT NULL DEFAULT 0
);

-- When the bot was last known to be there: one row.
CREATE TABLE heart (beat REAL);
INSERT INTO heart VALUES (NULL);
