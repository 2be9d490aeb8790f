CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    server BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    parent BIGINT,
    creator BIGINT NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'running', 'over', 'aborted')),
    seed BLOB NOT NULL,
    version INTEGER NOT NULL DEFAULT 0,
    number INTEGER NOT NULL DEFAULT 0,
    turns INTEGER NOT NULL DEFAULT 0,
    posted INTEGER NOT NULL DEFAULT -1,
    computer_due INTEGER NOT NULL DEFAULT 0,
    result TEXT,
    created REAL NOT NULL,
    ended REAL
);
CREATE UNIQUE INDEX one_open_table_a_channel ON tables (channel) WHERE status IN ('lobby', 'running');
CREATE INDEX tables_of_channel ON tables (channel, id);
CREATE INDEX computers_due ON tables (id) WHERE computer_due = 1;

CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    member BIGINT,
    name TEXT NOT NULL,
    username TEXT NOT NULL,
    stamp INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, seat)
);
CREATE UNIQUE INDEX one_seat_a_member ON seats (table_id, member) WHERE member IS NOT NULL;
CREATE INDEX seats_of_member ON seats (member);

CREATE TABLE moves (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    member BIGINT,
    move TEXT NOT NULL,
    facts TEXT NOT NULL,
    reveals INTEGER NOT NULL,
    ends INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, number)
);

CREATE TABLE snapshots (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    turns INTEGER NOT NULL,
    state BLOB NOT NULL,
    PRIMARY KEY (table_id, number)
);
CREATE INDEX snapshots_by_turn ON snapshots (table_id, turns, number);

CREATE TABLE interactions (
    id BIGINT PRIMARY KEY,
    at REAL NOT NULL
);
CREATE INDEX interactions_by_age ON interactions (at);

CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    channel BIGINT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    sending INTEGER NOT NULL DEFAULT 0,
    due REAL NOT NULL,
    created REAL NOT NULL
);
CREATE INDEX outbox_of_channel ON outbox (channel, id);
