//! What an agent was told already, so that it is not told again.
//!
//! A file of lines a session in the state folder. What an agent was told is
//! forgotten when its context is: it may be told again then.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use hook_runtime::Ctx;
use hook_state::{HeldLines, SessionLines, StateDir};
use project_paths::RelPath;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The folder below the project's state.
const FOLDER: &str = "file-context-sessions";

/// The version of a line.
const VERSION: u64 = 1;

/// How long a session may lie still before what it was told is forgotten.
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// How long to wait for a call of the same session.
const PATIENCE: Duration = Duration::from_millis(200);

/// What the agents of a session were told.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Served {
    /// By `agent_id`, that of the main agent being empty.
    agents: BTreeMap<String, Agent>,
}

#[derive(Debug, Clone, Default, PartialEq)]
struct Agent {
    /// How much it was told, in all.
    characters: usize,
    /// Up to where, of each file.
    files: BTreeMap<String, Mark>,
}

/// Up to where the history of a file was told.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Mark {
    /// The largest id of a turn.
    pub(crate) turn: i64,
    /// The largest id of a note.
    pub(crate) note: i64,
}

/// What changes: that an agent was told of a file, or, without one, that it has forgotten all.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    version: u64,
    agent: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    told: Option<Told>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Told {
    path: String,
    #[serde(flatten)]
    mark: Mark,
    characters: usize,
}

/// What a session was told, while nobody else changes it.
pub(crate) struct HeldServed {
    pub(crate) served: Served,
    lines: HeldLines,
}

impl Served {
    /// What the session was told so far.
    ///
    /// # Errors
    /// If its file is there and cannot be read.
    pub(crate) fn read(ctx: &Ctx, session: &str) -> io::Result<Self> {
        let lines = folder(ctx).map(|folder| SessionLines::new(folder).read(session));
        Ok(lines.transpose()?.map(Self::of).transpose()?.unwrap_or_default())
    }

    /// What the session was told so far. Two calls at once come one after the other.
    ///
    /// # Errors
    /// If the file cannot be written, or another call takes too long.
    pub(crate) fn hold(ctx: &Ctx, session: &str) -> io::Result<HeldServed> {
        let folder = folder(ctx).ok_or_else(|| io::Error::other("there is no state folder"))?;
        let lines = SessionLines::new(folder).hold(session, ctx.patience(PATIENCE))?;
        Ok(HeldServed { served: Self::of(lines.lines())?, lines })
    }

    fn of(lines: Vec<Value>) -> io::Result<Self> {
        let mut served = Self::default();
        for line in lines {
            let Ok(line) = serde_json::from_value::<Line>(line) else { continue };
            if line.version > VERSION {
                let message = "the record of this session was written by a newer tacklebox";
                return Err(io::Error::new(ErrorKind::Unsupported, message));
            }
            match line.told {
                Some(told) => served.add(line.agent, told),
                None => served.forget(&line.agent),
            }
        }
        Ok(served)
    }

    /// Up to where the agent was told of the file, if it was.
    pub(crate) fn mark(&self, agent: Option<&str>, path: &RelPath) -> Option<Mark> {
        self.agents.get(agent.unwrap_or_default())?.files.get(path.as_str()).copied()
    }

    /// How many characters all agents of the session were told.
    pub(crate) fn characters(&self) -> usize {
        self.agents.values().map(|agent| agent.characters).sum()
    }

    fn add(&mut self, agent: String, told: Told) {
        let agent = self.agents.entry(agent).or_default();
        agent.characters += told.characters;
        agent.files.insert(told.path, told.mark);
    }

    fn forget(&mut self, agent: &str) {
        self.agents.remove(agent);
        // A budget ends with the context of the session, which is the main agent's.
        if agent.is_empty() {
            self.agents.values_mut().for_each(|agent| agent.characters = 0);
        }
    }
}

impl HeldServed {
    /// Remembers that the agent was told of a file, in so many characters.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn add(
        self,
        agent: Option<&str>,
        path: &RelPath,
        mark: Mark,
        characters: usize,
    ) -> io::Result<()> {
        let told = Some(Told { path: path.to_string(), mark, characters });
        self.lines.append(&Line::of(agent, told))
    }
}

impl Line {
    fn of(agent: Option<&str>, told: Option<Told>) -> Self {
        Self { version: VERSION, agent: agent.unwrap_or_default().to_owned(), told }
    }
}

/// Forgets what an agent was told, because the agent has forgotten it.
///
/// # Errors
/// As [`Served::hold`].
pub(crate) fn forget(ctx: &Ctx, session: &str, agent: Option<&str>) -> io::Result<()> {
    if Served::read(ctx, session).is_ok_and(|served| served.agents.is_empty()) {
        return Ok(());
    }
    Served::hold(ctx, session)?.lines.append(&Line::of(agent, None))
}

/// Removes the files of sessions long ended.
///
/// # Errors
/// If the folder cannot be read.
pub(crate) fn sweep(ctx: &Ctx) -> io::Result<()> {
    let oldest = ctx.now().checked_sub(KEPT).unwrap_or(SystemTime::UNIX_EPOCH);
    folder(ctx).map_or(Ok(()), |folder| StateDir::new(folder).sweep(oldest))
}

/// The folder with a file for each session.
fn folder(ctx: &Ctx) -> Option<PathBuf> {
    Some(ctx.state()?.file(FOLDER))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told(agent: &str, path: &str, turn: i64, characters: usize) -> Value {
        let told = Told { path: path.to_owned(), mark: Mark { turn, note: 0 }, characters };
        serde_json::to_value(Line::of(Some(agent), Some(told))).unwrap()
    }

    fn forgot(agent: &str) -> Value {
        serde_json::to_value(Line::of(Some(agent), None)).unwrap()
    }

    /// The turns up to which the main agent and the agent `x` were told of `a`, and how much all
    /// were told.
    #[track_caller]
    fn check(lines: &[Value], main: Option<i64>, other: Option<i64>, characters: usize) {
        let served = Served::of(lines.to_vec()).unwrap();
        let path = RelPath::new("a").unwrap();
        let turn = |agent| served.mark(agent, &path).map(|mark| mark.turn);
        let found = (turn(None), turn(Some("x")), served.characters());
        assert_eq!(found, (main, other, characters), "{lines:?}");
    }

    #[test]
    fn lines_add_up_to_what_is_known() {
        check(&[], None, None, 0);
        check(&[told("", "a", 2, 10), told("", "b", 3, 20)], Some(2), None, 30);
        check(&[told("", "a", 2, 10), told("", "a", 4, 20)], Some(4), None, 30);
        check(&[told("x", "a", 2, 10), told("", "a", 4, 20)], Some(4), Some(2), 30);
        check(&[told("x", "a", 2, 10), told("", "a", 4, 20), forgot("x")], Some(4), None, 20);
        check(&[told("x", "a", 2, 10), told("", "a", 4, 20), forgot("")], None, Some(2), 0);
        check(&[told("", "a", 2, 10), forgot(""), told("", "a", 2, 5)], Some(2), None, 5);
        check(&[json!({}), json!(1), json!({ "told": {} }), told("", "a", 2, 1)], Some(2), None, 1);
    }

    #[test]
    fn lines_of_a_later_version_are_not_understood() {
        let later = json!({ "version": 2, "agent": "" });
        let err = Served::of(vec![told("", "a", 2, 10), later]).unwrap_err();
        assert_eq!(err.kind(), ErrorKind::Unsupported);
    }
}
