//! The last commits of a file, as git tells them.

use std::path::Path;
use std::time::Duration;

use project_paths::RelPath;
use timed_command::CommandError;

/// How many are told.
const MAX_COMMITS: &str = "-3";

/// The day and the first line of each of the last commits that touched a file,
/// newest first, one a line; empty if there are none.
///
/// # Errors
/// If git is not there, knows no repository here, or takes longer than `limit`.
pub(crate) fn of(root: &Path, path: &RelPath, limit: Duration) -> Result<String, CommandError> {
    // The path is no pattern, and nobody's signature is checked.
    let words = ["git", "--literal-pathspecs", "log", MAX_COMMITS, "--no-show-signature"]
        .into_iter()
        .chain(["--no-color", "--date=short", "--format=%ad %h %s", "--", path.as_str()]);
    let words: Vec<String> = words.map(str::to_owned).collect();
    timed_command::output(&words, Some(root), limit).map(|lines| lines.trim_end().to_owned())
}
