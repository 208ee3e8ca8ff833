//! Files that readers see whole: the old content or the new, never a part.

use std::fs::{self, DirBuilder};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// As many links in a row as Linux follows.
const MAX_LINKS: usize = 40;

/// Replaces the content of `path` in one step.
///
/// The mode of an existing file is kept, and a symbolic link stays one: its
/// target is replaced. Nothing is flushed to the disk: after a power cut the
/// file may be empty, which is what caches and remembered states can bear, and
/// a flush costs more than all else that a hook does.
///
/// Fails if the folder of `path` is missing or not writable, if something other
/// than a regular file stands there, or the disk is full.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    written_beside(path, bytes)?.persist(target(path)?)?;
    Ok(())
}

/// Replaces the content of `path` as [`replace`] does, if `is_wanted` says so when all is
/// written and nothing is left but the last step; whether it did.
///
/// Fails as [`replace`] does.
pub fn replace_if(path: &Path, bytes: &[u8], is_wanted: impl FnOnce() -> bool) -> io::Result<bool> {
    let temporary = written_beside(path, bytes)?;
    let is_wanted = is_wanted();
    if is_wanted {
        temporary.persist(target(path)?)?;
    }
    Ok(is_wanted)
}

/// Replaces the content of `path` as [`replace`] does, and waits until the disk
/// has it: for files in which a person says something.
pub fn replace_durably(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = written_beside(path, bytes)?;
    temporary.as_file().sync_all()?;
    temporary.persist(target(path)?)?;
    Ok(())
}

/// Replaces what stands at `path` in one step by a file for this user alone (on Unix). A
/// symbolic link goes: what it leads to was never ours to write.
///
/// Fails as [`replace`] does.
pub fn replace_privately(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut temporary = builder(0o600).tempfile_in(folder_of(path)).map_err(without_path)?;
    if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file() && !found.is_symlink()) {
        return Err(not_regular(path));
    }
    temporary.write_all(bytes)?;
    temporary.persist(path)?;
    Ok(())
}

/// A file with `bytes` in the folder of `path`, ready to take its place.
pub(crate) fn written_beside(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let target = target(path)?;
    let existing = fs::metadata(&target).ok();
    if existing.as_ref().is_some_and(|metadata| !metadata.is_file()) {
        return Err(not_regular(&target));
    }
    // As any newly created file; the process's umask applies.
    let mut temporary = builder(0o666).tempfile_in(folder_of(&target)).map_err(without_path)?;
    temporary.write_all(bytes)?;
    if let Some(metadata) = existing {
        temporary.as_file().set_permissions(metadata.permissions())?;
    }
    Ok(temporary)
}

#[cfg_attr(not(unix), expect(unused_variables, reason = "there are no modes"))]
fn builder(mode: u32) -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".").suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    builder
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// A rename would put a file in the place of a device or a pipe.
fn not_regular(path: &Path) -> io::Error {
    let message = format!("{} is no regular file", path.display());
    io::Error::new(ErrorKind::InvalidInput, message)
}

/// The path in an error of a temporary file is of no use: the name is made up, and gone.
#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn without_path(err: io::Error) -> io::Error {
    err.kind().into()
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

/// What `path` stands for, links followed, existing or not.
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
