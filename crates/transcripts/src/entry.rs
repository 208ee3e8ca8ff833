//! One line of a transcript.

use std::borrow::Cow;
use std::path::Path;
use std::time::SystemTime;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::block::{self, Block};
use crate::lenient::{self, take_flag, take_text};

/// One line of a transcript: what is said of it at once, and what is said in it on
/// demand.
///
/// The names are the host's. One message of the agent is spread over lines, of which
/// each has one block and all have the message's id.
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
    /// The id of the entry that this one follows on. It may stand in a line that is not
    /// written, and begins anew after a compaction.
    #[serde(default, borrow, deserialize_with = "take_text")]
    pub parent_uuid: Option<Cow<'a, str>>,
    /// The session.
    #[serde(default, borrow, deserialize_with = "take_text")]
    pub session_id: Option<Cow<'a, str>>,
    /// The subagent, if it is one's.
    #[serde(default, borrow, deserialize_with = "take_text")]
    pub agent_id: Option<Cow<'a, str>>,
    /// The type of that subagent, which only its answers have.
    #[serde(default, borrow, rename = "attributionAgent", deserialize_with = "take_text")]
    pub agent_type: Option<Cow<'a, str>>,
    /// The prompt that this was said or done for.
    #[serde(default, borrow, deserialize_with = "take_text")]
    pub prompt_id: Option<Cow<'a, str>>,
    /// Who has written the prompt, as the host names it.
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
    /// Whether it is of a subagent. Clients of 2025 wrote those into the transcript of
    /// the session.
    #[serde(default, deserialize_with = "take_flag")]
    pub is_sidechain: bool,
    /// Whether the host has added it to a prompt.
    #[serde(default, deserialize_with = "take_flag")]
    pub is_meta: bool,
    /// Whether it is what a compaction has left of what was said before.
    #[serde(default, deserialize_with = "take_flag")]
    pub is_compact_summary: bool,
    #[serde(default, borrow)]
    message: Option<&'a RawValue>,
    #[serde(default, borrow)]
    compact_metadata: Option<&'a RawValue>,
    /// What the tool has returned to the host, where this is the result of a call: what
    /// PostToolUse has as `tool_response`. Of a call that failed it is the error's text,
    /// and in a subagent's own file it is missing.
    #[serde(default, borrow)]
    pub tool_use_result: Option<&'a RawValue>,
    /// How the call of the result came to be allowed, or was not.
    #[serde(default, borrow)]
    pub permission_decision: Option<&'a RawValue>,
    /// What the host has given the agent beside the prompt.
    #[serde(default, borrow)]
    pub attachment: Option<&'a RawValue>,
}

/// What an entry is, as far as anybody here asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind<'a> {
    /// What the agent is told: prompts and the results of its calls.
    User,
    /// What the agent says and calls.
    Assistant,
    /// The context was compacted, for this reason (`manual`, `auto`), if that is known.
    Compaction(Option<Cow<'a, str>>),
    /// Something else, by the host's name.
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

/// A subagent that a call has run.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RanSubagent<'a> {
    /// Its id, by which its transcript is found.
    #[serde(borrow)]
    pub agent_id: Cow<'a, str>,
    /// Its type, where the host tells.
    #[serde(default, borrow, deserialize_with = "take_text")]
    pub agent_type: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct CompactMetadata<'a> {
    #[serde(default, borrow, deserialize_with = "take_text")]
    trigger: Option<Cow<'a, str>>,
}

impl<'a> Entry<'a> {
    /// The entry in `line`; `None` if that is no JSON object.
    pub fn parse(line: &'a str) -> Option<Entry<'a>> {
        lenient::object(line)
    }

    /// What it is.
    pub fn kind(&self) -> Kind<'a> {
        match (self.kind.clone().unwrap_or_default(), self.subtype.as_deref()) {
            (kind, _) if kind == "user" => Kind::User,
            (kind, _) if kind == "assistant" => Kind::Assistant,
            (kind, Some("compact_boundary")) if kind == "system" => {
                let metadata = self.compact_metadata.and_then(|raw| lenient::object(raw.get()));
                Kind::Compaction(metadata.and_then(|known: CompactMetadata<'a>| known.trigger))
            }
            (kind, _) => Kind::Other(kind),
        }
    }

    /// Whether it says that another client goes on with the session: 2.1.112 writes so where a
    /// hook has said something then.
    pub fn begins_again(&self) -> bool {
        let of_hook = self.attachment.map(RawValue::get).unwrap_or_default();
        self.kind.as_deref() == Some("attachment") && of_hook.contains(r#""SessionStart:resume""#)
    }

    /// When it was written, if it says so in a way that can be understood.
    pub fn at(&self) -> Option<SystemTime> {
        humantime::parse_rfc3339_weak(self.timestamp.as_deref()?).ok()
    }

    /// Where the session was then.
    pub fn cwd(&self) -> Option<&Path> {
        self.cwd.as_deref().map(Path::new)
    }

    /// The model that has answered. The host names its own words `<synthetic>`.
    pub fn model(&self) -> Option<Cow<'a, str>> {
        self.message()?.model
    }

    /// The id of the message, which several entries may have.
    pub fn message_id(&self) -> Option<Cow<'a, str>> {
        self.message()?.id
    }

    /// What is said in it, in order. Empty for what is neither the user's nor the
    /// agent's.
    pub fn blocks(&self) -> Vec<Block<'a>> {
        let is_said = matches!(self.kind.as_deref(), Some("user" | "assistant"));
        let content = if is_said { self.message().and_then(|it| it.content) } else { None };
        content.map(block::all).unwrap_or_default()
    }

    /// The subagent that the call has run of which this is the result.
    pub fn ran_subagent(&self) -> Option<RanSubagent<'a>> {
        lenient::object(self.tool_use_result?.get())
    }

    /// The last words of the agent in it that are more than blanks.
    pub fn last_words(&self) -> Option<Cow<'a, str>> {
        if self.kind.as_deref() != Some("assistant") {
            return None;
        }
        block::last_text(self.message()?.content?)
    }

    fn message(&self) -> Option<Message<'a>> {
        lenient::object(self.message?.get())
    }
}
