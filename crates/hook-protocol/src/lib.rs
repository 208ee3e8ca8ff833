//! The wire between an agent host and a hook: events in, replies out.
//!
//! A host starts a hook with one event as JSON on stdin, and reads at most one
//! JSON document from its stdout. This crate describes both and does nothing:
//! no I/O, no environment, no clock. `docs/internals/protocol.md` records what hosts
//! really send and accept, and how we know.
//!
//! Input is read leniently. [`Event::parse`] needs only `hook_event_name`; a field that is
//! `null` or of the wrong type counts as missing, and an unknown event is an [`Event::Other`].
//!
//! Output is strict. Each event has its own reply type, [`HookEvent::Reply`], which can
//! express only what a host accepts for that event. The default reply is silence: no opinion,
//! nothing on stdout.
//!
//! This wire carries text that others wrote, so the functions that make such text safe to show
//! or store are here too: they put it on one line ([`one_line`]), remove what a terminal would
//! interpret ([`tame`]), and shorten it ([`shortened`]).

mod common;
mod display_text;
mod event;
mod event_name;
mod events;
mod fields;
mod host;
mod invisible_chars;
mod patch;
mod repair;
mod reply;
mod sender;
mod text;
mod tool_call;
mod tool_input;
mod tool_name;
mod touched_files;

pub use common::{Common, PermissionMode};
pub use display_text::{escape_line, one_line, tame, tame_json, tame_text, whole_line};
pub use event::{Event, HookEvent, ParseError, field_names};
pub use event_name::EventName;
pub use events::{
    Elicitation, ElicitationResult, Notification, OtherEvent, PermissionRequest, PostToolUse,
    PostToolUseFailure, PreCompact, PreSkillShellCommand, PreToolUse, SessionEnd, SessionSource,
    SessionStart, Stop, StopFailure, SubagentStart, SubagentStop, UserPromptSubmit,
};
pub use fields::from_json;
pub use host::{Description, ELSEWHERE, Failure, FileLayout, HOSTS, Host, Part, Setup, Unit};
pub use invisible_chars::is_invisible;
pub use patch::{FileChange, PatchHunk, PatchInput, PatchedFile};
pub use reply::{
    Answer, Decision, NotificationReply, PermissionRequestReply, PostToolUseFailureReply,
    PostToolUseReply, PreCompactReply, PreToolUseReply, Reply, SessionEndReply, SessionStartReply,
    StopReply, SubagentStartReply, UserPromptSubmitReply,
};
pub use text::{CONTEXT_LIMIT, beginning, capped, cut, ending, from_hex, hex, shortened, units};
pub use tool_call::ToolCall;
pub use tool_input::{
    AskUserQuestionInput, BashInput, EditInput, ExitPlanModeInput, MultiEditInput,
    NotebookEditInput, Question, QuestionOption, SkillInput, ToolView, WriteInput,
};
pub use tool_name::{Mcp, Tool, ToolName};
pub use touched_files::{Access, TouchedFile};
