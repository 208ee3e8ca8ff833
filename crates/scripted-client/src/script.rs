//! What a model is to say, one turn after the other, in the main conversation and in subagents.

use serde::Deserialize;
use serde_json::Value;

/// Stands in the prompt of each subagent that has turns of its own.
pub const SUBAGENT: &str = "scripted subagent";

/// A call of a tool.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolCall {
    /// The name of the tool.
    pub name: String,
    /// What it is given.
    pub input: Value,
}

/// What a model says when it is asked.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// It calls tools, all in one message.
    Calls(Vec<ToolCall>),
    /// It says this.
    Text(String),
    /// It cannot be asked: a status of HTTP.
    Fails(u16),
}

/// The turns of a model. When they are over it says that it is done.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// The number of the first turn. Where a session goes on, the ids of its calls have to be new.
    #[serde(default)]
    pub first: usize,
    /// Those of the main conversation.
    #[serde(default)]
    pub main: Vec<Turn>,
    /// Those of the conversations whose first message has [`SUBAGENT`] in it.
    #[serde(default)]
    pub subagent: Vec<Turn>,
}

/// A conversation with the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lane {
    /// With the main agent.
    Main,
    /// With a subagent.
    Subagent,
    /// Without tools, as where a title is asked for.
    Beside,
}

impl From<Vec<ToolCall>> for Script {
    /// One call a turn.
    fn from(calls: Vec<ToolCall>) -> Self {
        let main = calls.into_iter().map(|call| Turn::Calls(vec![call])).collect();
        Self { main, ..Self::default() }
    }
}

impl Script {
    pub(crate) fn turn(&self, lane: Lane, at: usize) -> Option<&Turn> {
        match lane {
            Lane::Main => self.main.get(at),
            Lane::Subagent => self.subagent.get(at),
            Lane::Beside => None,
        }
    }
}
