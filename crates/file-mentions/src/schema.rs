//! The version of the database and the steps that lead to it.
//!
//! The version is SQLite's `user_version`. A step is never edited after a
//! release: what has to change is a further step.

use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, TransactionBehavior};

use crate::error::StoreError;

/// Step *n* (from 0) leads from version *n* to version *n* + 1.
const STEPS: [&str; 5] = [
    include_str!("schema/1.sql"),
    include_str!("schema/2.sql"),
    include_str!("schema/3.sql"),
    include_str!("schema/4.sql"),
    include_str!("schema/5.sql"),
];

/// The version that this program reads and writes.
pub(crate) const CURRENT: usize = STEPS.len();

const PAUSE: Duration = Duration::from_millis(2);

/// The version of a database; 0 for one that nobody has prepared yet.
///
/// The first statement on a connection is what opens the file, so this is also
/// where a lock, damage, or a file of another kind comes to light.
pub(crate) fn version(connection: &Connection) -> rusqlite::Result<usize> {
    let version: i64 = connection.query_row("PRAGMA user_version", (), |row| row.get(0))?;
    Ok(usize::try_from(version).unwrap_or(usize::MAX))
}

/// Brings a database to the current version, keeping what is in it.
///
/// Many processes may do so at once. While one of them switches a new database
/// to WAL, SQLite turns the others away without waiting, hence the loop.
pub(crate) fn prepare(connection: &mut Connection, patience: Duration) -> Result<(), StoreError> {
    let started = Instant::now();
    loop {
        match migrate(connection, &STEPS) {
            Err(StoreError::Locked) if started.elapsed() < patience => thread::sleep(PAUSE),
            result => return result,
        }
    }
}

fn migrate(connection: &mut Connection, steps: &[&str]) -> Result<(), StoreError> {
    let found = known_version(connection, steps)?;
    if found == steps.len() {
        return Ok(());
    }
    if found == 0 {
        // Kept in the file, and not possible within a transaction.
        connection.pragma_update(None, "journal_mode", "WAL")?;
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have been faster, and be of a later version.
    for step in steps.iter().skip(known_version(&transaction, steps)?) {
        transaction.execute_batch(step)?;
    }
    let version = i64::try_from(steps.len()).unwrap_or_default();
    transaction.pragma_update(None, "user_version", version)?;
    transaction.commit()?;
    Ok(())
}

fn known_version(connection: &Connection, steps: &[&str]) -> Result<usize, StoreError> {
    match version(connection)? {
        found if found > steps.len() => Err(StoreError::Newer { found, known: steps.len() }),
        found => Ok(found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Data of every table of version 1.
    const FIRST_DATA: &str = "
        INSERT INTO sessions VALUES (1, 's', 7, NULL);
        INSERT INTO files VALUES (1, 'src/a.rs');
        INSERT INTO turns VALUES (1, 1, '', 0, 'assistant', 5, 'said', 0);
        INSERT INTO turn_files VALUES (1, 5, 1, 1);
        INSERT INTO mentions VALUES (1, 'c', 1, '', 'Read', 7);
        INSERT INTO latest VALUES (1, 1, 7, 1);
        INSERT INTO transcripts VALUES (1, '', 100, 3, 1, 0);";

    const FIRST_TABLES: [&str; 7] =
        ["sessions", "files", "turns", "turn_files", "mentions", "latest", "transcripts"];

    /// The table that each later version adds, with data.
    const LATER_DATA: [(&str, &str); CURRENT - 1] = [
        ("notes", "INSERT INTO notes VALUES (1, 'a', 9, 'n')"),
        ("forgotten", "INSERT INTO forgotten VALUES (1, 7)"),
        ("newest", "INSERT INTO newest VALUES (1, 1, 1, 0, 0)"),
        ("prepared", "INSERT INTO prepared VALUES ('src/a.rs', 0, 10, 7)"),
    ];

    fn database() -> Connection {
        Connection::open_in_memory().unwrap()
    }

    /// All rows of a table, each as text.
    fn rows(connection: &Connection, table: &str) -> Vec<String> {
        let mut statement = connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let columns = statement.column_count();
        let text = |row: &rusqlite::Row<'_>| -> rusqlite::Result<String> {
            let values = (0..columns).map(|at| row.get::<_, rusqlite::types::Value>(at));
            Ok(format!("{:?}", values.collect::<rusqlite::Result<Vec<_>>>()?))
        };
        statement.query_map((), text).unwrap().map(Result::unwrap).collect()
    }

    fn schema(connection: &Connection) -> Vec<String> {
        rows(connection, "(SELECT type, name, sql FROM sqlite_schema ORDER BY name)")
    }

    #[test]
    fn every_old_version_is_upgraded_with_its_data() {
        let mut fresh = database();
        migrate(&mut fresh, &STEPS).unwrap();
        for old in 1..=CURRENT {
            let mut connection = database();
            migrate(&mut connection, &STEPS[..old]).unwrap();
            connection.execute_batch(FIRST_DATA).unwrap();
            let later = LATER_DATA.iter().take(old - 1);
            for (_, data) in later.clone() {
                connection.execute_batch(data).unwrap();
            }
            let tables = FIRST_TABLES.iter().chain(later.map(|(table, _)| table));
            let before: Vec<_> = tables.map(|table| (table, rows(&connection, table))).collect();
            migrate(&mut connection, &STEPS).unwrap();
            assert_eq!(version(&connection).unwrap(), CURRENT, "from {old}");
            assert_eq!(schema(&connection), schema(&fresh), "from {old}");
            for (table, rows_before) in before {
                assert_eq!(rows_before.len(), 1, "{table} of version {old} has data");
                assert_eq!(rows(&connection, table), rows_before, "{table} from {old}");
            }
        }
    }

    #[test]
    fn a_newer_version_is_left_alone() {
        let mut connection = database();
        connection.pragma_update(None, "user_version", 99).unwrap();
        let err = migrate(&mut connection, &STEPS).unwrap_err();
        assert!(matches!(err, StoreError::Newer { found: 99, known: CURRENT }), "{err}");
        assert_eq!(schema(&connection), Vec::<String>::new());
    }
}
