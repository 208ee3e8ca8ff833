//! The account of calls.
//!
//! It has a line for each call on which a hook answered or failed; with `account: all`, for every
//! call (docs/engine.md).

use std::time::SystemTime;

use anyhow::Result;
use hook_chain::people::{calls_of, is_since};
use hook_runtime::Ctx;
use humantime::parse_rfc3339;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A part of the account.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Only what happened after this.
    pub since: Option<SystemTime>,
    /// Only this session.
    pub session: Option<String>,
}

/// A line of the account. A field that an earlier version did not write has its default.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Call {
    /// When, as RFC 3339 in UTC.
    pub ts: String,
    /// The session; empty if unknown.
    pub session_id: String,
    /// The subagent; empty in the main agent.
    pub agent_id: String,
    /// The event.
    pub event: String,
    /// The tool; empty if the event has none.
    pub tool_name: String,
    /// The id of the call; empty if the event has none.
    pub tool_use_id: String,
    /// What was tried, without secrets.
    pub tried: String,
    /// The verdict of all hooks.
    pub verdict: String,
    /// How long the hooks took, in microseconds.
    pub us: u64,
    /// The call was denied and has run all the same.
    pub denied_but_ran: bool,
    /// The answers of the hooks.
    pub hooks: Vec<Spoken>,
}

/// The answer of one hook.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Spoken {
    /// The hook.
    pub hook: String,
    /// How long it took, in microseconds.
    pub us: u64,
    /// Its kind.
    pub outcome: String,
    /// The rule; empty if the hook names none.
    pub rule: String,
    /// Why, without secrets.
    pub reason: String,
    /// How many characters it wanted to tell the agent.
    pub chars: usize,
    /// A hash of these; empty in lines of earlier versions.
    pub context_hash: String,
    /// Whether it counted: `won`, `lost`, `cut` and so on.
    pub fate: String,
    /// Whether the hook was in mode `shadow`.
    pub shadow: bool,
}

impl Call {
    /// Reads a line; `None` if it is not about a call.
    pub fn parse(line: Value) -> Option<Self> {
        serde_json::from_value(line).ok()
    }

    /// The time; `None` if it cannot be read.
    pub fn at(&self) -> Option<SystemTime> {
        parse_rfc3339(&self.ts).ok()
    }

    /// Whether a person did it: it is not about an event.
    pub(crate) fn is_of_person(&self) -> bool {
        matches!(self.event.as_str(), "Pause" | "Resume")
    }

    /// How many characters of a hook's answer the agent got, at most: an answer that was cut counts up
    /// to the limit of the host.
    pub fn told(&self, one: &Spoken) -> usize {
        match one.fate.as_str() {
            "won" => one.chars,
            "cut" if self.verdict != "deny" => one.chars.min(hook_chain::MAX_CONTEXT),
            _ => 0,
        }
    }
}

impl Wanted {
    /// The calls of this part, the oldest first.
    ///
    /// # Errors
    /// If there is no state folder, or the account cannot be read.
    pub fn calls(&self, ctx: &Ctx) -> Result<Vec<Call>> {
        let young = calls_of(ctx)?.filter(|line| is_since(line, self.since));
        Ok(young.filter_map(Call::parse).filter(|call| self.is_of(&call.session_id)).collect())
    }

    /// Whether a session is part of it.
    pub(crate) fn is_of(&self, session: &str) -> bool {
        self.session.as_deref().is_none_or(|wanted| wanted == session)
    }
}
