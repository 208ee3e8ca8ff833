-- Times are milliseconds since 1970, an empty `agent` is the main one.
-- Columns called `file` hold ids of `files` without a foreign key: a mention
-- is inserted often, and a file disappears only where all of them are swept.

CREATE TABLE sessions (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    last INTEGER NOT NULL,
    compacted INTEGER
) STRICT;

CREATE TABLE files (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE
) STRICT;

-- An id is never used again, so that a larger one is a later turn.
CREATE TABLE turns (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    agent TEXT NOT NULL,
    position INTEGER NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
    at INTEGER NOT NULL,
    text TEXT NOT NULL,
    last_words INTEGER NOT NULL,
    UNIQUE (session, agent, position)
) STRICT;

-- The past turns of a file, newest first, are a range of the primary key.
CREATE TABLE turn_files (
    file INTEGER NOT NULL,
    at INTEGER NOT NULL,
    turn INTEGER NOT NULL REFERENCES turns ON DELETE CASCADE,
    session INTEGER NOT NULL,
    PRIMARY KEY (file, at DESC, turn)
) STRICT, WITHOUT ROWID;

CREATE INDEX turn_files_of_turn ON turn_files (turn);

CREATE TABLE mentions (
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    call TEXT NOT NULL,
    file INTEGER NOT NULL,
    agent TEXT NOT NULL,
    tool TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (session, call, file)
) STRICT, WITHOUT ROWID;

CREATE TABLE latest (
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    file INTEGER NOT NULL,
    at INTEGER NOT NULL,
    by_main INTEGER NOT NULL,
    PRIMARY KEY (session, file)
) STRICT, WITHOUT ROWID;

-- The recent files of a session are a range of this index.
CREATE INDEX latest_by_time ON latest (session, at DESC, file, by_main);

-- How far each transcript was read; `tail` is a hash of what came before.
CREATE TABLE transcripts (
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    agent TEXT NOT NULL,
    offset INTEGER NOT NULL,
    tail INTEGER NOT NULL,
    exchange INTEGER NOT NULL,
    ahead INTEGER NOT NULL,
    PRIMARY KEY (session, agent)
) STRICT, WITHOUT ROWID;
