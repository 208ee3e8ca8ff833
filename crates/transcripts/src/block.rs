//! What a message consists of.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::field::{self, take_flag, take_text};

/// A part of a message.
#[derive(Debug, Clone)]
pub enum Block<'a> {
    /// Words.
    Text(Cow<'a, str>),
    /// The agent calls a tool.
    ToolUse(ToolUse<'a>),
    /// The result of a call.
    ToolResult(ToolResult<'a>),
    /// Anything else, with the host's name for it: a thought, a picture.
    Other(Cow<'a, str>),
}

/// A call of a tool.
#[derive(Debug, Clone)]
pub struct ToolUse<'a> {
    /// Its id, which its result has too.
    pub id: Cow<'a, str>,
    /// The host's name of the tool.
    pub name: Cow<'a, str>,
    /// Its input, which is an object, as it was sent.
    pub raw_input: Option<&'a RawValue>,
}

/// The result of a call.
#[derive(Debug, Clone)]
pub struct ToolResult<'a> {
    /// The id of the call.
    pub tool_use_id: Cow<'a, str>,
    /// Whether it failed, was refused, or was interrupted.
    pub is_error: bool,
    /// What the model got: a text, or a list of blocks.
    pub raw_content: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct RawBlock<'a> {
    #[serde(rename = "type", default, borrow, deserialize_with = "take_text")]
    kind: Option<Cow<'a, str>>,
    #[serde(default, borrow)]
    text: Option<&'a RawValue>,
    #[serde(default, borrow, deserialize_with = "take_text")]
    id: Option<Cow<'a, str>>,
    #[serde(default, borrow, deserialize_with = "take_text")]
    name: Option<Cow<'a, str>>,
    #[serde(default, borrow)]
    input: Option<&'a RawValue>,
    #[serde(default, borrow, deserialize_with = "take_text")]
    tool_use_id: Option<Cow<'a, str>>,
    #[serde(default, deserialize_with = "take_flag")]
    is_error: bool,
    #[serde(default, borrow)]
    content: Option<&'a RawValue>,
}

impl ToolUse<'_> {
    /// Its input; `null` if there is none.
    pub fn input(&self) -> Value {
        self.raw_input.and_then(field::value).unwrap_or_default()
    }
}

impl ToolResult<'_> {
    /// The text that the model got, without pictures and the like.
    pub fn text(&self) -> String {
        let blocks = self.raw_content.map(all).unwrap_or_default();
        let texts = blocks.into_iter().filter_map(|block| match block {
            Block::Text(text) => Some(text),
            _ => None,
        });
        texts.collect::<Vec<_>>().join("\n")
    }
}

/// The blocks of a message: its content is a text, or a list.
pub(crate) fn all(content: &RawValue) -> Vec<Block<'_>> {
    if let Some(text) = field::text(content) {
        return vec![Block::Text(text)];
    }
    raw_blocks(content).into_iter().filter_map(one).collect()
}

/// The last text that is more than blanks.
pub(crate) fn last_text(content: &RawValue) -> Option<Cow<'_, str>> {
    let is_said = |text: &Cow<'_, str>| !text.trim().is_empty();
    if let Some(text) = field::text(content) {
        return Some(text).filter(is_said);
    }
    let texts = raw_blocks(content).into_iter().rev().filter_map(|block| match one(block)? {
        Block::Text(text) => Some(text),
        _ => None,
    });
    texts.into_iter().find(is_said)
}

fn raw_blocks(content: &RawValue) -> Vec<&RawValue> {
    serde_json::from_str(content.get()).unwrap_or_default()
}

fn one(block: &RawValue) -> Option<Block<'_>> {
    let block: RawBlock<'_> = field::object(block.get())?;
    let kind = block.kind?;
    Some(match &*kind {
        "text" => Block::Text(field::text(block.text?)?),
        "tool_use" => Block::ToolUse(ToolUse {
            id: block.id.unwrap_or_default(),
            name: block.name?,
            raw_input: block.input,
        }),
        "tool_result" => Block::ToolResult(ToolResult {
            tool_use_id: block.tool_use_id?,
            is_error: block.is_error,
            raw_content: block.content,
        }),
        _ => Block::Other(kind),
    })
}
