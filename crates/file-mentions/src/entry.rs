//! What a line of a transcript says, as far as it matters here: most kinds say nothing
//! about files.

use std::path::PathBuf;

use hook_protocol::ToolCall;
use recent_files::millis;
use transcripts::{Block, Entry, Kind};

/// Something that was said or done, and when.
#[derive(Debug)]
pub(crate) struct Moment {
    pub(crate) at: i64,
    /// The current folder of the session at that time.
    pub(crate) cwd: Option<PathBuf>,
    pub(crate) says: Says,
}

/// What an entry says.
#[derive(Debug)]
pub(crate) enum Says {
    /// A person's prompt, with its id.
    Prompt(String, Option<String>),
    /// A prompt of the host or, for a subagent, of the main agent.
    OtherPrompt,
    /// The agent's words.
    Words(String),
    /// A call of a tool, with its id.
    Call(String, ToolCall),
    /// The call of this id failed.
    Failed(String),
    /// The session was compacted.
    Compacted,
}

/// Whose transcript a line is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Speaker {
    Main,
    Subagent,
}

/// What an entry says. Nothing without a time, or of another speaker: clients of 2025
/// wrote subagents into the main transcript.
pub(crate) fn moments(entry: &Entry<'_>, speaker: Speaker) -> Vec<Moment> {
    if entry.is_sidechain != (speaker == Speaker::Subagent) {
        return Vec::new();
    }
    let says = match entry.kind() {
        Kind::Compaction(_) => vec![Says::Compacted],
        Kind::Assistant => entry.blocks().into_iter().filter_map(of_assistant).collect(),
        Kind::User => of_user(entry),
        Kind::Other(_) => Vec::new(),
    };
    let at = if says.is_empty() { None } else { entry.at() };
    let Some(at) = at.map(millis) else { return Vec::new() };
    let cwd = || entry.cwd().map(PathBuf::from);
    says.into_iter().map(|says| Moment { at, cwd: cwd(), says }).collect()
}

fn of_assistant(block: Block<'_>) -> Option<Says> {
    match block {
        Block::Text(text) => {
            Some(text).filter(|text| !text.trim().is_empty()).map(|text| Says::Words(text.into()))
        }
        Block::ToolUse(call) => {
            Some(Says::Call(call.id.to_string(), ToolCall::new(&call.name, call.input())))
        }
        Block::ToolResult(_) | Block::Other(_) => None,
    }
}

fn of_user(entry: &Entry<'_>) -> Vec<Says> {
    let failed = entry.blocks().into_iter().filter_map(|block| match block {
        Block::ToolResult(result) if result.is_error => Some(result.tool_use_id),
        _ => None,
    });
    let mut says: Vec<Says> = failed.map(|id| Says::Failed(id.into_owned())).collect();
    says.extend(entry.prompt().map(|prompt| {
        if prompt.is_from_person {
            Says::Prompt(prompt.text.into_owned(), entry.prompt_id.as_deref().map(str::to_owned))
        } else {
            Says::OtherPrompt
        }
    }));
    says
}
