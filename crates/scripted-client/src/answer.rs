//! One answer of a model, before it is written in the protocol of a client.

use serde_json::Value;

use super::script::{Lane, ToolCall, Turn};

/// What the id of a call begins with, before its number.
pub const CALL_ID: &str = "toolu_scripted_";

/// One answer.
pub(crate) struct Answer {
    /// What the client calls its model.
    pub(crate) model: Value,
    pub(crate) lane: Lane,
    /// That of its turn.
    pub(crate) number: usize,
    pub(crate) turn: Turn,
}

impl Answer {
    /// The status of HTTP with which it does not come.
    pub(crate) fn fails(&self) -> Option<u16> {
        if let Turn::Fails(status) = self.turn { Some(status) } else { None }
    }

    /// Whether it calls tools.
    pub(crate) fn is_calls(&self) -> bool {
        matches!(self.turn, Turn::Calls(_))
    }

    /// Its calls, each with its id.
    pub(crate) fn calls(&self) -> Vec<(String, &ToolCall)> {
        let Turn::Calls(calls) = &self.turn else { return Vec::new() };
        calls.iter().enumerate().map(|(at, call)| (self.id(at), call)).collect()
    }

    /// Its words.
    pub(crate) fn text(&self) -> Option<&str> {
        if let Turn::Text(text) = &self.turn { Some(text) } else { None }
    }

    /// The id of a call: its number in the main conversation, where each turn has one.
    pub(crate) fn id(&self, of_turn: usize) -> String {
        let within = if of_turn == 0 { String::new() } else { format!("_{of_turn}") };
        let lane = if self.lane == Lane::Main { "" } else { "subagent_" };
        format!("{CALL_ID}{lane}{}{within}", self.number)
    }
}
