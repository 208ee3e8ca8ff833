//! The files that a session has touched: those in the store, and those that wait to be
//! taken into it.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::time::Duration;

use project_paths::RelPath;
use rusqlite::OptionalExtension as _;

use crate::error::StoreError;
use crate::index;
use crate::lists::List;
use crate::reader::{Reader, RecentFile};
use crate::times::time;
use crate::waiting;

/// Files by their paths.
type Files = HashMap<RelPath, RecentFile>;

/// The files that a session has touched, as [`Reader::recent_files`] of the store at `path`,
/// those included that nobody has taken into it yet.
///
/// Fails as [`Reader::open`] does, but not as `Missing` where something of the session waits.
pub fn recent_files(
    path: &Path,
    session: &str,
    limit: usize,
    patience: Duration,
) -> Result<Vec<RecentFile>, StoreError> {
    // What is taken in from now on is in the store when that is asked.
    let waiting = waiting_files(path, session)?;
    if let Some(files) = listed(path, session, limit, &waiting) {
        return Ok(files);
    }
    match Reader::ask(path, patience, |reader| reader.with_waiting(session, limit, &waiting)) {
        Err(StoreError::Missing) if !waiting.is_empty() => {
            Ok(newest(waiting.into_values().collect(), limit))
        }
        files => files,
    }
}

/// The same without opening the store; `None` where the index does not know enough.
fn listed(path: &Path, session: &str, limit: usize, waiting: &Files) -> Option<Vec<RecentFile>> {
    let list = index::list(path, session)?;
    let files = wanted(&list, limit, waiting);
    let is_enough = list.is_whole() || limit <= files.len();
    let is_by_main = |_: &RelPath| list.is_whole().then_some(false).ok_or(());
    merged(files, waiting, is_by_main).ok().filter(|_| is_enough).map(|files| newest(files, limit))
}

/// The first files of a list, and those that wait, too.
fn wanted(list: &List, limit: usize, waiting: &Files) -> Vec<RecentFile> {
    let waiting: HashSet<&str> = waiting.keys().map(RelPath::as_str).collect();
    let mut files: Vec<RecentFile> = Vec::new();
    for file in &list.files {
        if files.len() < limit || waiting.contains(file.0.as_str()) {
            files.extend(RecentFile::of(file));
        }
    }
    files
}

/// Both lists in one. Whether the main agent has touched a file that is in the second alone has
/// to be asked.
fn merged<E>(
    mut files: Vec<RecentFile>,
    waiting: &Files,
    is_by_main: impl Fn(&RelPath) -> Result<bool, E>,
) -> Result<Vec<RecentFile>, E> {
    for (path, file) in waiting {
        if let Some(stored) = files.iter_mut().find(|stored| stored.path == *path) {
            stored.at = stored.at.max(file.at);
            stored.by_subagent &= file.by_subagent;
            continue;
        }
        let by_subagent = file.by_subagent && !is_by_main(path)?;
        files.push(RecentFile { by_subagent, ..file.clone() });
    }
    Ok(files)
}

/// The newest files, those of the same time by path.
fn newest(mut files: Vec<RecentFile>, limit: usize) -> Vec<RecentFile> {
    files.sort_by(|one, other| other.at.cmp(&one.at).then_with(|| one.path.cmp(&other.path)));
    files.truncate(limit);
    files
}

/// The files of a session that wait, each once.
fn waiting_files(path: &Path, session: &str) -> Result<Files, StoreError> {
    let mut files = Files::new();
    let mentions = waiting::mentions(path)?;
    for mention in mentions.into_iter().filter(|mention| mention.session == session) {
        let Some(path) = RelPath::new(&mention.path) else { continue };
        let (at, by_subagent) = (time(mention.at), mention.agent.is_some());
        let file = RecentFile { path: path.clone(), at, by_subagent };
        let known = files.entry(path).or_insert(file);
        known.at = known.at.max(at);
        known.by_subagent &= by_subagent;
    }
    Ok(files)
}

impl Reader {
    /// The newest files of a session, of those in the store and those that wait.
    fn with_waiting(
        &self,
        session: &str,
        limit: usize,
        waiting: &Files,
    ) -> Result<Vec<RecentFile>, StoreError> {
        let files = self.recent_files(session, limit)?;
        let files = merged(files, waiting, |path| self.is_by_main(session, path))?;
        Ok(newest(files, limit))
    }

    /// Whether the main agent has touched a file in a session.
    fn is_by_main(&self, session: &str, path: &RelPath) -> Result<bool, StoreError> {
        let sql = "SELECT by_main FROM sessions JOIN latest ON latest.session = sessions.id
            JOIN files ON files.id = latest.file WHERE name = ?1 AND path = ?2";
        let found = self.connection.query_row(sql, (session, path.as_str()), |row| row.get(0));
        Ok(found.optional()?.unwrap_or_default())
    }
}
