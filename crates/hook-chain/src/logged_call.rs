//! Reads lines of the log of calls.

use std::time::SystemTime;

use humantime::parse_rfc3339;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::account::Exception;
use crate::budget::MAX_CONTEXT;

/// A line of the log of calls. A field that an earlier version did not write has its default.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct LoggedCall {
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
    /// The intent in which it happened; empty if unknown.
    pub intent: String,
    /// The token of the session's lock on the intent.
    pub token: Option<u64>,
    /// The revision of the organisation's policies.
    pub policy_revision: Option<u64>,
    /// The verdict of all hooks.
    pub verdict: String,
    /// How long the hooks took, in microseconds.
    pub us: u64,
    /// The call ran although it was denied.
    pub denied_but_ran: bool,
    /// The exception that a person has granted or ended; `None` in the line of a call.
    pub exception: Option<Exception>,
    /// The answers of the hooks.
    pub hooks: Vec<LoggedAnswer>,
}

/// The answer of one hook.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LoggedAnswer {
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
    /// The number of characters of its context.
    pub chars: usize,
    /// A hash of that context; empty in lines of earlier versions.
    pub context_hash: String,
    /// Whether it counted: `won`, `lost`, `cut` and so on.
    pub fate: String,
    /// Whether the hook was in mode `shadow`.
    pub shadow: bool,
}

impl LoggedCall {
    /// Reads a line; `None` if it is not about a call.
    pub fn parse(line: Value) -> Option<Self> {
        serde_json::from_value(line).ok()
    }

    /// The time; `None` if it cannot be read.
    pub fn at(&self) -> Option<SystemTime> {
        parse_rfc3339(&self.ts).ok()
    }

    /// Whether a person did it: it is not about an event.
    pub fn is_of_person(&self) -> bool {
        self.exception.is_some() || matches!(self.event.as_str(), "Pause" | "Resume")
    }

    /// How many characters of a hook's answer the agent got, at most: an answer that was cut counts up
    /// to the limit of the host.
    pub fn told(&self, one: &LoggedAnswer) -> usize {
        match one.fate.as_str() {
            "won" => one.chars,
            "cut" if self.verdict != "deny" => one.chars.min(MAX_CONTEXT),
            _ => 0,
        }
    }
}
