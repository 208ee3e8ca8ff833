//! One event, from the bytes on stdin to a typed value.

use std::fmt;

use crate::common::Common;
use crate::event_name::EventName;
use crate::events::{
    Notification, OtherEvent, PermissionRequest, PostToolUse, PostToolUseFailure, PreCompact,
    PreToolUse, SessionEnd, SessionStart, Stop, StopFailure, SubagentStart, SubagentStop,
    UserPromptSubmit,
};
use crate::fields::Fields;
use crate::reply::Reply;
use crate::tool_call::ToolCall;

/// How far into a payload that cannot be read its name is looked for; hosts put
/// it before what may be large.
const HEAD: usize = 64 * 1024;

/// An event that a host reports to its hooks.
#[derive(Debug, Clone)]
pub enum Event {
    /// A tool is about to be called.
    PreToolUse(PreToolUse),
    /// A tool has succeeded.
    PostToolUse(PostToolUse),
    /// A tool was started and has failed.
    PostToolUseFailure(PostToolUseFailure),
    /// A prompt was submitted.
    UserPromptSubmit(UserPromptSubmit),
    /// A session began or goes on.
    SessionStart(SessionStart),
    /// A session ended.
    SessionEnd(SessionEnd),
    /// The main agent has finished its turn.
    Stop(Stop),
    /// An error ended the main agent's turn.
    StopFailure(StopFailure),
    /// A subagent was started.
    SubagentStart(SubagentStart),
    /// A subagent has finished.
    SubagentStop(SubagentStop),
    /// The context is about to be compacted.
    PreCompact(PreCompact),
    /// The host notifies the person.
    Notification(Notification),
    /// The host is about to ask the person for permission.
    PermissionRequest(PermissionRequest),
    /// Any other event, known by name or not at all.
    Other(OtherEvent),
}

impl Event {
    /// Reads the event that a host wrote on stdin.
    ///
    /// A byte order mark is skipped and what is not UTF-8 is replaced; only
    /// `hook_event_name` is required, in either spelling (`PreToolUse`, or
    /// `preToolUse` as Cursor writes it).
    ///
    /// # Errors
    /// [`ParseError::Empty`], [`ParseError::Malformed`] or
    /// [`ParseError::Nameless`], in that order.
    pub fn parse(bytes: &[u8]) -> Result<Self, ParseError> {
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() {
            return Err(ParseError::Empty);
        }
        let mut fields = Fields::parse(text).map_err(ParseError::Malformed)?;
        let name = fields.words("hook_event_name").ok_or(ParseError::Nameless)?;
        Ok(Self::read(EventName::from(name), fields))
    }

    /// The name of the event in a payload that cannot be read as a whole, if one
    /// of [`EventName::KNOWN`] stands there.
    pub fn name_in(payload: &[u8]) -> Option<EventName> {
        let text = String::from_utf8_lossy(payload.get(..HEAD).unwrap_or(payload));
        let (_, rest) = text.split_once("\"hook_event_name\"")?;
        let value = rest.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
        let (name, _) = value.split_once('"')?;
        Some(EventName::from(name.to_owned())).filter(EventName::is_known)
    }

    /// The call of a tool that the event is about.
    pub fn call(&self) -> Option<&ToolCall> {
        match self {
            Self::PreToolUse(event) => Some(&event.call),
            Self::PostToolUse(event) => Some(&event.call),
            Self::PostToolUseFailure(event) => Some(&event.call),
            Self::PermissionRequest(event) => Some(&event.call),
            _ => None,
        }
    }

    fn read(name: EventName, fields: Fields) -> Self {
        match name.as_str() {
            PreToolUse::NAME => Self::PreToolUse(PreToolUse::read(fields)),
            PostToolUse::NAME => Self::PostToolUse(PostToolUse::read(fields)),
            PostToolUseFailure::NAME => Self::PostToolUseFailure(PostToolUseFailure::read(fields)),
            UserPromptSubmit::NAME => Self::UserPromptSubmit(UserPromptSubmit::read(fields)),
            SessionStart::NAME => Self::SessionStart(SessionStart::read(fields)),
            SessionEnd::NAME => Self::SessionEnd(SessionEnd::read(fields)),
            Stop::NAME => Self::Stop(Stop::read(fields)),
            StopFailure::NAME => Self::StopFailure(StopFailure::read(fields)),
            SubagentStart::NAME => Self::SubagentStart(SubagentStart::read(fields)),
            SubagentStop::NAME => Self::SubagentStop(SubagentStop::read(fields)),
            PreCompact::NAME => Self::PreCompact(PreCompact::read(fields)),
            Notification::NAME => Self::Notification(Notification::read(fields)),
            PermissionRequest::NAME => Self::PermissionRequest(PermissionRequest::read(fields)),
            _ => Self::Other(OtherEvent::read(name, fields)),
        }
    }

    /// The event's name as hosts spell it in settings.
    pub fn name(&self) -> &str {
        match self {
            Self::PreToolUse(_) => PreToolUse::NAME,
            Self::PostToolUse(_) => PostToolUse::NAME,
            Self::PostToolUseFailure(_) => PostToolUseFailure::NAME,
            Self::UserPromptSubmit(_) => UserPromptSubmit::NAME,
            Self::SessionStart(_) => SessionStart::NAME,
            Self::SessionEnd(_) => SessionEnd::NAME,
            Self::Stop(_) => Stop::NAME,
            Self::StopFailure(_) => StopFailure::NAME,
            Self::SubagentStart(_) => SubagentStart::NAME,
            Self::SubagentStop(_) => SubagentStop::NAME,
            Self::PreCompact(_) => PreCompact::NAME,
            Self::Notification(_) => Notification::NAME,
            Self::PermissionRequest(_) => PermissionRequest::NAME,
            Self::Other(event) => event.name.as_str(),
        }
    }

    /// What every event carries.
    pub fn common(&self) -> &Common {
        match self {
            Self::PreToolUse(event) => &event.common,
            Self::PostToolUse(event) => &event.common,
            Self::PostToolUseFailure(event) => &event.common,
            Self::UserPromptSubmit(event) => &event.common,
            Self::SessionStart(event) => &event.common,
            Self::SessionEnd(event) => &event.common,
            Self::Stop(event) => &event.common,
            Self::StopFailure(event) => &event.common,
            Self::SubagentStart(event) => &event.common,
            Self::SubagentStop(event) => &event.common,
            Self::PreCompact(event) => &event.common,
            Self::Notification(event) => &event.common,
            Self::PermissionRequest(event) => &event.common,
            Self::Other(event) => &event.common,
        }
    }
}

/// An event that a hook can handle, and the only reply that it may give.
pub trait HookEvent: Sized {
    /// The event's name as hosts spell it in settings.
    const NAME: &'static str;
    /// What a host accepts in answer to this event.
    type Reply: Reply;
    /// This event, if `event` is one.
    fn of(event: &Event) -> Option<&Self>;
}

/// Why a payload is no event.
#[derive(Debug)]
pub enum ParseError {
    /// Nothing was sent.
    Empty,
    /// What was sent is not one JSON object.
    Malformed(serde_json::Error),
    /// A JSON object without `hook_event_name`: another host's own format.
    Nameless,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the host sent no event"),
            Self::Malformed(err) => write!(f, "the host's event is not one JSON object: {err}"),
            Self::Nameless => write!(f, "the host's event has no hook_event_name"),
        }
    }
}

impl std::error::Error for ParseError {}
