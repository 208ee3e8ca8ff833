-- A session that a person wants forgotten, and up to when. What its transcripts
-- say of the time before may not be read yet.
CREATE TABLE forgotten (
    session INTEGER PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
    until INTEGER NOT NULL
) STRICT;
