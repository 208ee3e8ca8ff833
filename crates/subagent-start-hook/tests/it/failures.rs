//! Stores that cannot be read. Those that are no database at all are the cases
//! `failure-*`.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::time::{Duration, Instant};

use rustix::fs::{FlockOperation, fcntl_lock};

use crate::ground::{Ground, Said};

/// Where SQLite keeps `user_version` in a database file.
const USER_VERSION: u64 = 60;

/// A store without its index: it has to be opened.
fn filled() -> Ground {
    let ground = Ground::new();
    ground.read("a", 1).end_turn();
    fs::remove_file(ground.state("context.db-index")).unwrap();
    ground
}

#[track_caller]
fn check_error(said: &Said, words: &str) {
    assert_eq!(said.context, None);
    let expected = "subagent-start-hook: could not look up the files of the session: ";
    assert!(said.errors.starts_with(expected), "{}", said.errors);
    assert!(said.errors.contains(words), "{}", said.errors);
    assert_eq!(said.errors.lines().count(), 1, "{}", said.errors);
}

fn set_version(ground: &Ground, version: u32) {
    let mut store = File::options().write(true).open(ground.store()).unwrap();
    store.seek(SeekFrom::Start(USER_VERSION)).unwrap();
    store.write_all(&version.to_be_bytes()).unwrap();
}

pub(crate) fn a_locked_store_holds_nothing_up() {
    let ground = filled();
    let store = File::options().read(true).write(true).open(ground.store()).unwrap();
    fcntl_lock(&store, FlockOperation::LockExclusive).unwrap();
    let started = Instant::now();
    check_error(&ground.start("a1"), "the store is locked by another process");
    assert!(started.elapsed() < Duration::from_secs(2));
    drop(store);
    assert_eq!(ground.start("a1").files(), ["a"], "it was not told before");
    ground.end_turn();
    let store = File::options().read(true).write(true).open(ground.store()).unwrap();
    fcntl_lock(&store, FlockOperation::LockExclusive).unwrap();
    assert_eq!(ground.start("a2").files(), ["a"], "the index knows it");
}

pub(crate) fn a_newer_store_is_not_read() {
    let ground = filled();
    set_version(&ground, 99);
    check_error(&ground.start("a1"), "the store has version 99, and this program knows");
}

pub(crate) fn an_older_store_is_left_to_those_who_write_it() {
    let ground = filled();
    set_version(&ground, 1);
    assert_eq!(ground.start("a1").files(), [""; 0]);
}

pub(crate) fn a_damaged_store_is_not_read() {
    let ground = filled();
    let mut bytes = fs::read(ground.store()).unwrap();
    bytes[4096..].fill(0xa5);
    File::create(ground.store()).unwrap().write_all(&bytes).unwrap();
    check_error(&ground.start("a1"), "the store is damaged");
}

pub(crate) fn a_marker_that_cannot_be_made_keeps_nothing_back() {
    let ground = filled();
    File::create(ground.state("subagents-told")).unwrap();
    for _ in 0..2 {
        let said = ground.start("a1");
        assert!(said.context.is_some());
        for words in ["could not sweep old markers", "could not remember that a subagent was told"]
        {
            assert!(said.errors.contains(words), "{}", said.errors);
        }
    }
}
