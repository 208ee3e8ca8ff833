//! The table `newest`: for each file the newest turn that could be told, which is what the
//! index beside the store says of it. What is written here is never too small.

use rusqlite::{Connection, Row, Transaction};

use crate::checksum::hash;
use crate::index::Entry;
use crate::place::Place;

const ADD: &str = "
INSERT INTO newest (file, turn, session, others, own)
SELECT ?1, ?2, id, 0, CASE WHEN compacted IS NULL THEN 0 ELSE ?2 END FROM sessions WHERE id = ?3
ON CONFLICT DO UPDATE SET
    others = CASE WHEN session = excluded.session THEN others
        ELSE max(others, min(turn, excluded.turn)) END,
    own = CASE WHEN session = excluded.session THEN max(own, excluded.own)
        WHEN turn < excluded.turn THEN excluded.own ELSE own END,
    session = CASE WHEN turn < excluded.turn THEN excluded.session ELSE session END,
    turn = max(turn, excluded.turn)";

const ANEW: &str = "
DELETE FROM newest;
INSERT INTO newest (file, turn, session, others, own)
SELECT file, turn, session,
    coalesce((SELECT max(other.turn) FROM turn_files AS other
        WHERE other.file = top.file AND other.session <> top.session), 0),
    CASE WHEN (SELECT compacted FROM sessions WHERE id = session) IS NULL THEN 0 ELSE turn END
FROM (SELECT file, max(turn) AS turn, session FROM turn_files GROUP BY file) AS top;";

/// Adds that a file was touched in a turn of a session.
pub(crate) fn add(
    transaction: &Transaction<'_>,
    file: i64,
    turn: i64,
    session: i64,
) -> rusqlite::Result<()> {
    transaction.prepare(ADD)?.execute((file, turn, session))?;
    Ok(())
}

/// From now on a session is told what it said itself.
pub(crate) fn compacted(transaction: &Transaction<'_>, session: i64) -> rusqlite::Result<()> {
    transaction.execute("UPDATE newest SET own = turn WHERE session = ?1", (session,))?;
    Ok(())
}

/// Makes the table anew, where turns were removed.
pub(crate) fn anew(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute_batch(ANEW)
}

/// What is known of every file that has a turn or a note, and that a session is known.
pub(crate) fn entries(connection: &Connection) -> rusqlite::Result<Vec<Entry>> {
    let mut statement = connection.prepare(
        "SELECT path, turn, coalesce(name, ''), others, own, prepared.at, length, sum
        FROM newest JOIN files ON files.id = file LEFT JOIN sessions ON sessions.id = session
        LEFT JOIN prepared USING (path)",
    )?;
    let turns = statement.query_map((), |row| {
        let (path, session): (String, String) = (row.get(0)?, row.get(2)?);
        let (turn, others, own) = (row.get(1)?, row.get(3)?, row.get(4)?);
        let (path, session, prepared) = (hash(&path), hash(&session), place(row, 5)?);
        Ok(Entry { path, turn, session, others, own, note: 0, prepared })
    })?;
    let mut entries = turns.collect::<rusqlite::Result<Vec<_>>>()?;
    let mut statement = connection.prepare(
        "SELECT path, max(id), prepared.at, length, sum
        FROM notes LEFT JOIN prepared USING (path) GROUP BY path",
    )?;
    let notes = statement.query_map((), |row| {
        let path: String = row.get(0)?;
        let prepared = place(row, 2)?;
        Ok(Entry { path: hash(&path), note: row.get(1)?, prepared, ..Entry::default() })
    })?;
    for note in notes {
        entries.push(note?);
    }
    let sql = "SELECT name, compacted FROM sessions";
    let mut statement = connection.prepare(sql)?;
    let sessions = statement.query_map((), |row| {
        let name: String = row.get(0)?;
        Ok(Entry::of_session(&name, row.get(1)?))
    })?;
    for session in sessions {
        entries.push(session?);
    }
    Ok(entries)
}

/// Where that is which is told of the file of a row, in three columns.
fn place(row: &Row<'_>, first: usize) -> rusqlite::Result<Place> {
    let number = |column: usize| -> rusqlite::Result<u64> {
        Ok(row.get::<_, Option<i64>>(column)?.unwrap_or_default().cast_unsigned())
    };
    Ok(Place { at: number(first)?, length: number(first + 1)?, sum: number(first + 2)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is asked of the table, of all that was added.
    fn expected(added: &[(i64, i64, i64)], file: i64, session: i64) -> (i64, i64) {
        let of_file = added.iter().filter(|(of, _, _)| *of == file);
        let largest = |is_one: &dyn Fn(i64) -> bool| {
            let turns = of_file.clone().filter(|(_, _, whose)| is_one(*whose));
            turns.map(|(_, turn, _)| *turn).max().unwrap_or_default()
        };
        (largest(&|_| true), largest(&|whose| whose != session))
    }

    #[test]
    fn the_newest_turns_are_known_in_whatever_order_they_come() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..200 {
            let mut connection = Connection::open_in_memory().unwrap();
            let schema = "CREATE TABLE sessions (id INTEGER PRIMARY KEY, compacted INTEGER);
                CREATE TABLE turn_files (file, turn, session);
                CREATE TABLE newest (file INTEGER PRIMARY KEY, turn, session, others, own);
                INSERT INTO sessions VALUES (1, NULL), (2, NULL), (3, 7);";
            connection.execute_batch(schema).unwrap();
            let transaction = connection.transaction().unwrap();
            let added: Vec<_> = (0..random.usize(..12))
                .map(|_| (random.i64(1..3), random.i64(1..20), random.i64(1..4)))
                .collect();
            for (file, turn, session) in &added {
                add(&transaction, *file, *turn, *session).unwrap();
                let sql = "INSERT INTO turn_files VALUES (?1, ?2, ?3)";
                transaction.execute(sql, (file, turn, session)).unwrap();
            }
            for is_anew in [false, true] {
                if is_anew {
                    anew(&transaction).unwrap();
                }
                check(&transaction, &added);
            }
        }
    }

    fn check(transaction: &Transaction<'_>, added: &[(i64, i64, i64)]) {
        let sql = "SELECT file, turn, session, others, own FROM newest";
        let mut statement = transaction.prepare(sql).unwrap();
        let rows = statement.query_map((), |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
        });
        let rows: Vec<(i64, i64, i64, i64, i64)> = rows.unwrap().map(Result::unwrap).collect();
        let files: std::collections::BTreeSet<_> = added.iter().map(|(file, _, _)| file).collect();
        assert_eq!(rows.len(), files.len(), "{added:?}");
        for (file, turn, session, others, own) in rows {
            let (largest, of_others) = expected(added, file, session);
            assert_eq!(turn, largest, "{added:?}");
            assert!(others >= of_others && others <= turn, "{others} of {added:?}");
            assert_eq!(own, if session == 3 { turn } else { 0 }, "{added:?}");
        }
    }
}
