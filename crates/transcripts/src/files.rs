//! Where the transcripts of sessions and subagents are.
//!
//! Source: Claude Code 2.1.330 and 2.1.112 write what a session says to
//! `<session>.jsonl`, and what its subagents say to
//! `<session>/subagents/agent-<agent_id>.jsonl` beside that.

use std::borrow::Cow;
use std::fs;
use std::io::{self, BufRead as _, BufReader, ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use hook_state::{Access, Links, open_regular, read_regular};

use crate::entry::Entry;

/// How many lines are searched for the id of the session.
const FIRST_LINES: usize = 50;

/// Limit on their length, in bytes.
const FIRST_BYTES: u64 = 64 << 20;

/// The session and agent of a transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// The session.
    pub session: String,
    /// The subagent; `None` for the main agent.
    pub agent: Option<String>,
    /// When its first entry was written, if it has a time.
    pub began: Option<SystemTime>,
}

/// A subagent of a session, and where its transcript is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subagent {
    /// Its id.
    pub agent: String,
    /// The file.
    pub path: PathBuf,
}

/// Limit on the file with the type of a subagent, in bytes.
const MAX_META: u64 = 1 << 20;

/// The type of the subagent whose transcript is at `path`, from the file beside it
/// (`agent-<agent_id>.meta.json`); `None` without such a file. Only later versions have the type in
/// the transcript, too.
pub fn type_beside(path: &Path) -> Option<String> {
    let beside = read_regular(&path.with_extension("meta.json"), Links::Followed, MAX_META).ok()?;
    let meta: Meta = serde_json::from_slice(&beside).ok()?;
    meta.agent_type
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct Meta {
    agent_type: Option<String>,
}

impl Owner {
    /// The session and agent of the transcript at `path`, from its first lines; `None` if it is not
    /// a transcript.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn of(path: &Path) -> io::Result<Option<Owner>> {
        let file = open_regular(path, Access::Read, Links::Followed)?.into_file();
        let (mut owner, mut began) = (None, None);
        for line in BufReader::new(file.take(FIRST_BYTES)).split(b'\n').take(FIRST_LINES) {
            let line = line?;
            let Some(entry) = str::from_utf8(&line).ok().and_then(Entry::parse) else { continue };
            began = began.or_else(|| entry.at());
            if owner.is_none()
                && let Some(session) = entry.session_id
            {
                owner = Some((session.into_owned(), entry.agent_id.map(Cow::into_owned)));
            }
            if owner.is_some() && began.is_some() {
                break;
            }
        }
        Ok(owner.map(|(session, agent)| Owner { session, agent, began }))
    }
}

/// The path of a subagent's transcript, given that of its session; `None` for an id that is not a
/// plain file name. The file may not exist.
pub fn subagent_file(session: &Path, agent: &str) -> Option<PathBuf> {
    is_plain(agent).then(|| folder(session).join(format!("agent-{agent}.jsonl")))
}

/// The subagents of a session that have a transcript, by id, given the transcript of the session.
///
/// # Errors
/// If their folder exists and cannot be read.
pub fn subagents(session: &Path) -> io::Result<Vec<Subagent>> {
    let entries = match fs::read_dir(folder(session)) {
        Ok(entries) => entries,
        Err(err) if matches!(err.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(Vec::new());
        }
        Err(err) => return Err(err),
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let agent = name.to_str().and_then(|name| {
            name.strip_prefix("agent-")?.strip_suffix(".jsonl").filter(|agent| is_plain(agent))
        });
        let subagent = |agent: &str| Subagent { agent: agent.to_owned(), path: entry.path() };
        found.extend(agent.map(subagent));
    }
    found.sort();
    Ok(found)
}

fn folder(session: &Path) -> PathBuf {
    session.with_extension("").join("subagents")
}

fn is_plain(agent: &str) -> bool {
    !agent.is_empty() && agent.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}
