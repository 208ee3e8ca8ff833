//! Folders that do not last: temporary ones, and worktrees, which go with their branch.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::InstallError;
use crate::place::{Bin, Place};

/// Where everybody puts what is for a while.
const TEMPORARY: [&str; 3] = ["/tmp", "/var/tmp", "/dev/shm"];

/// Settings that last must not name programs in a folder that does not. What lies beside its
/// programs goes with them.
///
/// # Errors
/// Says which folder it is, and where programs belong.
pub(crate) fn refuse(place: &Place) -> Result<(), InstallError> {
    let Bin::Named(dir) = place.bin() else { return Ok(()) };
    let Some((folder, what)) = transient_folder(dir) else { return Ok(()) };
    let settings = place.settings();
    if real(&settings).starts_with(&folder) {
        return Ok(());
    }
    let (dir, settings) = (dir.display(), settings.display());
    Err(InstallError::Refused(format!(
        "{dir} is in {what}, and {settings} would name programs that will disappear; \
         leave out --bin-dir, or name a folder that stays"
    )))
}

/// The folder around `dir` that does not last, and what it is.
pub fn transient_folder(dir: &Path) -> Option<(PathBuf, &'static str)> {
    let dir = real(dir);
    let temporary = TEMPORARY.iter().map(Path::new).find(|folder| dir.starts_with(folder));
    if let Some(folder) = temporary {
        return Some((folder.to_owned(), "a temporary folder"));
    }
    let is_worktree = |folder: &&Path| {
        let git = folder.join(".git");
        git.is_file() && fs::read_to_string(git).is_ok_and(|text| text.contains("/worktrees/"))
    };
    dir.ancestors().find(is_worktree).map(|folder| (folder.to_owned(), "a linked worktree"))
}

/// The path with its links followed, as far as it is there.
fn real(path: &Path) -> PathBuf {
    for folder in path.ancestors() {
        if let (Ok(real), Ok(rest)) = (fs::canonicalize(folder), path.strip_prefix(folder)) {
            return real.join(rest);
        }
    }
    path.to_owned()
}
