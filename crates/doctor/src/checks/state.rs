//! The folder in which hooks keep what they remember.

use std::fs;
use std::path::Path;

use crate::facts::Facts;
use crate::finding::Finding;
use crate::mounts::Mount;

/// Less room than this is soon none.
const MIN_ROOM: u64 = 32 << 20;

/// A folder, private, that can be written, on a disk of this machine.
pub(super) fn folder(facts: &Facts<'_>) -> Vec<Finding> {
    let Some(state) = facts.given.state.filter(|_| !facts.anywhere().is_empty()) else {
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

/// Enough room for what hooks write.
pub(super) fn room(facts: &Facts<'_>) -> Vec<Finding> {
    let Some(state) = facts.given.state.filter(|_| !facts.anywhere().is_empty()) else {
        return Vec::new();
    };
    let there = state.ancestors().find(|folder| folder.is_dir());
    let free = there.and_then(free);
    let short = free.filter(|free| *free < MIN_ROOM);
    let told = |free: u64| {
        let message = format!("{} MiB are left for {}", free >> 20, state.display());
        Finding::warning(message)
            .in_file(state)
            .fix("make room: hooks cannot save anything on a full disk")
    };
    short.map(told).into_iter().collect()
}

/// How many bytes may still be written.
#[cfg(unix)]
fn free(folder: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(folder).ok()?;
    found.f_bavail.checked_mul(found.f_frsize)
}

#[cfg(not(unix))]
fn free(_: &Path) -> Option<u64> {
    None
}

/// Why nothing can be kept in a folder, of which `there` is the part that exists.
fn unusable(state: &Path, there: &Path) -> Option<(bool, String)> {
    let found = fs::metadata(there).ok()?;
    if !found.is_dir() {
        return Some((true, "is no folder: hooks cannot save anything".to_owned()));
    }
    if found.permissions().readonly() {
        return Some((true, "cannot be written: hooks cannot save anything".to_owned()));
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
