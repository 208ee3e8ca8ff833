//! The events and their fields.
//!
//! Source: the published types and captured payloads of Claude Code 2.1.332
//! (`docs/internals/protocol.md`). Every field but the event's name may be missing.

mod person;

use serde_json::Value;

use crate::common::Common;
use crate::event_name::EventName;
use crate::fields::Fields;
use crate::tool_call::ToolCall;

pub use person::{Elicitation, ElicitationResult, Notification, PermissionRequest};

/// A tool is about to be called; comes before any permission check.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PreToolUse {
    /// The fields that all events have.
    pub common: Common,
    /// The tool and its input.
    pub call: ToolCall,
    /// Shared by the events of one call. Other hosts may not send it.
    pub tool_use_id: Option<String>,
}

/// A shell line of a skill or slash command (`` !`command` ``) is about to run. The agent does not
/// call it, but otherwise it is like a shell call. A hook can neither tell the agent anything here
/// nor have the person asked (Claude Code from 2.1.331 on).
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PreSkillShellCommand {
    /// The fields that all events have.
    pub common: Common,
    /// The shell, and the line as its input.
    pub call: ToolCall,
    /// The id of the skill's call with the number of the line; not an id in the transcript.
    pub tool_use_id: Option<String>,
}

/// A tool has succeeded.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PostToolUse {
    /// The fields that all events have.
    pub common: Common,
    /// The tool and its input, as rewritten by hooks.
    pub call: ToolCall,
    /// Shared by the events of one call.
    pub tool_use_id: Option<String>,
    /// The tool's result, whose form differs between tools and versions.
    pub tool_response: Option<Value>,
}

/// A tool was started and failed.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PostToolUseFailure {
    /// The fields that all events have.
    pub common: Common,
    /// The tool and its input.
    pub call: ToolCall,
    /// Shared by the events of one call.
    pub tool_use_id: Option<String>,
    /// What went wrong, as the agent sees it.
    pub error: Option<String>,
    /// The person interrupted the tool.
    pub is_interrupt: bool,
}

/// A prompt was submitted, by a person or by a machine.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct UserPromptSubmit {
    /// The fields that all events have.
    pub common: Common,
    /// The prompt; hosts submit empty ones too.
    pub prompt: String,
    /// Who submitted it (`user`, `sdk`, `system` ...); often missing.
    pub source: Option<String>,
}

/// The values of [`UserPromptSubmit::source`] for prompts that no person submitted.
const MACHINE_SOURCES: [&str; 4] = ["system", "loop_wakeup", "schedule_wakeup", "poll_event"];

impl UserPromptSubmit {
    /// Whether `source` stands for a machine.
    pub fn is_machine(source: &str) -> bool {
        MACHINE_SOURCES.contains(&source)
    }

    /// Whether a person may have written the prompt. The end of a background agent arrives as a
    /// prompt that begins with `<task-notification>`, and Qwen submits an empty prompt after each
    /// tool call.
    pub fn is_from_person(&self) -> bool {
        let prompt = self.prompt.trim_start();
        !prompt.is_empty() && !prompt.starts_with("<task-notification>")
    }
}

/// A session began or was resumed.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SessionStart {
    /// The fields that all events have.
    pub common: Common,
    /// Why.
    pub source: SessionSource,
}

/// Why a session began. Hosts add to the list.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SessionSource {
    /// A new session.
    Startup,
    /// An earlier session was resumed.
    Resume,
    /// The context was cleared.
    Clear,
    /// The context was compacted.
    Compact,
    /// A session was continued as a new one.
    Fork,
    /// Another source, as it was sent; empty if there was none.
    Other(String),
}

impl SessionSource {
    /// As hosts write it.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Startup => "startup",
            Self::Resume => "resume",
            Self::Clear => "clear",
            Self::Compact => "compact",
            Self::Fork => "fork",
            Self::Other(other) => other,
        }
    }
}

impl From<String> for SessionSource {
    fn from(source: String) -> Self {
        let known = [Self::Startup, Self::Resume, Self::Clear, Self::Compact, Self::Fork];
        let known = known.into_iter().find(|known| known.as_str() == source);
        known.unwrap_or(Self::Other(source))
    }
}

/// A session ended. All hooks together have 1.5 seconds.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SessionEnd {
    /// The fields that all events have.
    pub common: Common,
    /// `clear`, `resume`, `logout`, `prompt_input_exit`, `other` ...
    pub reason: Option<String>,
}

/// The main agent has finished its turn.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Stop {
    /// The fields that all events have.
    pub common: Common,
    /// A hook has already kept the agent from stopping. Do not do so again.
    pub stop_hook_active: bool,
    /// The agent's last message, which may not be in the transcript yet.
    pub last_assistant_message: Option<String>,
    /// Background work that the agent started is still running, and will wake it.
    pub is_paused: bool,
}

/// An error of the model's provider ended the main agent's turn.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct StopFailure {
    /// The fields that all events have.
    pub common: Common,
    /// `rate_limit`, `overloaded`, `authentication_failed` ...
    pub error: Option<String>,
    /// The error in words.
    pub error_details: Option<String>,
}

