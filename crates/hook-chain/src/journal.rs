//! Where the account of calls is kept.

use std::path::PathBuf;

use hook_state::{Journal, StateDir};

/// In the folder of state.
const FILE: &str = "calls.jsonl";

/// Above this many bytes a new file is begun.
const MAX_BYTES: u64 = 10 << 20;

/// How many such files are kept beside it.
const MAX_FILES: usize = 5;

/// The file of the newest lines.
pub(crate) fn file(state: &StateDir) -> PathBuf {
    state.file(FILE)
}

/// The journal of the calls in a project, with a [`Line`](crate::Line) for each.
pub fn calls(state: &StateDir) -> Journal {
    Journal::new(file(state)).rotated_above(MAX_BYTES).keeping(MAX_FILES)
}
