//! A file of JSON lines for each session.

use std::fs::File;
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use crate::lock;
use crate::regular_file::{Access, Links, open_regular, read_regular};
use crate::replace::creating_folder;
use crate::state_dir::StateDir;

/// More than a session has reason to remember.
const MAX_BYTES: u64 = 4 << 20;

/// Files in a folder, one for each session, to which lines are appended.
///
/// For what only grows: a line costs one write, however much there is already. The lock is
/// that of the file itself, so that nothing else is left of a session. Any text is a
/// session's id. [`SessionFiles::sweep`](crate::SessionFiles::sweep) of the folder removes old
/// files of this kind, too.
///
/// ```
/// use std::time::Duration;
///
/// use hook_state::SessionLines;
///
/// # let folder = tempfile::tempdir()?;
/// let lines = SessionLines::new(folder.path().join("told"));
/// lines.hold("session", Duration::ZERO)?.append(&"a.rs")?;
/// assert_eq!(lines.read("session")?, ["a.rs"]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct SessionLines {
    folder: StateDir,
}

/// The file of a session, to which nobody else appends until this is dropped.
#[derive(Debug)]
pub struct HeldLines {
    file: File,
    bytes: Vec<u8>,
}

impl SessionLines {
    /// The files in `folder`, which is not touched.
    pub fn new(folder: PathBuf) -> SessionLines {
        SessionLines { folder: StateDir::new(folder) }
    }

    /// The lines of a session, oldest first; none if it has no file. What is no JSON, as a line
    /// that was cut, is passed over.
    ///
    /// Fails as `FileTooLarge` above 4 MiB, and as the system does.
    pub fn read(&self, session: &str) -> io::Result<Vec<Value>> {
        match read_regular(&self.file(session), Links::Followed, MAX_BYTES) {
            Ok(bytes) => Ok(lines(&bytes)),
            Err(err) if err.kind() == ErrorKind::NotFound => Ok(Vec::new()),
            Err(err) => Err(err),
        }
    }

    /// Keeps all others from appending to the file of a session, which is made, for this user
    /// alone, where it is missing.
    ///
    /// Fails as `TimedOut` if others do so for longer than `wait`, and as [`read`](Self::read).
    pub fn hold(&self, session: &str, wait: Duration) -> io::Result<HeldLines> {
        let path = self.file(session);
        let open = || open_regular(&path, Access::AppendPrivately, Links::Followed);
        let mut file = creating_folder(&path, open)?.into_file();
        lock::acquire(&file, &path, wait)?;
        let mut bytes = Vec::new();
        (&mut file).take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(ErrorKind::FileTooLarge.into());
        }
        Ok(HeldLines { file, bytes })
    }

    fn file(&self, session: &str) -> PathBuf {
        self.folder.file(&format!("{session}.jsonl"))
    }
}

impl HeldLines {
    /// The lines that were there, as [`SessionLines::read`] has them.
    pub fn lines(&self) -> Vec<Value> {
        lines(&self.bytes)
    }

    /// Appends one line, whole, and lets others append again. What was cut at the end is ended
    /// first, so that only it is lost.
    pub fn append(mut self, line: &impl Serialize) -> io::Result<()> {
        let mut bytes = serde_json::to_vec(line)?;
        if self.bytes.last().is_some_and(|last| *last != b'\n') {
            bytes.insert(0, b'\n');
        }
        bytes.push(b'\n');
        self.file.write_all(&bytes)
    }
}

fn lines(bytes: &[u8]) -> Vec<Value> {
    bytes
        .split(|byte| *byte == b'\n')
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::thread;

    use serde_json::json;
    use tempfile::TempDir;

    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn of_many_at_once_each_sees_those_before() {
        let folder = TempDir::new().unwrap();
        let files = SessionLines::new(folder.path().join("a/b"));
        thread::scope(|scope| {
            for _ in 0..16 {
                scope.spawn(|| {
                    for _ in 0..20 {
                        let held = files.hold("../s", LONG).unwrap();
                        let count = held.lines().len();
                        held.append(&count).unwrap();
                    }
                });
            }
        });
        let expected: Vec<Value> = (0..320).map(Value::from).collect();
        assert_eq!(files.read("../s").unwrap(), expected);
        assert_eq!(fs::read_dir(folder.path().join("a/b")).unwrap().count(), 1);
        assert_eq!(files.read("t").unwrap(), [Value::Null; 0]);
    }

    #[test]
    fn a_line_that_was_cut_is_the_only_one_lost() {
        let folder = TempDir::new().unwrap();
        let files = SessionLines::new(folder.path().to_path_buf());
        files.hold("s", LONG).unwrap().append(&json!({ "a": 1 })).unwrap();
        let path = folder.path().join("s.jsonl");
        let mut bytes = fs::read(&path).unwrap();
        bytes.extend(b"\xff\n{\"a\":");
        crate::replace(&path, &bytes).unwrap();
        files.hold("s", LONG).unwrap().append(&json!({ "a": 2 })).unwrap();
        assert_eq!(files.read("s").unwrap(), [json!({ "a": 1 }), json!({ "a": 2 })]);
    }

    #[test]
    fn a_file_that_is_held_is_waited_for_and_one_that_is_too_large_not_read() {
        let folder = TempDir::new().unwrap();
        let files = SessionLines::new(folder.path().to_path_buf());
        let held = files.hold("s", Duration::ZERO).unwrap();
        let err = files.hold("s", Duration::from_millis(5)).unwrap_err();
        assert_eq!(err.kind(), ErrorKind::TimedOut);
        assert!(err.to_string().ends_with("s.jsonl is locked by another process"), "{err}");
        assert_eq!(files.read("s").unwrap(), [Value::Null; 0]);
        drop(held);
        let large = File::create(folder.path().join("s.jsonl")).unwrap();
        large.set_len(MAX_BYTES + 1).unwrap();
        assert_eq!(files.hold("s", LONG).unwrap_err().kind(), ErrorKind::FileTooLarge);
        assert_eq!(files.read("s").unwrap_err().kind(), ErrorKind::FileTooLarge);
    }

    #[cfg(unix)]
    #[test]
    fn it_is_for_the_user_alone() {
        use std::os::unix::fs::PermissionsExt as _;

        let folder = TempDir::new().unwrap();
        let files = SessionLines::new(folder.path().join("told"));
        files.hold("s", LONG).unwrap().append(&1).unwrap();
        let mode =
            |path: &str| fs::metadata(folder.path().join(path)).unwrap().permissions().mode();
        assert_eq!(mode("told") & 0o777, 0o700);
        assert_eq!(mode("told/s.jsonl") & 0o777, 0o600);
    }
}
