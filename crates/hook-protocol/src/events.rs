//! The events, each with the fields that it alone has.
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
pub struct PreToolUse {
    /// What every event carries.
    pub common: Common,
    /// The tool and its input.
    pub call: ToolCall,
    /// Pairs the events of one call; other hosts may not send it.
    pub tool_use_id: Option<String>,
}

/// A line of a skill or a slash command (`` !`command` ``) is about to be run: no call of the agent,
/// but one of a shell in all but that. Nothing that a hook tells the agent here is heard, and nobody can
/// be asked (Claude Code from 2.1.331 on).
#[derive(Debug, Clone)]
pub struct PreSkillShellCommand {
    /// What every event carries.
    pub common: Common,
    /// The shell, and the line as its input.
    pub call: ToolCall,
    /// That of the skill's call, and which line of it; names no call in the transcript.
    pub tool_use_id: Option<String>,
}

/// A tool has succeeded.
#[derive(Debug, Clone)]
pub struct PostToolUse {
    /// What every event carries.
    pub common: Common,
    /// The tool and its input, rewritten by hooks where they did so.
    pub call: ToolCall,
    /// Pairs the events of one call.
    pub tool_use_id: Option<String>,
    /// The tool's result, of a shape that differs between tools and versions.
    pub tool_response: Option<Value>,
}

/// A tool was started and has failed.
#[derive(Debug, Clone)]
pub struct PostToolUseFailure {
    /// What every event carries.
    pub common: Common,
    /// The tool and its input.
    pub call: ToolCall,
    /// Pairs the events of one call.
    pub tool_use_id: Option<String>,
    /// What went wrong, as the agent sees it.
    pub error: Option<String>,
    /// The person interrupted the tool.
    pub is_interrupt: bool,
}

/// A prompt was submitted, by a person or by a machine.
#[derive(Debug, Clone)]
pub struct UserPromptSubmit {
    /// What every event carries.
    pub common: Common,
    /// The prompt; hosts submit empty ones too.
    pub prompt: String,
    /// Who submitted it (`user`, `sdk`, `system` ...); often missing.
    pub source: Option<String>,
}

/// Who submits prompts that is no person, by `source` of `UserPromptSubmit`.
const MACHINE_SOURCES: [&str; 4] = ["system", "loop_wakeup", "schedule_wakeup", "poll_event"];

impl UserPromptSubmit {
    /// Whether `source` is one of those that are no person.
    pub fn is_machine(source: &str) -> bool {
        MACHINE_SOURCES.contains(&source)
    }

    /// Whether the prompt has words of its own. The end of a background agent
    /// arrives as a prompt that begins `<task-notification>`, and Qwen submits
    /// an empty one after each tool call.
    pub fn is_from_person(&self) -> bool {
        let prompt = self.prompt.trim_start();
        !prompt.is_empty() && !prompt.starts_with("<task-notification>")
    }
}

/// A session began or goes on.
#[derive(Debug, Clone)]
pub struct SessionStart {
    /// What every event carries.
    pub common: Common,
    /// What made it begin.
    pub source: SessionSource,
}

/// What made a session begin. The list grows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SessionSource {
    /// A new session.
    Startup,
    /// An old session goes on.
    Resume,
    /// The context was cleared.
    Clear,
    /// The context was compacted.
    Compact,
    /// A session goes on as a new one.
    Fork,
    /// Another source, as it was sent; empty where none was.
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

/// A session ended. Hooks share 1.5 seconds.
#[derive(Debug, Clone)]
pub struct SessionEnd {
    /// What every event carries.
    pub common: Common,
    /// `clear`, `resume`, `logout`, `prompt_input_exit`, `other` ...
    pub reason: Option<String>,
}

/// The main agent has finished its turn.
#[derive(Debug, Clone)]
pub struct Stop {
    /// What every event carries.
    pub common: Common,
    /// A hook has already kept the agent from stopping: do not do it again.
    pub stop_hook_active: bool,
    /// What the agent said last, ahead of the transcript.
    pub last_assistant_message: Option<String>,
    /// Work in the background that the agent has started still runs, and wakes it when it ends.
    pub is_paused: bool,
}

/// An error of the model's provider has ended the turn of the main agent.
#[derive(Debug, Clone)]
pub struct StopFailure {
    /// What every event carries.
    pub common: Common,
    /// `rate_limit`, `overloaded`, `authentication_failed` ...; the list grows.
    pub error: Option<String>,
    /// The error in words.
    pub error_details: Option<String>,
}

/// A subagent was started; its id and type stand in [`Common`].
#[derive(Debug, Clone)]
pub struct SubagentStart {
    /// What every event carries.
    pub common: Common,
}

/// A subagent has finished; its id and type stand in [`Common`].
#[derive(Debug, Clone)]
pub struct SubagentStop {
    /// What every event carries.
    pub common: Common,
    /// A hook has already kept the subagent from stopping.
    pub stop_hook_active: bool,
    /// The subagent's own transcript.
    pub agent_transcript_path: Option<String>,
    /// What the subagent said last.
    pub last_assistant_message: Option<String>,
}

/// The context is about to be compacted.
#[derive(Debug, Clone)]
pub struct PreCompact {
    /// What every event carries.
    pub common: Common,
    /// Who asked for it.
    pub trigger: CompactTrigger,
    /// The person's words on what to keep.
    pub custom_instructions: Option<String>,
}

/// Who asked for a compaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompactTrigger {
    /// The person.
    Manual,
    /// The host, because the context is full.
    Auto,
    /// Another trigger, as it was sent; empty where none was.
    Other(String),
}

/// An event without a type of its own.
#[derive(Debug, Clone)]
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

    /// The same as a call of that shell, for who judges both alike.
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
    pub(crate) fn read(mut fields: Fields) -> Self {
        let trigger = match fields.string("trigger").unwrap_or_default().as_str() {
            "manual" => CompactTrigger::Manual,
            "auto" => CompactTrigger::Auto,
            other => CompactTrigger::Other(other.to_owned()),
        };
        Self {
            trigger,
            custom_instructions: fields.words("custom_instructions"),
            common: common_and_rest(fields),
        }
    }
}

impl OtherEvent {
    pub(crate) fn read(name: EventName, fields: Fields) -> Self {
        Self { name, common: common_and_rest(fields) }
    }
}

/// The common fields, and in them whatever the event did not take.
fn common_and_rest(mut fields: Fields) -> Common {
    let mut common = Common::read(&mut fields);
    common.extra = fields.rest();
    common
}
