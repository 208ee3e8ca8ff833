//! The files of a session: those in its list, and those in the journal.

use std::collections::HashMap;

use hook_state::StateDir;
use project_paths::RelPath;

use crate::{ReadError, RecentFile, journal, list, time};

/// The files that a session touched, at most `limit`, newest first, then by path. `None` if nothing
/// was recorded in this folder yet.
///
/// A list has the last [`MAX_FILES`](crate::MAX_FILES) files of a session: it is unknown whether the
/// main agent touched an earlier one.
///
/// # Errors
/// If one of the files cannot be read, is damaged, or is of a later version.
pub fn recent_files(
    state: &StateDir,
    session: &str,
    limit: usize,
) -> Result<Option<Vec<RecentFile>>, ReadError> {
    // What is taken in from now on is in the list when that is read.
    let waiting = journal::touches(state)?;
    let list = list::list(state, session)?;
    if list.is_none() && waiting.is_empty() {
        return Ok(None);
    }
    let mut files: HashMap<RelPath, RecentFile> = HashMap::new();
    let rows = list.map(|list| list.files).unwrap_or_default();
    let listed = rows.iter().filter_map(RecentFile::of);
    let waiting = waiting.iter().filter(|touch| touch.session == session).filter_map(|touch| {
        let (at, by_subagent) = (time(touch.at), touch.agent.is_some());
        Some(RecentFile { path: RelPath::new(&touch.path)?, at, by_subagent })
    });
    for file in listed.chain(waiting) {
        let known = files.entry(file.path.clone()).or_insert_with(|| file.clone());
        known.at = known.at.max(file.at);
        known.by_subagent &= file.by_subagent;
    }
    let mut files: Vec<RecentFile> = files.into_values().collect();
    files.sort_by(|one, other| other.at.cmp(&one.at).then_with(|| one.path.cmp(&other.path)));
    files.truncate(limit);
    Ok(Some(files))
}
