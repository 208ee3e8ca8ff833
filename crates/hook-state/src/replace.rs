//! Replaces files atomically: readers see the old content or the new one.

use std::fs::{self, DirBuilder};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::temporary_file::TemporaryFile;

/// The number of links in a row that Linux follows.
const MAX_LINKS: usize = 40;

/// Replaces the content of `path` in one step.
///
/// The mode of an existing file is kept. A symbolic link is kept too, and its target is replaced.
/// Nothing is flushed to the disk, because that costs more than everything else that a hook does:
/// after a power failure the file may be empty, so this is for caches and state.
///
/// Fails if the folder of `path` is missing or not writable, if `path` is not a regular file, or if
/// the disk is full.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    written_beside(path, bytes)?.rename(&target(path)?)
}

/// Like [`replace`], but asks `is_wanted` before the last step. Returns whether it replaced the file.
///
/// Fails like [`replace`].
pub fn replace_if(path: &Path, bytes: &[u8], is_wanted: impl FnOnce() -> bool) -> io::Result<bool> {
    let temporary = written_beside(path, bytes)?;
    let is_wanted = is_wanted();
    if is_wanted {
        temporary.rename(&target(path)?)?;
    }
    Ok(is_wanted)
}

/// Like [`replace`], but flushes to the disk: for files that people write.
pub fn replace_durably(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = written_beside(path, bytes)?;
    temporary.file().sync_all()?;
    temporary.rename(&target(path)?)
}

/// Replaces `path` in one step with a file that is private to this user (on Unix). A symbolic link is
/// replaced itself, because its target is not ours.
///
/// Fails like [`replace`].
pub fn replace_privately(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut temporary = TemporaryFile::create(folder_of(path), 0o600)?;
    if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file() && !found.is_symlink()) {
        return Err(not_regular(path));
    }
    temporary.write(bytes)?;
    temporary.rename(path)
}

/// A temporary file with `bytes` in the folder of `path`.
pub(crate) fn written_beside(path: &Path, bytes: &[u8]) -> io::Result<TemporaryFile> {
    let target = target(path)?;
    let existing = fs::metadata(&target).ok();
    if existing.as_ref().is_some_and(|metadata| !metadata.is_file()) {
        return Err(not_regular(&target));
    }
    // As any newly created file; the process's umask applies.
    let mut temporary = TemporaryFile::create(folder_of(&target), 0o666)?;
    temporary.write(bytes)?;
    if let Some(metadata) = existing {
        temporary.file().set_permissions(metadata.permissions())?;
    }
    Ok(temporary)
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// Refuses devices and pipes, which a rename would replace.
fn not_regular(path: &Path) -> io::Error {
    let message = format!("{} is not a regular file", path.display());
    io::Error::new(ErrorKind::InvalidInput, message)
}

/// Runs `write`, and once more after creating the folder of `path` if that was
/// what it lacked.
pub(crate) fn creating_folder<R>(
    path: &Path,
    mut write: impl FnMut() -> io::Result<R>,
) -> io::Result<R> {
    match (write(), path.parent()) {
        (Err(err), Some(folder)) if err.kind() == ErrorKind::NotFound => {
            // Another hook may have created it since; that is no error.
            create_private(folder)?;
            write()
        }
        (result, _) => result,
    }
}

/// Creates `folder` and those above it, private to the user on Unix.
pub(crate) fn create_private(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// The target of `path` with links followed, whether it exists or not.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let Ok(next) = fs::read_link(&target) else {
            return Ok(target);
        };
        target.pop();
        target.push(next);
    }
    let message = format!("{} is a loop of links", path.display());
    Err(io::Error::new(ErrorKind::InvalidInput, message))
}
