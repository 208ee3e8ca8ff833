-- Where beside the database that stands which is told of a file. Whatever changes it takes the
-- row away, whoever writes.
CREATE TABLE prepared (
    path TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    length INTEGER NOT NULL,
    sum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER prepared_turn_added AFTER INSERT ON turn_files BEGIN
    DELETE FROM prepared WHERE path = (SELECT path FROM files WHERE id = new.file);
END;

CREATE TRIGGER prepared_turn_removed AFTER DELETE ON turn_files BEGIN
    DELETE FROM prepared WHERE path = (SELECT path FROM files WHERE id = old.file);
END;

CREATE TRIGGER prepared_turn_changed AFTER UPDATE ON turns BEGIN
    DELETE FROM prepared WHERE path IN (SELECT path FROM turn_files
        JOIN files ON files.id = file WHERE turn = new.id);
END;

CREATE TRIGGER prepared_note_added AFTER INSERT ON notes BEGIN
    DELETE FROM prepared WHERE path = new.path;
END;

CREATE TRIGGER prepared_note_changed AFTER UPDATE ON notes BEGIN
    DELETE FROM prepared WHERE path IN (old.path, new.path);
END;

CREATE TRIGGER prepared_note_removed AFTER DELETE ON notes BEGIN
    DELETE FROM prepared WHERE path = old.path;
END;
