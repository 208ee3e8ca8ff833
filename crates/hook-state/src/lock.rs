//! Exclusive locks between the hooks that run at once.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::replace::creating_folder;

const FIRST_PAUSE: Duration = Duration::from_micros(200);
const LONGEST_PAUSE: Duration = Duration::from_millis(5);

/// An exclusive lock, held until dropped, and given up by the system when the
/// process ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of the file `path`, a file `.<name>.lock` beside it, which
    /// is left behind: to delete it would let two holders in. Tries at least
    /// once and then until `wait` is over, when it fails as `TimedOut`.
    pub(crate) fn of(path: &Path, wait: Duration) -> io::Result<Lock> {
        let mut name = std::ffi::OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(".lock");
        let lock = path.with_file_name(name);
        // Windows locks no file that is opened for appending alone.
        let open = || OpenOptions::new().create(true).truncate(false).write(true).open(&lock);
        let file = creating_folder(&lock, open)?;
        acquire(&file, wait).map_err(|err| match err.kind() {
            ErrorKind::TimedOut => {
                let message = format!("{} is locked by another process", path.display());
                io::Error::new(ErrorKind::TimedOut, message)
            }
            _ => err,
        })?;
        Ok(Lock { _file: file })
    }
}

fn acquire(file: &File, wait: Duration) -> io::Result<()> {
    let started = Instant::now();
    let mut pause = FIRST_PAUSE;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::Error(err)) => return Err(err),
            Err(TryLockError::WouldBlock) => {}
        }
        let left = wait.saturating_sub(started.elapsed());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        thread::sleep(pause.min(left));
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}
