//! Exclusive locks between hooks that run at the same time.

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::regular_file::{self, Access, Links};
use crate::replace::creating_folder;

const MIN_PAUSE: Duration = Duration::from_micros(200);
const MAX_PAUSE: Duration = Duration::from_millis(5);

/// An exclusive lock, held until it is dropped or the process ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of the file `path`, a file `.<name>.lock` beside it, which
    /// is left behind: to delete it would let two holders in. Tries at least
    /// once and then until `wait` is over, when it fails as `TimedOut`. It is for this user
    /// alone where the file is.
    pub(crate) fn of(path: &Path, access: Access, wait: Duration) -> io::Result<Lock> {
        let mut name = std::ffi::OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(".lock");
        let lock = path.with_file_name(name);
        let access = match access {
            Access::AppendPrivately | Access::EditPrivately => Access::EditPrivately,
            Access::Read | Access::Append | Access::Edit => Access::Edit,
        };
        let file = creating_folder(&lock, || lock_file(&lock, access))?;
        Lock::on(file, path, wait)
    }

    /// Takes the lock of a folder with other people's files, without leaving a file there: on Unix the
    /// folder itself is locked. If a folder cannot be locked (Windows, NFS), it is a file `.lock` in it.
    ///
    /// Fails if there is no such folder, and as `TimedOut` if another process
    /// holds the lock for longer than `wait`.
    pub fn of_folder(folder: &Path, wait: Duration) -> io::Result<Lock> {
        match regular_file::open(folder, Access::Read, Links::Followed) {
            // It may be made by another process now, which then holds the folder's own lock.
            Err(err) if err.kind() == ErrorKind::NotFound => return Err(err),
            Ok(opened) if !matches!(opened.try_lock(), Err(TryLockError::Error(_))) => {
                return Lock::on(opened, folder, wait);
            }
            _ => {}
        }
        Lock::on(lock_file(&folder.join(".lock"), Access::Edit)?, folder, wait)
    }

    fn on(file: File, path: &Path, wait: Duration) -> io::Result<Lock> {
        acquire(&file, path, wait)?;
        Ok(Lock { _file: file })
    }
}

/// A link in place of a lock file is refused, because it would create a file elsewhere. A pipe can be
/// locked like a file. Windows cannot lock a file that is only opened for appending.
fn lock_file(path: &Path, access: Access) -> io::Result<File> {
    regular_file::open(path, access, Links::Refused)
}

/// Locks an open file; errors name `path`.
pub(crate) fn acquire(file: &File, path: &Path, wait: Duration) -> io::Result<()> {
    let started = Instant::now();
    let mut pause = MIN_PAUSE;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::Error(err)) => return Err(err),
            Err(TryLockError::WouldBlock) => {}
        }
        let left = wait.saturating_sub(started.elapsed());
        if left.is_zero() {
            let message = format!("{} is locked by another process", path.display());
            return Err(io::Error::new(ErrorKind::TimedOut, message));
        }
        thread::sleep(pause.min(left));
        pause = (pause * 2).min(MAX_PAUSE);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn a_link_in_the_place_of_a_lock_makes_nothing_elsewhere() {
        let folder = TempDir::new().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::os::unix::fs::symlink(at("elsewhere"), at(".log.jsonl.lock")).unwrap();
        let err = Lock::of(&at("log.jsonl"), Access::Edit, Duration::ZERO).unwrap_err();
        assert_eq!(err.to_string(), "a symbolic link, which is not followed here");
        assert!(!at("elsewhere").exists());
    }
}
