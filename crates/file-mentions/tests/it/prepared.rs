//! What is told of a file is prepared beside the store, and is what the store says.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use file_mentions::{Forget, Glance, History, Prepared, Reader, Retention, Role, Store, glance};
use project_paths::RelPath;
use rusqlite::Connection;

use crate::ground::{Ground, PATIENCE, append, at, rel};

/// What is told, of an answer its last words.
fn told(history: &History) -> Vec<String> {
    let notes = history.notes.iter().map(|note| format!("{note:?}"));
    let turns = history.turns.iter().map(|turn| {
        let last = if turn.role == Role::User { "" } else { turn.last_words() };
        let words = if last.trim().is_empty() { &turn.text } else { last };
        let (id, session, agent, at) = (turn.id, &turn.session, &turn.agent, turn.at);
        format!("{id} {session} {agent:?} {:?} {at:?}: {words}", turn.role)
    });
    notes.chain(turns).collect()
}

/// Checks that what is prepared, if it is, is what the store says.
#[track_caller]
pub(crate) fn check_prepared(prepared: Prepared, store: &Path, path: &RelPath, session: &str) {
    for limit in [1, 3, 1000] {
        let Some(found) = prepared.history(store, path, session, limit) else { continue };
        let stored = Reader::open(store, PATIENCE).unwrap();
        let stored = stored.history(path, session, limit).unwrap();
        assert_eq!(told(&found), told(&stored), "{path} for {session}, {limit}");
    }
}

fn texts(ground: &Ground) -> PathBuf {
    PathBuf::from(format!("{}-texts", ground.database().display()))
}

/// What is told to a session of a file without the store.
fn prepared(ground: &Ground, file: &str, session: &str, limit: usize) -> Option<History> {
    match glance(&ground.database(), &rel(file), session)? {
        Glance::Nothing => Some(History::default()),
        Glance::UpTo { prepared, .. } => {
            prepared.history(&ground.database(), &rel(file), session, limit)
        }
    }
}

/// Checks that something is told without the store, and that it is what the store says.
#[track_caller]
fn check_told(ground: &Ground, file: &str, session: &str) {
    let stored = ground.reader().history(&rel(file), session, 20).unwrap();
    let found = prepared(ground, file, session, 20).unwrap();
    assert_eq!(told(&found), told(&stored), "{file} for {session}");
}

/// A store of two sessions that have spoken of `a.rs`, in the second of which `b.rs` was
/// touched too.
fn spoken() -> Ground {
    let ground = Ground::new();
    for session in ["s0", "s1"] {
        let mut entries = ground.exchange("a.rs", "Mend it, please", &format!("In {session}."));
        entries.push(ground.says("It is done."));
        if session == "s1" {
            entries.extend(ground.exchange("b.rs", "And this", "That, too."));
        }
        let path = ground.transcript(&format!("{session}.jsonl"), &entries);
        ground.ingest(session, &path);
    }
    ground
}

#[test]
fn what_is_told_is_known_without_the_database() {
    let ground = spoken();
    ground.note("a.rs", "Sorted.", at(50));
    let expected = ground.reader().history(&rel("a.rs"), "x", 20).unwrap();
    assert_eq!((expected.notes.len(), expected.turns.len()), (1, 3), "each content once");
    let before = fs::metadata(ground.database()).unwrap();
    fs::write(ground.database(), vec![b'x'; usize::try_from(before.len()).unwrap()]).unwrap();
    let file = File::options().write(true).open(ground.database()).unwrap();
    file.set_modified(before.modified().unwrap()).unwrap();
    assert!(Reader::open(&ground.database(), PATIENCE).is_err(), "nobody can read it");
    let found = prepared(&ground, "a.rs", "x", 20).unwrap();
    assert_eq!(told(&found), told(&expected));
}

