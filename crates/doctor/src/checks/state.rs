//! The folder in which hooks keep what they remember.

use std::fs;
use std::path::Path;

use crate::facts::Facts;
use crate::finding::Finding;
use crate::mounts::Mount;

/// A folder, private, that can be written, on a disk of this machine.
pub(super) fn folder(facts: &Facts<'_>) -> Vec<Finding> {
    let Some(state) = facts.given.state.filter(|_| facts.ours().next().is_some()) else {
        return Vec::new();
    };
    let Some(there) = state.ancestors().find(|folder| folder.symlink_metadata().is_ok()) else {
        return Vec::new();
    };
    let fix = "name another folder with TACKLEBOX_STATE_DIR, or mend this one";
    unusable(state, there)
        .map(|(is_error, why)| {
            let message = format!("{} {why}", there.display());
            let finding =
                if is_error { Finding::error(message) } else { Finding::warning(message) };
            finding.in_file(there).fix(fix)
        })
        .into_iter()
        .collect()
}

/// Why nothing can be kept in a folder, of which `there` is the part that exists.
fn unusable(state: &Path, there: &Path) -> Option<(bool, String)> {
    let found = fs::metadata(there).ok()?;
    if !found.is_dir() {
        return Some((true, "is no folder: hooks remember nothing".to_owned()));
    }
    if found.permissions().readonly() {
        return Some((true, "cannot be written: hooks remember nothing".to_owned()));
    }
    if there == state && is_open(&found) {
        return Some((true, "is open to others, and is not used".to_owned()));
    }
    let mount = Mount::of(there)?;
    let kind = mount.network()?;
    Some((false, format!("is on a network file system ({kind}), on which a database may break")))
}

#[cfg(unix)]
fn is_open(found: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    found.permissions().mode() & 0o022 != 0 && found.permissions().mode() & 0o1000 == 0
}

#[cfg(not(unix))]
fn is_open(_: &fs::Metadata) -> bool {
    false
}
