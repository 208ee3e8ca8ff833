//! Detects cheaply whether a file has changed.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// The coarsest clock of a file system in use, that of FAT.
const GRAIN: Duration = Duration::from_secs(2);

/// A file's path, length and times, and on Unix its inode and device. Equal fingerprints mean equal
/// content, except for changes within the resolution of the clock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint {
    path: PathBuf,
    length: u64,
    modified: i128,
    changed: i128,
    inode: u64,
    device: u64,
}

impl Fingerprint {
    /// The fingerprint of `path`, links followed; `None` if there is no such file. Fails with the system's
    /// errors.
    pub fn of(path: &Path) -> io::Result<Option<Fingerprint>> {
        match fs::metadata(path) {
            Ok(metadata) => Ok(Some(Fingerprint::new(path, &metadata))),
            Err(err) if is_missing(&err) => Ok(None),
            Err(err) => Err(err),
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    #[cfg(unix)]
    pub(crate) fn new(path: &Path, metadata: &Metadata) -> Fingerprint {
        use std::os::unix::fs::MetadataExt;
        let nanos = |seconds: i64, nanos: i64| {
            i128::from(seconds) * i128::from(1_000_000_000_u32) + i128::from(nanos)
        };
        Fingerprint {
            path: path.to_path_buf(),
            length: metadata.len(),
            modified: nanos(metadata.mtime(), metadata.mtime_nsec()),
            changed: nanos(metadata.ctime(), metadata.ctime_nsec()),
            inode: metadata.ino(),
            device: metadata.dev(),
        }
    }

    #[cfg(not(unix))]
    pub(crate) fn new(path: &Path, metadata: &Metadata) -> Fingerprint {
        let modified = metadata.modified().map_or(i128::MAX, since_epoch);
        Fingerprint {
            path: path.to_path_buf(),
            length: metadata.len(),
            modified,
            changed: modified,
            inode: 0,
            device: 0,
        }
    }

    /// Whether the file is old enough at `now` that another change would show in its times.
    pub(crate) fn is_settled(&self, now: SystemTime) -> bool {
        let latest = self.modified.max(self.changed);
        now.checked_sub(GRAIN).is_some_and(|limit| latest <= since_epoch(limit))
    }
}

pub(crate) fn is_missing(err: &io::Error) -> bool {
    matches!(err.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

fn since_epoch(time: SystemTime) -> i128 {
    let nanos = |span: Duration| i128::try_from(span.as_nanos()).unwrap_or(i128::MAX);
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => nanos(after),
        Err(before) => -nanos(before.duration()),
    }
}
