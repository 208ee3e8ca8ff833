//! The files of a store as they were: whether anybody has written into it since.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use hook_state::StateDir;

/// A stamp in words.
pub(crate) const STAMP: usize = 8;

/// The files of a store as they were.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp(pub(crate) [u64; STAMP]);

impl Stamp {
    pub(crate) fn of(store: &Path) -> io::Result<Stamp> {
        let [device, inode, size, seconds, nanos] = identity(&fs::metadata(store)?);
        let log = match fs::metadata(with_ending(store, "-wal")) {
            Ok(log) if log.len() > 0 => identity(&log),
            // A reader leaves an empty one.
            Ok(_) => [0; 5],
            Err(err) if err.kind() == ErrorKind::NotFound => [0; 5],
            Err(err) => return Err(err),
        };
        let [_, _, log_size, log_seconds, log_nanos] = log;
        Ok(Stamp([device, inode, size, seconds, nanos, log_size, log_seconds, log_nanos]))
    }

    /// Whether all of the store is in one file.
    pub(crate) fn is_without_log(self) -> bool {
        let [.., size, _, _] = self.0;
        size == 0
    }
}

/// What tells a file from others, its size, and when it was written.
fn identity(found: &Metadata) -> [u64; 5] {
    let written = found.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    let written = written.unwrap_or_default();
    let [device, inode] = place(found);
    [device, inode, found.len(), written.as_secs(), u64::from(written.subsec_nanos())]
}

#[cfg(unix)]
fn place(found: &Metadata) -> [u64; 2] {
    use std::os::unix::fs::MetadataExt as _;
    [found.dev(), found.ino()]
}

#[cfg(not(unix))]
fn place(_: &Metadata) -> [u64; 2] {
    [0; 2]
}

/// The folder of a store.
pub(crate) fn folder(store: &Path) -> StateDir {
    StateDir::new(store.parent().unwrap_or(store).to_path_buf())
}

/// The name of a file that stands beside the store.
pub(crate) fn with_ending(store: &Path, ending: &str) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
