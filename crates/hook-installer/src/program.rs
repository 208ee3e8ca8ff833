//! The programs: puts them where settings can name them, and takes them away.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::error::InstallError;
use crate::files;

/// What Git is to ignore in a folder of ours: everything, this file too.
pub(crate) const IGNORE_ALL: &str = "*\n";

/// The name of the program of a hook or a server, as a file of this system.
pub fn file_name(name: &str) -> String {
    format!("{name}{}", std::env::consts::EXE_SUFFIX)
}

/// Tells Git to ignore a folder of ours by `file`; one that is there stays, whosever it is.
pub(crate) fn ignore(file: &Path) -> Result<(), InstallError> {
    let attempt = || InstallError::failed("write", file);
    // Empty, it was ours, and the machine was switched off before it was written.
    if fs::symlink_metadata(file).is_ok_and(|there| there.is_file() && there.len() == 0) {
        fs::remove_file(file).map_err(attempt())?;
    }
    match files::create(file, IGNORE_ALL.as_bytes(), None) {
        Err(err) if err.kind() == ErrorKind::AlreadyExists => Ok(()),
        result => result.map_err(attempt()),
    }
}

/// Copies a program to `target`, in one step: a hook that is running goes on with the old one,
/// and none is ever started half written. `false` where they are the same, and nothing is done.
pub(crate) fn put(program: &Path, target: &Path) -> Result<bool, InstallError> {
    copy(program, target).map_err(|source| {
        let attempt = format!("could not copy {} to {}", program.display(), target.display());
        InstallError::Failed { attempt, source }
    })
}

fn copy(program: &Path, target: &Path) -> io::Result<bool> {
    let metadata = regular(program)?;
    let content = fs::read(program)?;
    match regular(target) {
        Err(err) if err.kind() == ErrorKind::NotFound => {}
        Err(err) => return Err(err),
        Ok(old) => {
            if is_run_by_the_same(&old, &metadata) && fs::read(target)? == content {
                return Ok(false);
            }
        }
    }
    files::replace(target, &content, Some(metadata.permissions()))?;
    Ok(true)
}

/// The metadata of a file. A pipe would wait, and a folder is not replaced.
fn regular(path: &Path) -> io::Result<Metadata> {
    let metadata = fs::metadata(path)?;
    if metadata.is_file() {
        return Ok(metadata);
    }
    let what = if metadata.is_dir() { "a folder" } else { "something else" };
    Err(io::Error::other(format!("there is {what} of the name {}", path.display())))
}

/// Whether whoever may run the one may run the other.
#[cfg(unix)]
fn is_run_by_the_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let runs = |metadata: &Metadata| metadata.permissions().mode() & 0o111;
    runs(one) == runs(other)
}

/// Whether whoever may run the one may run the other.
#[cfg(not(unix))]
fn is_run_by_the_same(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// Removes a program; `false` where there is none.
pub(crate) fn remove(program: &Path) -> Result<bool, InstallError> {
    if !program.is_file() {
        return Ok(false);
    }
    fs::remove_file(program).map_err(InstallError::failed("remove", program))?;
    Ok(true)
}

/// Removes `.claude/hooks/bin` if nothing but our `.gitignore` is left in it, and the folders above
/// it that are then empty. What is not a folder of ours (a link to one, say) stays.
pub(crate) fn remove_folder(bin: &Path) -> Result<(), InstallError> {
    let attempt = || InstallError::failed("tidy up", bin);
    let ignore = bin.join(".gitignore");
    let is_ours = fs::read_to_string(&ignore).is_ok_and(|text| text == IGNORE_ALL);
    if is_ours && fs::read_dir(bin).map_err(attempt())?.count() == 1 {
        fs::remove_file(&ignore).map_err(attempt())?;
    }
    for dir in bin.ancestors().take(3) {
        match fs::remove_dir(dir).map_err(|err| (err.kind(), err)) {
            Ok(()) | Err((ErrorKind::NotFound, _)) => {}
            Err((ErrorKind::DirectoryNotEmpty | ErrorKind::NotADirectory, _)) => break,
            Err((_, err)) => return Err(attempt()(err)),
        }
    }
    Ok(())
}
