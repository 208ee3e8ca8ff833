//! Removes old files from large folders, a part at a time.

use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::state_dir::fnv1a;

/// How many files are checked at a time, so that a hook finishes in time.
const MAX_STEPS: usize = 1000;

/// What happens to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    Stays,
    GoesIfOld,
    Goes,
}

/// Removes the files of a folder that were last written before `older_than`, except those whose names `stay`. Checks
/// at most a thousand of them, others the next time. Fails if the folder exists but cannot be read.
pub fn sweep_folder(
    folder: &Path,
    older_than: SystemTime,
    stays: impl Fn(&str) -> bool,
) -> io::Result<()> {
    sweep(folder, older_than, |name| if stays(name) { Fate::Stays } else { Fate::GoesIfOld })
}

/// Removes files of a folder as their names say; old are those that were written last
/// before `older_than`. No more than a part is looked at.
pub(crate) fn sweep(
    folder: &Path,
    older_than: SystemTime,
    fate: impl Fn(&str) -> Fate,
) -> io::Result<()> {
    let names = names(folder, |name| fate(name) != Fate::Stays)?;
    for name in part(names, older_than) {
        let path = folder.join(&name);
        let goes = fate(&name.to_string_lossy()) == Fate::Goes || is_old(&path, older_than);
        if goes {
            // Gone already, or a folder: nobody is worse off.
            let _still_there = fs::remove_file(path);
        }
    }
    Ok(())
}

/// The names in a folder that `is_wanted`; none if there is no such folder.
pub(crate) fn names(folder: &Path, is_wanted: impl Fn(&str) -> bool) -> io::Result<Vec<OsString>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        // A file in the place of a folder holds none.
        Err(err) if matches!(err.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(Vec::new());
        }
        Err(err) => return Err(err),
    };
    let mut names = Vec::new();
    for entry in entries {
        let name = entry?.file_name();
        if is_wanted(&name.to_string_lossy()) {
            names.push(name);
        }
    }
    Ok(names)
}

/// The part of `items` to check this time. Others follow later.
pub(crate) fn part<T>(mut items: Vec<T>, at: SystemTime) -> Vec<T> {
    if items.len() > MAX_STEPS {
        let nanos = at.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let start = fnv1a(&nanos.to_le_bytes()) % items.len() as u64;
        items.rotate_left(usize::try_from(start).unwrap_or_default());
        items.truncate(MAX_STEPS);
    }
    items
}

/// Whether a file's name has this extension.
pub(crate) fn has_ending(name: &str, ending: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, found)| found == ending)
}

pub(crate) fn is_old(path: &Path, older_than: SystemTime) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| {
        metadata.is_file() && metadata.modified().is_ok_and(|written| written < older_than)
    })
}
