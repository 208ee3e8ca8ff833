//! What a line of a transcript says, as far as it matters here.
//!
//! A transcript of Claude Code has one JSON object a line, of many kinds, most of
//! which say nothing about files. One message of the agent is spread over lines,
//! a text or a call of a tool in each. The format is not documented, so whatever
//! has another shape than expected is passed over.

use std::borrow::Cow;
use std::path::PathBuf;

use hook_protocol::ToolCall;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::prompt::is_from_person;
use crate::times;

/// An entry that matters, and when it was written.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) at: i64,
    /// Where the session was then.
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

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(default, borrow)]
    subtype: Option<Cow<'a, str>>,
    #[serde(default, borrow)]
    timestamp: Option<Cow<'a, str>>,
    #[serde(default)]
    cwd: Option<PathBuf>,
    #[serde(default)]
    is_meta: Option<bool>,
    #[serde(default)]
    is_sidechain: Option<bool>,
    #[serde(default)]
    is_compact_summary: Option<bool>,
    #[serde(default)]
    prompt_id: Option<String>,
    #[serde(default, borrow)]
    prompt_source: Option<Cow<'a, str>>,
    #[serde(default, borrow)]
    message: Option<Message<'a>>,
}

#[derive(Deserialize)]
struct Message<'a> {
    /// A text, or a list of blocks.
    #[serde(default, borrow)]
    content: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Block<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    id: Option<String>,
    #[serde(default, borrow)]
    name: Option<Cow<'a, str>>,
    #[serde(default)]
    input: Option<Value>,
    #[serde(default)]
    tool_use_id: Option<String>,
    #[serde(default)]
    is_error: Option<bool>,
}

/// Whose transcript a line is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Speaker {
    Main,
    Subagent,
}

/// Whether `line` is a whole JSON object. What a client has half written is none.
pub(crate) fn is_whole(line: &[u8]) -> bool {
    serde_json::from_slice::<IgnoredAny>(line).is_ok()
}

/// What a line says. Nothing for a line of another kind or shape, without a time,
/// or of another speaker: clients of 2025 wrote subagents into the main transcript.
pub(crate) fn read(line: &[u8], speaker: Speaker) -> Vec<Entry> {
    let Ok(line) = serde_json::from_slice::<Line<'_>>(line) else {
        return Vec::new();
    };
    let Some(at) = line.timestamp.as_deref().and_then(times::parse) else {
        return Vec::new();
    };
    if (line.is_sidechain == Some(true)) != (speaker == Speaker::Subagent) {
        return Vec::new();
    }
    let content = || line.message.as_ref().and_then(|message| message.content).map(blocks);
    let says = match (&*line.kind, line.subtype.as_deref()) {
        ("system", Some("compact_boundary")) => vec![Says::Compacted],
        ("assistant", _) => {
            content().unwrap_or_default().into_iter().filter_map(of_assistant).collect()
        }
        ("user", _) => of_user(&line, content().unwrap_or_default()),
        _ => Vec::new(),
    };
    says.into_iter().map(|says| Entry { at, cwd: line.cwd.clone(), says }).collect()
}

fn blocks(content: &RawValue) -> Vec<Block<'_>> {
    if let Ok(text) = serde_json::from_str::<String>(content.get()) {
        let kind = Cow::Borrowed("text");
        return vec![Block {
            kind,
            text: Some(text),
            id: None,
            name: None,
            input: None,
            tool_use_id: None,
            is_error: None,
        }];
    }
    let blocks: Vec<&RawValue> = serde_json::from_str(content.get()).unwrap_or_default();
    blocks.into_iter().filter_map(|block| serde_json::from_str(block.get()).ok()).collect()
}

fn of_assistant(block: Block<'_>) -> Option<Says> {
    match &*block.kind {
        "text" => block.text.filter(|text| !text.trim().is_empty()).map(Says::Words),
        "tool_use" => {
            let call = ToolCall::new(block.name.as_deref()?, block.input.unwrap_or_default());
            Some(Says::Call(block.id.unwrap_or_default(), call))
        }
        _ => None,
    }
}

fn of_user(line: &Line<'_>, blocks: Vec<Block<'_>>) -> Vec<Says> {
    let mut says = Vec::new();
    let mut texts = Vec::new();
    for block in blocks {
        match (&*block.kind, block.tool_use_id) {
            ("tool_result", Some(id)) if block.is_error == Some(true) => {
                says.push(Says::Failed(id));
            }
            ("text", _) => texts.extend(block.text),
            _ => {}
        }
    }
    // What the host adds to a prompt is no prompt of its own.
    if texts.is_empty() || line.is_meta == Some(true) {
        return says;
    }
    let prompt = texts.join("\n");
    let is_person = line.is_sidechain != Some(true)
        && line.is_compact_summary != Some(true)
        && is_from_person(&prompt, line.prompt_source.as_deref());
    says.push(if is_person {
        Says::Prompt(prompt, line.prompt_id.clone())
    } else {
        Says::OtherPrompt
    });
    says
}
