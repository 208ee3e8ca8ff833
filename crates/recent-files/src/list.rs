//! The lists of recent files: a line for each of the sessions that were active last.

use std::fs;
use std::io::{self, ErrorKind};

use hook_state::{Links, StateDir, read_regular};
use serde::{Deserialize, Serialize};

use crate::ReadError;

/// The name of the file.
pub const LIST_NAME: &str = "context-recent.jsonl";

/// How many sessions have a list.
pub const MAX_LISTS: usize = 16;

/// How many files a list has at most.
pub const MAX_FILES: usize = 100;

/// No file is larger, in bytes: with paths of usual length it has a fiftieth of that.
const MAX_BYTES: u64 = 4 << 20;

/// The version, which the first line says.
const VERSION: usize = 1;

/// The files that a session touched, newest first, without those in the journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct List {
    /// The session. It comes first in its line, so that the line can be found by it.
    pub session: String,
    /// Path, time in milliseconds since 1970, and whether the main agent touched it.
    pub files: Vec<(String, i64, bool)>,
}

#[derive(Serialize, Deserialize)]
struct Head {
    version: usize,
}

/// Replaces the lists in a folder, atomically.
///
/// # Errors
/// If the file cannot be written.
pub fn write_lists(state: &StateDir, lists: &[List]) -> io::Result<()> {
    let mut bytes = serde_json::to_vec(&Head { version: VERSION })?;
    for list in lists.iter().take(MAX_LISTS) {
        bytes.push(b'\n');
        serde_json::to_writer(&mut bytes, list)?;
    }
    bytes.push(b'\n');
    state.write(LIST_NAME, &bytes)
}

/// Removes the lists in a folder, if there are any.
///
/// # Errors
/// If they are there and cannot be removed.
pub fn remove_lists(state: &StateDir) -> io::Result<()> {
    match fs::remove_file(state.file(LIST_NAME)) {
        Err(err) if err.kind() != ErrorKind::NotFound => Err(err),
        _ => Ok(()),
    }
}

/// The list of a session, which is empty where the file has none; `None` if there is no file.
pub(crate) fn list(state: &StateDir, session: &str) -> Result<Option<List>, ReadError> {
    let bytes = match read_regular(&state.file(LIST_NAME), Links::Refused, MAX_BYTES) {
        Err(err) if err.kind() == ErrorKind::NotFound => return Ok(None),
        bytes => bytes.map_err(|err| named(&err))?,
    };
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
    // A power cut may leave a file without a byte.
    let Some(head) = lines.next() else { return Ok(None) };
    let Head { version } = serde_json::from_slice(head).map_err(|_| malformed())?;
    if version > VERSION {
        return Err(ReadError::Newer { found: version, known: VERSION });
    }
    let files = Vec::new();
    let empty = List { session: session.to_owned(), files };
    let beginning = serde_json::to_string(&empty).unwrap_or_default();
    let beginning = beginning.trim_end_matches("]}");
    match lines.find(|line| line.starts_with(beginning.as_bytes())) {
        None => Ok(Some(empty)),
        Some(line) => serde_json::from_slice(line).map(Some).map_err(|_| malformed()),
    }
}

fn named(err: &io::Error) -> ReadError {
    io::Error::new(err.kind(), format!("{LIST_NAME}: {err}")).into()
}

fn malformed() -> ReadError {
    io::Error::new(ErrorKind::InvalidData, format!("{LIST_NAME} is not valid JSON")).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(session: &str, path: &str) -> List {
        List { session: session.to_owned(), files: vec![(path.to_owned(), 7, true)] }
    }

    #[test]
    fn each_session_has_its_list() {
        let folder = tempfile::tempdir().unwrap();
        let state = StateDir::new(folder.path().join("state"));
        assert_eq!(list(&state, "s").unwrap(), None);
        remove_lists(&state).unwrap();
        let lists = [of("s", "a\n\"b\""), of("s\"\n", "b"), of("", "c"), of("st", "d")];
        write_lists(&state, &lists).unwrap();
        for expected in &lists {
            assert_eq!(list(&state, &expected.session).unwrap().as_ref(), Some(expected));
        }
        assert!(list(&state, "t").unwrap().unwrap().files.is_empty());
        remove_lists(&state).unwrap();
        assert_eq!(list(&state, "s").unwrap(), None);
    }

    #[test]
    fn what_is_not_a_list_is_told_from_none() {
        let folder = tempfile::tempdir().unwrap();
        let state = StateDir::new(folder.path().to_owned());
        let read = |text: &str| {
            state.write(LIST_NAME, text.as_bytes()).unwrap();
            list(&state, "s").map(|list| list.is_some()).map_err(|err| err.to_string())
        };
        assert_eq!(read(""), Ok(false));
        assert_eq!(read("{\"version\":1}\n"), Ok(true));
        let newer = read("{\"version\":2}\n").unwrap_err();
        assert_eq!(newer, "written by a newer tacklebox (version 2; this one reads 1)");
        for damaged in ["garbage", "{\"version\":1}\n{\"session\":\"s\",\"files\":[\n"] {
            assert!(read(damaged).unwrap_err().starts_with(LIST_NAME), "{damaged}");
        }
    }
}
