//! Opening: what a reader makes of a store that is not there, not ours, not
//! whole or not free, and what a writer does about it.

use std::fs;
use std::path::Path;
use std::time::Duration;

use file_mentions::{Reader, Store, StoreError};
use rusqlite::Connection;

use crate::ground::{Ground, PATIENCE, mention, rel};

#[track_caller]
fn check_refused(path: &Path, expected: &str) {
    let err = Reader::open(path, Duration::ZERO).unwrap_err();
    assert!(err.to_string().starts_with(expected), "{err}");
}

#[test]
fn a_missing_store_is_missing_and_stays_so() {
    let ground = Ground::new();
    let err = Reader::open(&ground.database(), Duration::ZERO).unwrap_err();
    assert!(matches!(err, StoreError::Missing), "{err}");
    assert!(!ground.path("state").exists(), "a reader creates nothing");
    ground.file("state/projects/app/context.db", "");
    let err = Reader::open(&ground.database(), Duration::ZERO).unwrap_err();
    assert!(matches!(err, StoreError::Missing), "empty: {err}");
}

#[test]
fn a_writer_creates_the_store_and_its_folder() {
    let ground = Ground::new();
    ground.store();
    let connection = Connection::open(ground.database()).unwrap();
    let mode: String = connection.query_row("PRAGMA journal_mode", (), |row| row.get(0)).unwrap();
    assert_eq!(mode, "wal");
    assert_eq!(ground.reader().status().unwrap().version, 5);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let folder = fs::metadata(ground.path("state/projects/app")).unwrap();
        assert_eq!(folder.permissions().mode() & 0o777, 0o700);
    }
}

#[test]
fn a_store_whose_creator_was_killed_is_missing() {
    let ground = Ground::new();
    let (path, made) = (ground.database(), ground.path("made.db"));
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let connection = Connection::open(&made).unwrap();
    // With so small a cache what is not committed is in the file already.
    let half = "PRAGMA cache_size = 1; CREATE TABLE t (x); BEGIN;
        WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 9999)
        INSERT INTO t SELECT randomblob(200) FROM n;";
    connection.execute_batch(half).unwrap();
    fs::copy(&made, &path).unwrap();
    fs::copy(ground.path("made.db-journal"), path.with_extension("db-journal")).unwrap();
    let err = Reader::open(&path, Duration::ZERO).unwrap_err();
    assert!(matches!(err, StoreError::Missing), "{err}");
}

#[test]
fn an_old_store_is_upgraded_by_a_writer_alone() {
    let ground = Ground::new();
    let path = ground.database();
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch(include_str!("../../src/schema/1.sql")).unwrap();
    connection.pragma_update(None, "user_version", 1).unwrap();
    connection.execute_batch("INSERT INTO sessions VALUES (1, 'old', 1, NULL)").unwrap();
    drop(connection);
    check_refused(&path, "the store has version 1; the end of the next turn upgrades it to 5");
    ground.store();
    let status = ground.reader().status().unwrap();
    assert_eq!((status.version, status.sessions), (5, 1));
}

#[test]
fn a_newer_store_is_not_touched() {
    let ground = Ground::new();
    ground.store();
    let connection = Connection::open(ground.database()).unwrap();
    connection.pragma_update(None, "user_version", 7).unwrap();
    drop(connection);
    let before = fs::read(ground.database()).unwrap();
    check_refused(
        &ground.database(),
        "the store was written by a newer tacklebox (version 7; this one reads 5)",
    );
    let err = Store::open(&ground.database(), PATIENCE).unwrap_err();
    assert!(matches!(err, StoreError::Newer { found: 7, known: 5 }), "{err}");
    assert_eq!(fs::read(ground.database()).unwrap(), before);
}

#[test]
fn what_is_no_store_is_corrupt() {
    let ground = Ground::new();
    ground.file("state/projects/app/context.db", &"this is a text ".repeat(100));
    let err = Reader::open(&ground.database(), Duration::ZERO).unwrap_err();
    assert!(matches!(err, StoreError::Corrupt(_)), "{err}");
    let err = Store::open(&ground.database(), PATIENCE).unwrap_err();
    assert!(matches!(err, StoreError::Corrupt(_)), "{err}");
}