#[test]
fn it_follows_every_change() {
    let ground = spoken();
    let check = |file: &str| ["s0", "s1", "x"].map(|session| check_told(&ground, file, session));
    check("a.rs");
    let path = ground.transcript("s2.jsonl", &ground.exchange("a.rs", "And now?", "Now, too."));
    ground.ingest("s2", &path);
    check("a.rs");
    append(&path, &[ground.says("One word more.")]);
    ground.ingest("s2", &path);
    check("a.rs");
    ground.note("b.rs", "Sorted.", at(50));
    check("b.rs");
    ground.store().compacted("s1", at(60)).unwrap();
    check("a.rs");
    ground.store().forget(Forget::Session { name: "s0", until: at(70) }, false).unwrap();
    check("a.rs");
    ground.store().prune(Retention { days: 1, megabytes: 1 }, at(70), false).unwrap();
    check("a.rs");
    // Somebody else: a version of this program that has nothing prepared.
    let connection = Connection::open(ground.database()).unwrap();
    connection.execute("UPDATE turns SET text = 'Other words.', last_words = 0", ()).unwrap();
    connection.execute("UPDATE notes SET text = 'Another note.'", ()).unwrap();
    drop(connection);
    ground.store();
    check("a.rs");
    check("b.rs");
}

#[test]
fn what_is_forgotten_stands_nowhere() {
    let ground = spoken();
    let stands = |words: &str| {
        let bytes = fs::read(texts(&ground)).unwrap_or_default();
        bytes.windows(words.len()).any(|part| part == words.as_bytes())
    };
    assert!(stands("Mend it") && stands("And this"));
    ground.store().forget(Forget::File(&rel("b.rs")), false).unwrap();
    assert!(stands("Mend it") && !stands("And this"));
    ground.store().forget(Forget::Before(at(1000)), false).unwrap();
    assert!(!stands("Mend it"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        ground.note("a.rs", "Sorted.", at(50));
        let mode = fs::metadata(texts(&ground)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn texts_that_are_cut_damaged_or_gone_say_nothing() {
    let ground = spoken();
    let whole = fs::read(texts(&ground)).unwrap();
    let ask = || prepared(&ground, "a.rs", "x", 20);
    let expected = told(&ask().unwrap());
    for place in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x81;
        fs::write(texts(&ground), &damaged).unwrap();
        assert!(ask().is_none_or(|found| told(&found) == expected), "{place}");
        fs::write(texts(&ground), &whole[..place]).unwrap();
        assert!(ask().is_none_or(|found| told(&found) == expected), "{place}");
    }
    fs::write(texts(&ground), "").unwrap();
    assert_eq!(ask(), None);
    ground.note("c.rs", "Sorted.", at(50));
    assert_eq!(told(&ask().unwrap()), expected, "the next writer mends it");
    fs::remove_file(texts(&ground)).unwrap();
    assert_eq!(ask(), None);
    ground.note("d.rs", "Sorted.", at(50));
    assert_eq!(told(&ask().unwrap()), expected, "the next writer mends it");
}

#[test]
fn of_many_turns_those_are_prepared_that_are_told() {
    let ground = Ground::new();
    let entries = (0..60).flat_map(|number| {
        ground.exchange("a.rs", &format!("Ask number {number}"), &format!("Answer {number}"))
    });
    let path = ground.transcript("s0.jsonl", &entries.collect::<Vec<_>>());
    ground.ingest("s0", &path);
    check_told(&ground, "a.rs", "x");
    assert_eq!(prepared(&ground, "a.rs", "x", 100), None, "not so many");
    ground.store().compacted("s0", at(10_000)).unwrap();
    check_told(&ground, "a.rs", "s0");
}

#[test]
fn many_files_are_prepared_one_after_the_other() {
    let ground = Ground::new();
    let insert = "INSERT INTO notes (path, at, text) VALUES (?1, 1, 'n')";
    ground.store();
    let connection = Connection::open(ground.database()).unwrap();
    connection.execute_batch("BEGIN").unwrap();
    for number in 0..450 {
        connection.execute(insert, (format!("{number}.rs"),)).unwrap();
    }
    connection.execute_batch("COMMIT").unwrap();
    drop(connection);
    let count = || (0..450).filter(|n| prepared(&ground, &format!("{n}.rs"), "x", 20).is_some());
    let changes = [200, 400, 450].map(|expected| {
        Store::open(&ground.database(), PATIENCE).unwrap().compacted("s", at(1)).unwrap();
        std::thread::sleep(Duration::from_millis(1));
        (count().count(), expected)
    });
    assert!(changes.iter().all(|(found, expected)| found == expected), "{changes:?}");
}
