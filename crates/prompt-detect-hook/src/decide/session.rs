//! What is known of one session: `<state>/prompts/<session>.json`.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::decide::prompt::Prompt;
use crate::decide::timestamp::Timestamp;

/// A session as its events have left it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Session {
    /// The session.
    #[serde(rename = "session_id")]
    pub(crate) id: String,
    /// The folder of its project, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) project: Option<PathBuf>,
    /// What it does.
    pub(crate) state: MonitorState,
    /// Since when.
    pub(crate) since: Timestamp,
    /// Why it failed or ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    /// The open prompts, oldest first.
    #[serde(default)]
    pub(crate) prompts: Vec<Prompt>,
    /// What the main agent does, prompts aside: the state that is left when all
    /// prompts are closed.
    pub(crate) main: MonitorState,
    /// Whether it was told that the session is idle, since it last worked.
    #[serde(default)]
    pub(crate) idle_told: bool,
    /// The keys of prompts that are closed, oldest first: an event of one of them
    /// that arrives again opens nothing.
    #[serde(default)]
    pub(crate) closed: Vec<Closed>,
}

/// A prompt that is closed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Closed {
    /// Its key.
    pub(crate) key: String,
    /// When it was closed.
    pub(crate) at: Timestamp,
}

/// What a session does, as a person who watches it wants to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MonitorState {
    /// The agent works.
    Working,
    /// The agent has finished its turn.
    WaitingForInput,
    /// A prompt is open.
    Prompting,
    /// An error of the model's provider has ended the turn.
    Failed,
    /// The session is over.
    Exited,
}

impl Session {
    /// A session of which nothing was known so far.
    pub(crate) fn new(id: &str, project: Option<&Path>, at: Timestamp) -> Self {
        Self {
            id: id.to_owned(),
            project: project.map(Path::to_path_buf),
            state: MonitorState::Working,
            since: at,
            reason: None,
            prompts: Vec::new(),
            main: MonitorState::Working,
            idle_told: false,
            closed: Vec::new(),
        }
    }
}
