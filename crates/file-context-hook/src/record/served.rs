//! What an agent was told already, so that it is not told again.
//!
//! One JSON file a session in the state folder. What an agent was told is
//! forgotten when its context is: it may be told again then.

use std::collections::BTreeMap;
use std::io;
use std::time::{Duration, SystemTime};

use hook_runtime::Ctx;
use hook_state::{Format, SessionFiles};
use project_paths::RelPath;
use serde::{Deserialize, Serialize};

/// The folder below the project's state.
const FOLDER: &str = "file-context-sessions";

/// How long a session may lie still before what it was told is forgotten.
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// How long to wait for a call of the same session.
const PATIENCE: Duration = Duration::from_millis(200);

/// What the agents of a session were told, as it stands in the file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Served {
    /// By `agent_id`, that of the main agent being empty.
    agents: BTreeMap<String, Agent>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
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

impl Served {
    /// What the session was told so far.
    ///
    /// # Errors
    /// If its file is there and cannot be read.
    pub(crate) fn read(ctx: &Ctx, session: &str) -> io::Result<Self> {
        let Some(files) = files(ctx) else {
            return Ok(Self::default());
        };
        Ok(files.read(session)?.unwrap_or_default())
    }

    /// Changes what the session was told. Two calls at once come one after the
    /// other.
    ///
    /// # Errors
    /// If the file cannot be written, or another call takes too long.
    pub(crate) fn update<R>(
        ctx: &Ctx,
        session: &str,
        change: impl FnOnce(&mut Self) -> R,
    ) -> io::Result<R> {
        let files = files(ctx).ok_or_else(|| io::Error::other("there is no state folder"))?;
        files.update(session, ctx.patience(PATIENCE), change)
    }

    /// Up to where the agent was told of the file, if it was.
    pub(crate) fn mark(&self, agent: Option<&str>, path: &RelPath) -> Option<Mark> {
        self.agents.get(agent.unwrap_or_default())?.files.get(path.as_str()).copied()
    }

    /// How many characters all agents of the session were told.
    pub(crate) fn characters(&self) -> usize {
        self.agents.values().map(|agent| agent.characters).sum()
    }

    /// Remembers that the agent was told of a file, in so many characters.
    pub(crate) fn add(
        &mut self,
        agent: Option<&str>,
        path: &RelPath,
        mark: Mark,
        characters: usize,
    ) {
        let agent = self.agents.entry(agent.unwrap_or_default().to_owned()).or_default();
        agent.characters += characters;
        agent.files.insert(path.as_str().to_owned(), mark);
    }
}

/// Forgets what an agent was told, because the agent has forgotten it.
///
/// # Errors
/// As [`Served::update`].
pub(crate) fn forget(ctx: &Ctx, session: &str, agent: Option<&str>) -> io::Result<()> {
    if Served::read(ctx, session).is_ok_and(|served| served.agents.is_empty()) {
        return Ok(());
    }
    Served::update(ctx, session, |served| {
        served.agents.remove(agent.unwrap_or_default());
        // A budget ends with the context of the session, which is the main agent's.
        if agent.is_none() {
            served.agents.values_mut().for_each(|agent| agent.characters = 0);
        }
    })
}

/// Removes the files of sessions long ended.
///
/// # Errors
/// If the folder cannot be read.
pub(crate) fn sweep(ctx: &Ctx) -> io::Result<()> {
    let oldest = ctx.now().checked_sub(KEPT).unwrap_or(SystemTime::UNIX_EPOCH);
    files(ctx).map_or(Ok(()), |files| files.sweep(oldest))
}

fn files(ctx: &Ctx) -> Option<SessionFiles<Served>> {
    Some(SessionFiles::new(ctx.state()?.file(FOLDER), Format::V1))
}
