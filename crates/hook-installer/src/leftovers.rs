//! What a run that was killed leaves: new files and links that never got their names, and copies
//! of settings, of earlier versions, with nothing in them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::backups;
use crate::files::PREFIX;
use crate::step::Step;

/// The random part of a name.
const RANDOM: usize = 6;

/// Another of us may be at work, and takes no longer than this for one file.
const MAX_AGE: Duration = Duration::from_secs(60);

/// Removes it from the folders in which these steps are. What cannot be removed takes up room
/// and nothing else.
pub(crate) fn sweep_all(steps: &[Step]) {
    let folders: BTreeSet<PathBuf> = steps.iter().flat_map(folders).collect();
    for folder in folders {
        sweep(&folder);
    }
}

/// Removes it from one folder, of programs or of settings.
pub fn sweep(folder: &Path) {
    let Some(before) = now().checked_sub(MAX_AGE) else { return };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if is_left(&path, before) {
            let _stays = fs::remove_file(path);
        }
    }
}

fn folders(step: &Step) -> Vec<PathBuf> {
    let (file, copies) = match step {
        Step::Ignore { file } | Step::Record { file, .. } | Step::RetireRecord { file, .. } => {
            (file.as_path(), None)
        }
        Step::Put { to, .. } => (to.as_path(), None),
        Step::Link { link, .. } => (link.as_path(), None),
        Step::Edit(edit) => (edit.planned().file.as_path(), Some(edit.backups())),
        Step::Remove { program } => (program.as_path(), None),
        Step::RemoveCopies { .. } | Step::RememberShell { .. } | Step::RememberBin { .. } => {
            return Vec::new();
        }
        Step::Worktrees(hook) => (hook.file(), None),
        Step::Exclude(exclusion) => (exclusion.file.as_path(), None),
        Step::RemoveFolder { bin, .. } => return vec![bin.clone()],
    };
    // A folder of copies that is a link is somebody else's.
    let copies = copies.filter(|folder| !folder.is_symlink());
    // Before its own folder was there, a file was tried out in the one above.
    file.ancestors().skip(1).take(2).chain(copies).map(Path::to_path_buf).collect()
}

fn is_left(path: &Path, before: SystemTime) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let random = name.strip_prefix(PREFIX);
    let is_new = random
        .is_some_and(|it| it.len() == RANDOM && it.bytes().all(|it| it.is_ascii_alphanumeric()));
    let Ok(found) = fs::symlink_metadata(path) else { return false };
    let is_empty_copy = backups::is_copy(&name) && found.is_file() && found.len() == 0;
    let is_old = found.modified().is_ok_and(|modified| modified < before);
    (is_new && !found.is_dir() || is_empty_copy) && is_old
}

#[expect(clippy::disallowed_methods, reason = "files are compared with the system's clock")]
fn now() -> SystemTime {
    SystemTime::now()
}