#[test]
fn a_damaged_store_says_so_and_does_not_panic() {
    let ground = Ground::new();
    let path = rel("src/a.rs");
    ground.store().record(&[mention("s", &path, "c", 1)]).unwrap();
    let whole = fs::read(ground.database()).unwrap();
    let mut seen = 0;
    for page in 1..whole.len() / 4096 {
        let mut damaged = whole.clone();
        damaged[page * 4096..(page + 1) * 4096].fill(0xa5);
        fs::write(ground.database(), &damaged).unwrap();
        let reader = ground.reader();
        let answers =
            [reader.recent_files("s", 10).map(drop), reader.history(&path, "t", 10).map(drop)];
        for answer in answers {
            match answer {
                Ok(()) => {}
                Err(StoreError::Corrupt(_)) => seen += 1,
                Err(err) => panic!("page {page}: {err}"),
            }
        }
        let found = reader.damage();
        assert!(!found.is_ok_and(|found| found.is_empty()), "page {page} is damaged");
    }
    assert!(seen > 0);
    fs::write(ground.database(), &whole).unwrap();
    assert_eq!(ground.reader().damage().unwrap(), Vec::<String>::new());
}

#[test]
fn a_folder_in_its_place_is_an_error() {
    let ground = Ground::new();
    fs::create_dir_all(ground.database()).unwrap();
    let err = Reader::open(&ground.database(), Duration::ZERO).unwrap_err();
    assert!(matches!(err, StoreError::Failed(_)), "{err}");
    assert!(Store::open(&ground.database(), PATIENCE).is_err());
}

#[test]
fn a_writer_does_not_keep_readers_out() {
    let ground = Ground::new();
    let path = rel("src/a.rs");
    ground.store().record(&[mention("s", &path, "c", 1)]).unwrap();
    let other = Connection::open(ground.database()).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let files = ground.reader().recent_files("s", 10).unwrap();
    assert_eq!(files[0].path, path);
}

#[test]
fn a_locked_store_is_waited_for_as_long_as_one_is_told() {
    let ground = Ground::new();
    ground.store();
    let other = Connection::open(ground.database()).unwrap();
    other.pragma_update(None, "locking_mode", "EXCLUSIVE").unwrap();
    other.execute_batch("BEGIN EXCLUSIVE; INSERT INTO files (path) VALUES ('x')").unwrap();
    let err = Reader::open(&ground.database(), Duration::ZERO).unwrap_err();
    assert!(matches!(err, StoreError::Locked), "{err}");
    let err = Reader::open(&ground.database(), Duration::from_millis(50)).unwrap_err();
    assert!(matches!(err, StoreError::Locked), "{err}");
    let err = Store::open(&ground.database(), Duration::from_millis(50)).unwrap_err();
    assert!(matches!(err, StoreError::Locked), "{err}");
    drop(other);
    ground.reader();
}

#[test]
fn a_writer_is_turned_away_only_when_its_patience_is_over() {
    let ground = Ground::new();
    let path = rel("src/a.rs");
    let mut store = Store::open(&ground.database(), Duration::from_millis(50)).unwrap();
    let other = Connection::open(ground.database()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let err = store.record(&[mention("s", &path, "c", 1)]).unwrap_err();
    assert!(matches!(err, StoreError::Locked), "{err}");
    other.execute_batch("ROLLBACK").unwrap();
    store.record(&[mention("s", &path, "c", 1)]).unwrap();
}

/// Otherwise every reader that comes alone would pay for what the last writer left.
#[test]
fn a_log_that_is_left_behind_is_short() {
    let ground = Ground::new();
    let path = rel("src/a.rs");
    ground.store();
    let reader = ground.reader();
    for number in 0..300 {
        ground.store().record(&[mention("s", &path, &number.to_string(), number)]).unwrap();
    }
    drop(reader);
    let log = fs::metadata(ground.database().with_extension("db-wal")).unwrap().len();
    assert!(log < 512 << 10, "{log} bytes");
    assert_eq!(ground.reader().status().unwrap().mentions, 300);
}
