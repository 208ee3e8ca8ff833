//! What the tools say of a store that no recorded case can hold.

use std::fs::OpenOptions;
use std::io::{Seek, SeekFrom, Write};
use std::path::PathBuf;

use golden::place::Place;
use rustix::fs::{FlockOperation, fcntl_lock};

const PROGRAM: &str = env!("CARGO_BIN_EXE_file-context-hook");

/// The first page holds the schema; what lies behind it is the data.
const PAGE: u64 = 4096;

fn store_of(place: &Place) -> PathBuf {
    let doctor = place.shell("file-context-hook doctor").unwrap();
    let words = String::from_utf8(doctor.stdout).unwrap();
    let (_, path) = words.lines().next().unwrap().split_once("store ").unwrap();
    PathBuf::from(path.trim())
}

pub(crate) fn damage_is_found_and_named() {
    let place = Place::new(PROGRAM).unwrap();
    place.shell("file-context-hook note add a.rs 'It is sorted.'").unwrap();
    let sound = place.shell("file-context-hook doctor").unwrap();
    assert!(sound.status.success());
    assert!(String::from_utf8(sound.stdout).unwrap().contains("\ndamage         none\n"));

    let store = store_of(&place);
    let length = store.metadata().unwrap().len();
    let mut file = OpenOptions::new().write(true).open(&store).unwrap();
    file.seek(SeekFrom::Start(PAGE)).unwrap();
    file.write_all(&vec![0xa5; usize::try_from(length - PAGE).unwrap()]).unwrap();
    let damaged = place.shell("file-context-hook doctor --file a.rs").unwrap();
    assert_eq!(damaged.status.code(), Some(1));
    let words = String::from_utf8(damaged.stdout).unwrap();
    assert!(words.contains("\ndamage "), "{words}");
    assert!(!words.contains("damage         none"), "{words}");
    assert!(words.contains("a.rs: the store cannot be read"), "{words}");
}

pub(crate) fn a_lock_is_told_from_damage() {
    let place = Place::new(PROGRAM).unwrap();
    place.shell("file-context-hook note add a.rs 'It is sorted.'").unwrap();
    let store = OpenOptions::new().read(true).write(true).open(store_of(&place)).unwrap();
    fcntl_lock(&store, FlockOperation::LockExclusive).unwrap();
    let doctor = place.shell("file-context-hook doctor | tail -n 1").unwrap();
    let words = String::from_utf8(doctor.stdout).unwrap();
    assert_eq!(words, "state          the store is locked by another process\n");
    let query = place.shell("file-context-hook query --file a.rs").unwrap();
    assert_eq!(query.status.code(), Some(2));
    drop(store);
    let query = place.shell("file-context-hook query --file a.rs").unwrap();
    assert!(query.status.success());
}
