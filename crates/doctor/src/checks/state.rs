//! The folder in which hooks keep what they remember.

use std::fs;
use std::path::Path;

use crate::facts::Facts;
use crate::finding::Finding;

/// A disk with less free space than this is soon full.
const MIN_ROOM: u64 = 32 << 20;

/// A folder, private, that can be written, on a disk of this machine.
pub(super) fn folder(facts: &Facts<'_>) -> Vec<Finding> {
    let Some(state) = facts.given.state.filter(|_| !facts.anywhere().is_empty()) else {
        return Vec::new();
    };
    let Some(there) = state.ancestors().find(|folder| folder.symlink_metadata().is_ok()) else {
        return Vec::new();
    };
    let fix = "set TACKLEBOX_STATE_DIR to another folder, or repair this one";
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
        let message = format!("only {} MiB are free for {}", free >> 20, state.display());
        Finding::warning(message)
            .in_file(state)
            .fix("free some space: hooks cannot save anything on a full disk")
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

/// Why nothing can be saved in a folder; `there` is the part of its path that exists.
fn unusable(state: &Path, there: &Path) -> Option<(bool, String)> {
    let found = fs::metadata(there).ok()?;
    if !found.is_dir() {
        return Some((true, "is not a folder: hooks cannot save anything".to_owned()));
    }
    if found.permissions().readonly() {
        return Some((true, "is not writable: hooks cannot save anything".to_owned()));
    }
    if there == state && is_open(&found) {
        return Some((true, "is writable by others, so hooks do not use it".to_owned()));
    }
    let message = "is on a network file system, where a database may break";
    is_remote(there).then(|| (false, message.to_owned()))
}

/// Whether a folder is on the file system of another machine: NFS, SMB or 9P, by the numbers of statfs(2).
#[cfg(target_os = "linux")]
fn is_remote(folder: &Path) -> bool {
    let known = |found: rustix::fs::StatFs| {
        [0x6969, 0x517b, 0xff53_4d42, 0xfe53_4d42, 0x0102_1997].contains(&found.f_type)
    };
    rustix::fs::statfs(folder).is_ok_and(known)
}

#[cfg(not(target_os = "linux"))]
fn is_remote(_: &Path) -> bool {
    false
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
