//! One line of a transcript.

use std::borrow::Cow;
use std::path::Path;
use std::time::SystemTime;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::block::{self, Block};
use crate::field::{self, take_flag, take_text};

/// One line of a transcript. Its fields are parsed at once, its message on demand.
///
/// The names are the host's. A message of the agent is spread over several lines: each has one
/// block, and all have the message's id.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry<'a> {
    #[serde(default, borrow, rename = "type", deserialize_with = "take_text")]
    kind: Option<Cow<'a, str>>,
    #[serde(default, borrow, deserialize_with = "take_text")]
    subtype: Option<Cow<'a, str>>,
    /// The entry's own id.
    #[serde(default, borrow, deserialize_with = "take_text")]
    pub uuid: Option<Cow<'a, str>>,
    /// The id of the entry before this one. That may be missing in the file, and there is none
    /// after a compaction.
    #[serde(default, borrow, deserialize_with = "take_text")]
    pub parent_uuid: Option<Cow<'a, str>>,
    /// The session.
    #[serde(default, borrow, deserialize_with = "take_text")]
    pub session_id: Option<Cow<'a, str>>,
    /// The subagent; `None` for the main agent.
    #[serde(default, borrow, deserialize_with = "take_text")]
    pub agent_id: Option<Cow<'a, str>>,
    /// The type of that subagent; only its answers have it.
    #[serde(default, borrow, rename = "attributionAgent", deserialize_with = "take_text")]
    pub agent_type: Option<Cow<'a, str>>,
    /// The prompt that this belongs to.
    #[serde(default, borrow, deserialize_with = "take_text")]
    pub prompt_id: Option<Cow<'a, str>>,
    /// Who wrote the prompt, in the host's words.
    #[serde(default, borrow, deserialize_with = "take_text")]
    pub prompt_source: Option<Cow<'a, str>>,
    /// The mode in which a prompt was sent.
    #[serde(default, borrow, deserialize_with = "take_text")]
    pub permission_mode: Option<Cow<'a, str>>,
    #[serde(default, borrow, deserialize_with = "take_text")]
    timestamp: Option<Cow<'a, str>>,
    #[serde(default, borrow, deserialize_with = "take_text")]
    cwd: Option<Cow<'a, str>>,
    /// The host's version.
    #[serde(default, borrow, deserialize_with = "take_text")]
    pub version: Option<Cow<'a, str>>,
    /// The name of the session's plan file, without its ending.
    #[serde(default, borrow, deserialize_with = "take_text")]
    pub slug: Option<Cow<'a, str>>,
    /// Whether it belongs to a subagent. Clients of 2025 wrote these into the transcript of the
    /// session.
    #[serde(default, deserialize_with = "take_flag")]
    pub is_sidechain: bool,
    /// Whether the host added it to a prompt.
    #[serde(default, deserialize_with = "take_flag")]
    pub is_meta: bool,
    /// Whether it is the summary of a compaction.
    #[serde(default, deserialize_with = "take_flag")]
    pub is_compact_summary: bool,
    #[serde(default, borrow)]
    message: Option<&'a RawValue>,
    #[serde(default, borrow)]
    compact_metadata: Option<&'a RawValue>,
    /// What the tool returned to the host, if this is the result of a call: the `tool_response` of
    /// PostToolUse. For a failed call it is the text of the error. It is missing in a subagent's own
    /// file.
    #[serde(default, borrow)]
    pub tool_use_result: Option<&'a RawValue>,
    /// Why the call was allowed, or was not.
    #[serde(default, borrow)]
    pub permission_decision: Option<&'a RawValue>,
    /// What the host gave the agent in addition to the prompt.
    #[serde(default, borrow)]
    pub attachment: Option<&'a RawValue>,
}

/// The kind of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind<'a> {
    /// Input of the agent: prompts and the results of its calls.
    User,
    /// Output of the agent: text and calls.
    Assistant,
    /// The context was compacted, for this reason (`manual`, `auto`) if it is known.
    Compaction(Option<Cow<'a, str>>),
    /// Anything else, with the host's name for it.
    Other(Cow<'a, str>),
}

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(default, borrow, deserialize_with = "take_text")]
    id: Option<Cow<'a, str>>,
    #[serde(default, borrow, deserialize_with = "take_text")]
    model: Option<Cow<'a, str>>,
    /// A text, or a list of blocks.
    #[serde(default, borrow)]
    content: Option<&'a RawValue>,
}

/// A subagent that a call ran.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RanSubagent<'a> {
    /// Its id, by which its transcript is found.
    #[serde(borrow)]
    pub agent_id: Cow<'a, str>,
    /// Its type, if the host says so.
    #[serde(default, borrow, deserialize_with = "take_text")]
    pub agent_type: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct CompactMetadata<'a> {
    #[serde(default, borrow, deserialize_with = "take_text")]
    trigger: Option<Cow<'a, str>>,
}

impl<'a> Entry<'a> {
    /// The entry in `line`; `None` if it is not a JSON object.
    pub fn parse(line: &'a str) -> Option<Entry<'a>> {
        field::object(line)
    }

    /// Its kind.
    pub fn kind(&self) -> Kind<'a> {
        match (self.kind.clone().unwrap_or_default(), self.subtype.as_deref()) {
            (kind, _) if kind == "user" => Kind::User,
            (kind, _) if kind == "assistant" => Kind::Assistant,
            (kind, Some("compact_boundary")) if kind == "system" => {
                let metadata = self.compact_metadata.and_then(|raw| field::object(raw.get()));
                Kind::Compaction(metadata.and_then(|known: CompactMetadata<'a>| known.trigger))
            }
            (kind, _) => Kind::Other(kind),
        }
    }

    /// Whether another client resumes the session here. Claude Code 2.1.112 writes this if a hook
    /// added something then.
    pub fn begins_again(&self) -> bool {
        let of_hook = self.attachment.map(RawValue::get).unwrap_or_default();
        self.kind.as_deref() == Some("attachment") && of_hook.contains(r#""SessionStart:resume""#)
    }

    /// When it was written; `None` without a valid time.
    pub fn at(&self) -> Option<SystemTime> {
        humantime::parse_rfc3339_weak(self.timestamp.as_deref()?).ok()
    }

    /// The current folder of the session at that time.
    pub fn cwd(&self) -> Option<&Path> {
        self.cwd.as_deref().map(Path::new)
    }

    /// The model that answered. For the host's own words it is `<synthetic>`.
    pub fn model(&self) -> Option<Cow<'a, str>> {
        self.message()?.model
    }

    /// The id of the message; several entries may have the same.
    pub fn message_id(&self) -> Option<Cow<'a, str>> {
        self.message()?.id
    }

    /// Its blocks, in order. Empty if it is neither the user's nor the agent's.
    pub fn blocks(&self) -> Vec<Block<'a>> {
        let is_said = matches!(self.kind.as_deref(), Some("user" | "assistant"));
        let content = if is_said { self.message().and_then(|it| it.content) } else { None };
        content.map(block::all).unwrap_or_default()
    }

    /// The subagent that the call ran, if this is the result of such a call.
    pub fn ran_subagent(&self) -> Option<RanSubagent<'a>> {
        field::object(self.tool_use_result?.get())
    }

    /// The last text of the agent in it that is not blank.
    pub fn last_words(&self) -> Option<Cow<'a, str>> {
        if self.kind.as_deref() != Some("assistant") {
            return None;
        }
        block::last_text(self.message()?.content?)
    }

    fn message(&self) -> Option<Message<'a>> {
        field::object(self.message?.get())
    }
}
