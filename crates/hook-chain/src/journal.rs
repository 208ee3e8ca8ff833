//! The log of calls.

use std::path::PathBuf;

use hook_runtime::{Ctx, IN_CHAIN};
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

/// Whether tacklebox has started this program and logs the call. Programs that a host starts
/// themselves have `config`: no variable may silence them.
pub(crate) fn is_elsewhere(here: &Ctx) -> bool {
    cfg!(not(feature = "config")) && here.env(IN_CHAIN).is_some()
}

/// The log of calls in a project, with a [`Line`](crate::Line) for each.
pub fn calls(state: &StateDir) -> Journal {
    Journal::new(file(state)).rotated_above(MAX_BYTES).keeping(MAX_FILES)
}
