//! Finds sessions by the beginning of their ids.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::Result;
use hook_protocol::one_line;
use hook_state::Journal;
use serde_json::Value;

use crate::ctx::Ctx;
use crate::lookup_error::NotThere;

/// State folders with a file for each session.
const FOLDERS: [&str; 5] = [
    "prompts",
    "governance-sessions",
    "intent-gate-sessions",
    "intent-gate-started",
    "file-context-sessions",
];

/// The log of calls.
const CALLS: &str = "calls.jsonl";

/// A session that was active longer ago is not recent.
const MAX_AGE: Duration = Duration::from_secs(24 * 3_600);

/// How many recent sessions are listed.
const MAX_RECENT: usize = 9;

/// The most sessions that a message names.
const MAX_NAMED: usize = 10;

/// The longest id in a message, in characters.
const MAX_ID: usize = 80;

/// A session of the last day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecentSession {
    /// Its id.
    pub id: String,
    /// When a hook or the host last wrote something about it.
    pub active: SystemTime,
}

impl Ctx {
    /// The sessions of this project in the last day, the most recent first, nine at most.
    pub fn recent_sessions(&self) -> Vec<RecentSession> {
        let mut found: BTreeMap<String, SystemTime> = BTreeMap::new();
        let is_old =
            |time: SystemTime| self.now().duration_since(time).is_ok_and(|age| age > MAX_AGE);
        for (id, time) in self.session_folders().flat_map(|folder| files_in(&folder)) {
            // Claude Code keeps the transcripts of subagents beside those of sessions.
            if !is_old(time) && !id.starts_with("agent-") {
                found.entry(id).and_modify(|last| *last = time.max(*last)).or_insert(time);
            }
        }
        let mut recent: Vec<RecentSession> =
            found.into_iter().map(|(id, active)| RecentSession { id, active }).collect();
        recent.sort_by_key(|session| std::cmp::Reverse(session.active));
        recent.truncate(MAX_RECENT);
        recent
    }

    /// The session of this project with this id or prefix. The session in whose shell the program
    /// runs is always known.
    ///
    /// # Errors
    /// [`NotThere`] if none fits or several do; the message names them.
    pub fn session(&self, spoken: &str) -> Result<String> {
        let own = self.env("CLAUDE_CODE_SESSION_ID").into_iter();
        let known: BTreeSet<String> = own.chain(self.known_sessions()).collect();
        let place = self.in_which_project();
        the_session(spoken, known.iter().map(String::as_str), &place).map_err(Into::into)
    }

    /// The sessions that hooks or the host have written something about.
    fn known_sessions(&self) -> Vec<String> {
        let named = self.session_folders().flat_map(|folder| files_in(&folder)).map(|(id, _)| id);
        named.chain(self.sessions_of_calls()).collect()
    }

    /// The folders that have a file for each session.
    fn session_folders(&self) -> impl Iterator<Item = PathBuf> {
        let state = self.state().into_iter();
        let ours = state.flat_map(|state| FOLDERS.map(|folder| state.file(folder)));
        ours.chain(self.transcripts())
    }

    /// The sessions in the log of calls, which may be the only trace of a session.
    fn sessions_of_calls(&self) -> Vec<String> {
        let calls = self.state().map(|state| Journal::new(state.file(CALLS)).read());
        let calls = calls.into_iter().flatten().flatten();
        let session = |call: Value| Some(call.get("session_id")?.as_str()?.to_owned());
        calls.filter_map(session).filter(|id| !id.is_empty()).collect()
    }

    /// The folder of the host's transcripts of this project, which may not exist.
    pub fn transcripts(&self) -> Option<PathBuf> {
        let project = self.project()?.resolved().to_string_lossy().into_owned();
        let slug = project.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        Some(self.host_folder()?.join("projects").join(slug))
    }

    /// Claude Code's folder for a person.
    pub fn host_folder(&self) -> Option<PathBuf> {
        let named = self.env("CLAUDE_CONFIG_DIR").map(PathBuf::from);
        named.or_else(|| Some(self.home()?.join(".claude")))
    }
}

/// The one of `known` that is equal to `spoken`, or the only one with this prefix.
///
/// # Errors
/// If there is none, or more than one.
pub fn the_session<'a>(
    spoken: &str,
    known: impl Iterator<Item = &'a str>,
    place: &str,
) -> Result<String, NotThere> {
    let known: BTreeSet<&str> = known.collect();
    if known.contains(spoken) && !spoken.is_empty() {
        return Ok(spoken.to_owned());
    }
    let fitting: Vec<&str> = known.iter().filter(|id| id.starts_with(spoken)).copied().collect();
    let asked = one_line(spoken, MAX_ID);
    match fitting.as_slice() {
        [one] if !spoken.is_empty() => Ok((*one).to_owned()),
        [] if known.is_empty() => {
            Err(NotThere::new(format!("no session {asked:?}: no sessions {place} yet")))
        }
        [] => {
            let known: Vec<&str> = known.into_iter().collect();
            let known = named(&known);
            Err(NotThere::new(format!("no session {asked:?} {place}; known sessions: {known}")))
        }
        several => {
            let several = named(several);
            Err(NotThere::new(format!("several sessions begin with {asked:?}: {several}")))
        }
    }
}

fn named(ids: &[&str]) -> String {
    let mut named: Vec<String> =
        ids.iter().take(MAX_NAMED).map(|id| one_line(id, MAX_ID)).collect();
    let more = ids.len().saturating_sub(MAX_NAMED);
    if more > 0 {
        named.push(format!("{more} more"));
    }
    named.join(", ")
}

/// The names of the files of sessions in a folder, each with the time of its last change.
fn files_in(folder: &Path) -> Vec<(String, SystemTime)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let file = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        let (name, ending) = name.rsplit_once('.')?;
        let is_one = matches!(ending, "json" | "jsonl") && !name.starts_with('.');
        let changed = entry.metadata().and_then(|file| file.modified());
        is_one.then(|| (name.to_owned(), changed.unwrap_or(SystemTime::UNIX_EPOCH)))
    };
    entries.filter_map(file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(spoken: &str, known: &[&str], expected: Result<&str, &str>) {
        let found = the_session(spoken, known.iter().copied(), "in p");
        let found = found.map_err(|err| err.to_string());
        assert_eq!(found.as_deref().map_err(String::as_str), expected, "{spoken}");
    }

    #[test]
    fn the_beginning_of_an_id_is_enough_where_it_fits_one() {
        let known = ["6f0c-1", "6f0c-12", "7a"];
        check("7", &known, Ok("7a"));
        check("6f0c-1", &known, Ok("6f0c-1"));
        check("6f", &known, Err("several sessions begin with \"6f\": 6f0c-1, 6f0c-12"));
        check("", &["7a"], Err("several sessions begin with \"\": 7a"));
        let unknown = "no session \"x\" in p; known sessions: 6f0c-1, 6f0c-12, 7a";
        check("x", &known, Err(unknown));
        check("x", &[], Err("no session \"x\": no sessions in p yet"));
    }
}
