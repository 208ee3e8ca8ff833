//! Reads and writes single files: whole or not at all, with the mode that they had.

use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use hook_state::{Links, read_regular};
use tempfile::NamedTempFile;

use crate::error::InstallError;

/// What the names of new files and links begin with, until they get those that they are for.
pub(crate) const PREFIX: &str = ".tacklebox-";

/// More than this is no settings file.
pub(crate) const MAX_BYTES: u64 = 4 << 20;

/// How long another of us may be at work on a file. It takes milliseconds.
const MAX_WAIT: Duration = Duration::from_secs(30);

/// How long to sleep before another look at a lock.
const PAUSE: Duration = Duration::from_millis(20);

/// What is in a settings file, or `None` where there is none.
pub(crate) fn read(path: &Path) -> Result<Option<String>, InstallError> {
    let Some(file) = resolve(path)? else {
        return Ok(None);
    };
    let read = read_regular(&file, Links::Followed, MAX_BYTES);
    let text = read.and_then(|bytes| {
        String::from_utf8(bytes).map_err(|err| io::Error::new(ErrorKind::InvalidData, err))
    });
    text.map(Some).map_err(|err| match err.kind() {
        ErrorKind::FileTooLarge => {
            InstallError::Refused(format!("{} is too large for a settings file", path.display()))
        }
        _ => InstallError::failed("read", path)(err),
    })
}

/// The file itself behind any links, or `None` where there is none.
pub(crate) fn resolve(path: &Path) -> Result<Option<PathBuf>, InstallError> {
    let file = match fs::canonicalize(path) {
        Ok(file) => file,
        Err(err) if err.kind() == ErrorKind::NotFound && !path.is_symlink() => return Ok(None),
        Err(err) => return Err(InstallError::failed("follow", path)(err)),
    };
    if !file.is_file() {
        return Err(InstallError::Refused(format!("{} is not a file", path.display())));
    }
    Ok(Some(file))
}

/// Whether the file has a name beside this one: a hard link.
#[cfg(unix)]
pub(crate) fn has_other_names(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata(path).is_ok_and(|found| found.nlink() > 1)
}

#[cfg(not(unix))]
pub(crate) fn has_other_names(_: &Path) -> bool {
    false
}

/// Makes the folder of `path`, and holds its lock until the value is dropped. A file system
/// without locks is no reason to fail.
pub(crate) fn lock(path: &Path) -> Result<Option<File>, InstallError> {
    let Some(dir) = path.parent() else {
        return Ok(None);
    };
    fs::create_dir_all(dir).map_err(InstallError::failed("make", dir))?;
    lock_folder(dir, path)
}

/// Holds the lock of a folder for `path`, which is named where that takes too long.
pub(crate) fn lock_folder(dir: &Path, path: &Path) -> Result<Option<File>, InstallError> {
    let Ok(dir) = File::open(dir) else {
        return Ok(None);
    };
    let started = Instant::now();
    loop {
        match dir.try_lock() {
            Ok(()) => return Ok(Some(dir)),
            Err(fs::TryLockError::Error(_)) => return Ok(None),
            Err(fs::TryLockError::WouldBlock) if started.elapsed() > MAX_WAIT => {
                return Err(InstallError::Busy(path.to_owned()));
            }
            Err(fs::TryLockError::WouldBlock) => thread::sleep(PAUSE),
        }
    }
}

/// Puts `content` in the place of `path`, in one step. What was a link becomes a file: nothing is
/// written through it. Without `permissions` the file gets those that the person's `umask` gives.
pub(crate) fn replace(
    path: &Path,
    content: &[u8],
    permissions: Option<Permissions>,
) -> io::Result<()> {
    new_beside(path, content, permissions)?.persist(path)?;
    Ok(())
}

/// The same where nothing has this name, not even a link to nowhere: else `AlreadyExists`.
pub(crate) fn create(
    path: &Path,
    content: &[u8],
    permissions: Option<Permissions>,
) -> io::Result<()> {
    new_beside(path, content, permissions)?.persist_noclobber(path)?;
    Ok(())
}

/// A new file beside `path`, with all of its content on the disk; it goes unless it is persisted.
pub(crate) fn new_beside(
    path: &Path,
    content: &[u8],
    permissions: Option<Permissions>,
) -> io::Result<NamedTempFile> {
    let dir = path.parent().ok_or_else(|| io::Error::other("it has no folder"))?;
    fs::create_dir_all(dir)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut new = builder.tempfile_in(dir)?;
    if let Some(permissions) = permissions {
        new.as_file().set_permissions(permissions)?;
    }
    new.write_all(content)?;
    new.as_file().sync_all()?;
    Ok(new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_too_large_is_not_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("settings.json");
        let file = File::create(&path).unwrap();
        file.set_len(MAX_BYTES).unwrap();
        assert!(read(&path).is_ok());
        file.set_len(MAX_BYTES + 1).unwrap();
        assert!(read(&path).unwrap_err().to_string().contains("too large"));
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_written_through_a_link() {
        let dir = tempfile::tempdir().unwrap();
        let [link, victim] = ["link", "victim"].map(|name| dir.path().join(name));
        std::os::unix::fs::symlink(&victim, &link).unwrap();
        let refused = create(&link, b"new", None).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::AlreadyExists);
        assert!(link.is_symlink() && !victim.exists());
        replace(&link, b"new", None).unwrap();
        assert!(!link.is_symlink() && !victim.exists());
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}
