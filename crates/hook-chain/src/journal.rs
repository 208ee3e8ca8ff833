//! The log of calls.

use std::path::PathBuf;

use hook_state::{Journal, StateDir};

/// Its name in the state folder.
const FILE: &str = "calls.jsonl";

/// The size in bytes above which it is rotated.
const MAX_BYTES: u64 = 10 << 20;

/// The number of rotated files.
const MAX_FILES: usize = 5;

/// The file with the newest lines.
pub(crate) fn file(state: &StateDir) -> PathBuf {
    state.file(FILE)
}

/// The log of calls in a project, with a [`Line`](crate::Line) for each.
pub fn calls(state: &StateDir) -> Journal {
    Journal::new(file(state)).rotated_above(MAX_BYTES).keeping(MAX_FILES)
}
