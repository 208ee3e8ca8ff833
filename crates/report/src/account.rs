//! The account of calls, as it is asked here.
//!
//! A line is written where a hook said something or erred; of a call on which all were silent
//! there is one only with `account: all` (docs/engine.md).

use std::time::SystemTime;

use anyhow::Result;
use hook_chain::people::{calls_of, is_since};
use hook_runtime::Ctx;
use humantime::parse_rfc3339;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Which part of what happened is asked for.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Only what is not older.
    pub since: Option<SystemTime>,
    /// Only this session.
    pub session: Option<String>,
}

/// A line of the account. A field that an earlier version did not write is a default.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Call {
    /// When, as RFC 3339 in UTC.
    pub ts: String,
    /// The session; empty where it is not known.
    pub session_id: String,
    /// The subagent; empty in the main agent.
    pub agent_id: String,
    /// The event.
    pub event: String,
    /// The tool; empty where the event has none.
    pub tool_name: String,
    /// What pairs the events of one call; empty where the event has none.
    pub tool_use_id: String,
    /// What was tried, without secrets.
    pub tried: String,
    /// What came of it.
    pub verdict: String,
    /// How long it took in all, in microseconds.
    pub us: u64,
    /// It had been denied, and has run.
    pub denied_but_ran: bool,
    /// What the hooks said.
    pub hooks: Vec<Spoken>,
}

/// What one hook did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Spoken {
    /// The hook.
    pub hook: String,
    /// How long it took, in microseconds.
    pub us: u64,
    /// What it said.
    pub outcome: String,
    /// By which rule; empty where it does not say so.
    pub rule: String,
    /// Why, without secrets.
    pub reason: String,
    /// How many characters it wanted to tell the agent.
    pub chars: usize,
    /// A hash of these; empty in lines of earlier versions.
    pub context_hash: String,
    /// What became of it.
    pub fate: String,
    /// It was not to count.
    pub shadow: bool,
}

impl Call {
    /// A line; `None` for one that says nothing of a call.
    pub fn parse(line: Value) -> Option<Self> {
        serde_json::from_value(line).ok()
    }

    /// When, if the line says so in a way that can be understood.
    pub fn at(&self) -> Option<SystemTime> {
        parse_rfc3339(&self.ts).ok()
    }

    /// Whether it says what a person did, and not what happened on an event.
    pub(crate) fn is_of_person(&self) -> bool {
        matches!(self.event.as_str(), "Pause" | "Resume")
    }

    /// How many characters of what a hook said on it the agent was told, at the most: what was
    /// cut counts up to the limit of the host.
    pub fn told(&self, one: &Spoken) -> usize {
        match one.fate.as_str() {
            "won" => one.chars,
            "cut" if self.verdict != "deny" => one.chars.min(hook_chain::MAX_CONTEXT),
            _ => 0,
        }
    }
}

impl Wanted {
    /// The calls of the account that are asked for, the oldest first.
    ///
    /// # Errors
    /// If there is no state folder, or the account cannot be read.
    pub fn calls(&self, ctx: &Ctx) -> Result<Vec<Call>> {
        let young = calls_of(ctx)?.filter(|line| is_since(line, self.since));
        Ok(young.filter_map(Call::parse).filter(|call| self.is_of(&call.session_id)).collect())
    }

    /// Whether a session is asked for.
    pub(crate) fn is_of(&self, session: &str) -> bool {
        self.session.as_deref().is_none_or(|wanted| wanted == session)
    }
}
