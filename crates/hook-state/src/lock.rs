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
        let file = creating_folder(&lock, || writable(&lock))?;
        Lock::on(file, path, wait)
    }

    /// Takes the lock of a folder that other people's files lie in, and leaves
    /// nothing there: on Unix it is that of the folder itself. Where a folder
    /// cannot be locked (Windows, NFS) it is that of a file `.lock` in it.
    ///
    /// Fails if there is no such folder, and as `TimedOut` if another process
    /// holds the lock for longer than `wait`.
    pub fn of_folder(folder: &Path, wait: Duration) -> io::Result<Lock> {
        if let Ok(opened) = File::open(folder)
            && !matches!(opened.try_lock(), Err(TryLockError::Error(_)))
        {
            return Lock::on(opened, folder, wait);
        }
        Lock::on(writable(&folder.join(".lock"))?, folder, wait)
    }

    fn on(file: File, path: &Path, wait: Duration) -> io::Result<Lock> {
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

/// Windows locks no file that is opened for appending alone, and to open a pipe for
/// writing alone would take forever.
fn writable(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path)
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
