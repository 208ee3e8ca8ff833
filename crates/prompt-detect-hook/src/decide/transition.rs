//! What happened to a session: a line of `<state>/agent-events.jsonl`.

use serde::{Deserialize, Serialize};

use crate::decide::prompt::{PromptType, Question};
use crate::decide::session::MonitorState;
use crate::decide::timestamp::Timestamp;

/// The version of a line.
pub(crate) const VERSION: u32 = 1;

/// A change of a session, one line of the journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Transition {
    /// The version of the line.
    pub(crate) v: u32,
    /// Its number in the project, from 1. It is 0 until the line is in the journal.
    pub(crate) seq: u64,
    /// When it happened.
    pub(crate) ts: Timestamp,
    /// What happened.
    #[serde(rename = "type")]
    pub(crate) kind: TransitionType,
    /// The session.
    pub(crate) session_id: String,
    /// The subagent that it happened to; absent for the main agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) agent_id: Option<String>,
    /// The type of that agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) agent_type: Option<String>,
    /// The type of the prompt that was opened or closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) prompt_type: Option<PromptType>,
    /// The event that says so, as hosts spell it.
    pub(crate) source: String,
    /// The call of the prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tool_use_id: Option<String>,
    /// The questions of a prompt that was opened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) questions: Vec<Question>,
    /// The plan of a prompt that was opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) plan: Option<String>,
    /// What permission is asked for, why the session failed or ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    /// What the session does from now on.
    pub(crate) state: MonitorState,
}

/// What happened to a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) enum TransitionType {
    /// A prompt was opened.
    #[serde(rename = "agent:prompt")]
    Prompt,
    /// A prompt was closed.
    #[serde(rename = "agent:prompt_resolved")]
    PromptResolved,
    /// The agent has waited for input for a while.
    #[serde(rename = "agent:idle")]
    Idle,
    /// The agent has finished its turn.
    #[serde(rename = "agent:stop")]
    Stop,
    /// An error has ended the turn.
    #[serde(rename = "agent:failed")]
    Failed,
    /// The session is over.
    #[serde(rename = "agent:exited")]
    Exited,
}