/// A subagent was started; its id and type are in [`Common`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SubagentStart {
    /// The fields that all events have.
    pub common: Common,
}

/// A subagent has finished; its id and type are in [`Common`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SubagentStop {
    /// The fields that all events have.
    pub common: Common,
    /// A hook has already kept the subagent from stopping.
    pub stop_hook_active: bool,
    /// The subagent's own transcript.
    pub agent_transcript_path: Option<String>,
    /// The subagent's last message.
    pub last_assistant_message: Option<String>,
}

/// The context is about to be compacted.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PreCompact {
    /// The fields that all events have.
    pub common: Common,
}

/// An event without a type of its own.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct OtherEvent {
    /// The event's name.
    pub name: EventName,
    /// What every event carries; its own fields are in `extra`.
    pub common: Common,
}

impl PreToolUse {
    pub(crate) fn read(mut fields: Fields) -> Self {
        Self {
            call: ToolCall::read(&mut fields),
            tool_use_id: fields.words("tool_use_id"),
            common: common_and_rest(fields),
        }
    }
}

impl PreSkillShellCommand {
    pub(crate) fn read(fields: Fields) -> Self {
        let PreToolUse { common, call, tool_use_id } = PreToolUse::read(fields);
        Self { common, call, tool_use_id }
    }

    /// The same as a shell call, for code that judges both alike.
    pub fn as_tool_use(&self) -> PreToolUse {
        let Self { common, call, tool_use_id } = self.clone();
        PreToolUse { common, call, tool_use_id }
    }
}

impl PostToolUse {
    pub(crate) fn read(mut fields: Fields) -> Self {
        Self {
            call: ToolCall::read(&mut fields),
            tool_use_id: fields.words("tool_use_id"),
            tool_response: fields.value("tool_response"),
            common: common_and_rest(fields),
        }
    }
}

impl PostToolUseFailure {
    pub(crate) fn read(mut fields: Fields) -> Self {
        Self {
            call: ToolCall::read(&mut fields),
            tool_use_id: fields.words("tool_use_id"),
            error: fields.words("error"),
            is_interrupt: fields.boolean("is_interrupt").unwrap_or(false),
            common: common_and_rest(fields),
        }
    }
}

impl UserPromptSubmit {
    pub(crate) fn read(mut fields: Fields) -> Self {
        Self {
            prompt: fields.text_or_parts("prompt").unwrap_or_default(),
            source: fields.words("source"),
            common: common_and_rest(fields),
        }
    }
}

impl SessionStart {
    pub(crate) fn read(mut fields: Fields) -> Self {
        let source = SessionSource::from(fields.string("source").unwrap_or_default());
        Self { source, common: common_and_rest(fields) }
    }
}

impl SessionEnd {
    pub(crate) fn read(mut fields: Fields) -> Self {
        Self { reason: fields.words("reason"), common: common_and_rest(fields) }
    }
}

impl Stop {
    pub(crate) fn read(mut fields: Fields) -> Self {
        Self {
            stop_hook_active: fields.boolean("stop_hook_active").unwrap_or(false),
            last_assistant_message: fields.words("last_assistant_message"),
            is_paused: fields
                .value("background_tasks")
                .is_some_and(|tasks| is_any_in_flight(&tasks)),
            common: common_and_rest(fields),
        }
    }
}

/// Whether one of the `background_tasks` of an event has not ended.
fn is_any_in_flight(tasks: &Value) -> bool {
    let mut statuses = tasks.as_array().into_iter().flatten().filter_map(|task| task.get("status"));
    statuses.any(|status| ["running", "pending"].iter().any(|known| status == known))
}

impl SubagentStart {
    pub(crate) fn read(fields: Fields) -> Self {
        Self { common: common_and_rest(fields) }
    }
}

impl StopFailure {
    pub(crate) fn read(mut fields: Fields) -> Self {
        Self {
            error: fields.words("error"),
            error_details: fields.words("error_details"),
            common: common_and_rest(fields),
        }
    }
}

impl SubagentStop {
    pub(crate) fn read(mut fields: Fields) -> Self {
        Self {
            stop_hook_active: fields.boolean("stop_hook_active").unwrap_or(false),
            agent_transcript_path: fields.words("agent_transcript_path"),
            last_assistant_message: fields.words("last_assistant_message"),
            common: common_and_rest(fields),
        }
    }
}

impl PreCompact {
    pub(crate) fn read(fields: Fields) -> Self {
        Self { common: common_and_rest(fields) }
    }
}

impl OtherEvent {
    pub(crate) fn read(name: EventName, fields: Fields) -> Self {
        Self { name, common: common_and_rest(fields) }
    }
}

/// The common fields, with the remaining ones in `extra`.
fn common_and_rest(mut fields: Fields) -> Common {
    let mut common = Common::read(&mut fields);
    common.extra = fields.rest();
    common
}
