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
    let status = place.shell("file-context-hook status").unwrap();
    let words = String::from_utf8(status.stdout).unwrap();
    let path = words.lines().find_map(|line| line.strip_prefix("store ")).unwrap();
    PathBuf::from(path.trim())
}

/// The exit code of a command, and what it prints on stderr.
fn failure(place: &Place, line: &str) -> (Option<i32>, String) {
    let output = place.shell(line).unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

pub(crate) fn a_lock_is_told_from_damage() {
    let place = Place::new(PROGRAM).unwrap();
    place.shell("file-context-hook note add a.rs 'It is sorted.'").unwrap();
    let store = store_of(&place);
    let file = OpenOptions::new().read(true).write(true).open(&store).unwrap();
    fcntl_lock(&file, FlockOperation::LockExclusive).unwrap();
    for line in ["file-context-hook status", "file-context-hook query --file a.rs"] {
        let (code, words) = failure(&place, line);
        assert_eq!(code, Some(2), "{line}");
        assert!(words.contains("locked by another process"), "{words}");
    }
    drop(file);
    assert_eq!(failure(&place, "file-context-hook query --file a.rs").0, Some(0));

    let length = store.metadata().unwrap().len();
    let mut file = OpenOptions::new().write(true).open(&store).unwrap();
    file.seek(SeekFrom::Start(PAGE)).unwrap();
    file.write_all(&vec![0xa5; usize::try_from(length - PAGE).unwrap()]).unwrap();
    let (code, words) = failure(&place, "file-context-hook query --file a.rs");
    assert_eq!(code, Some(2));
    assert!(words.contains("the store is damaged"), "{words}");
}
