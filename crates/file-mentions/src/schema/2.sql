-- What a person wants to be remembered of a file.
CREATE TABLE notes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL,
    at INTEGER NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (path, text)
) STRICT;
