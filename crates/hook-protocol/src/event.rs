//! One event, from the bytes on stdin to a typed value.

use std::borrow::Cow;
use std::fmt;

use serde_json::{Map, Value};

use crate::common::Common;
use crate::event_name::EventName;
use crate::events::{
    Elicitation, ElicitationResult, Notification, OtherEvent, PermissionRequest, PostToolUse,
    PostToolUseFailure, PreCompact, PreSkillShellCommand, PreToolUse, SessionEnd, SessionStart,
    Stop, StopFailure, SubagentStart, SubagentStop, UserPromptSubmit,
};
use crate::fields::Fields;
use crate::host::{Host, Part};
use crate::reply::{
    NotificationReply, PermissionRequestReply, PostToolUseFailureReply, PostToolUseReply,
    PreCompactReply, PreToolUseReply, Reply, SessionEndReply, SessionStartReply, StopReply,
    SubagentStartReply, UserPromptSubmitReply,
};
use crate::sender::{detect, of_two, translate};
use crate::tool_call::ToolCall;

/// How many bytes of an unreadable payload are searched for its event's name. Hosts send it
/// before large fields.
const HEAD: usize = 64 * 1024;

/// Generates from the table of events what is the same for each.
macro_rules! events {
    ($($(#[$doc:meta])+ $name:ident => $reply:ident,)+) => {
        /// An event that a host reports to its hooks.
        #[derive(Debug, Clone)]
        #[non_exhaustive]
        pub enum Event {
            $($(#[$doc])+ $name($name),)+
            /// Any other event, known or unknown.
            Other(OtherEvent),
        }

        impl Event {
            fn read(name: EventName, fields: Fields) -> Self {
                match name.as_str() {
                    $($name::NAME => Self::$name($name::read(fields)),)+
                    _ => Self::Other(OtherEvent::read(name, fields)),
                }
            }

            /// The event's name as hosts spell it in settings.
            pub fn name(&self) -> &str {
                match self {
                    $(Self::$name(_) => $name::NAME,)+
                    Self::Other(event) => event.name.as_str(),
                }
            }

            /// The event's name, if it has a type here.
            pub fn type_name(&self) -> Option<&'static str> {
                match self {
                    $(Self::$name(_) => Some($name::NAME),)+
                    Self::Other(_) => None,
                }
            }

            /// The fields that all events have.
            pub fn common(&self) -> &Common {
                match self {
                    $(Self::$name(event) => &event.common,)+
                    Self::Other(event) => &event.common,
                }
            }
        }

        $(impl HookEvent for $name {
            const NAME: &'static str = stringify!($name);
            type Reply = $reply;

            fn of(event: &Event) -> Option<&Self> {
                if let Event::$name(event) = event { Some(event) } else { None }
            }

            fn common(&self) -> &Common {
                &self.common
            }
        })+
    };
}

events! {
    /// A tool is about to be called.
    PreToolUse => PreToolUseReply,
    /// A shell line of a skill or slash command is about to run.
    PreSkillShellCommand => PreToolUseReply,
    /// A tool has succeeded.
    PostToolUse => PostToolUseReply,
    /// A tool was started and failed.
    PostToolUseFailure => PostToolUseFailureReply,
    /// A prompt was submitted.
    UserPromptSubmit => UserPromptSubmitReply,
    /// A session began or was resumed.
    SessionStart => SessionStartReply,
    /// A session ended.
    SessionEnd => SessionEndReply,
    /// The main agent has finished its turn.
    Stop => StopReply,
    /// An error ended the main agent's turn.
    StopFailure => NotificationReply,
    /// A subagent was started.
    SubagentStart => SubagentStartReply,
    /// A subagent has finished.
    SubagentStop => StopReply,
    /// The context is about to be compacted.
    PreCompact => PreCompactReply,
    /// The host notifies the person.
    Notification => NotificationReply,
    /// The host is about to ask the person for permission.
    PermissionRequest => PermissionRequestReply,
    /// An MCP server asks the person a question.
    Elicitation => NotificationReply,
    /// A question of an MCP server was answered.
    ElicitationResult => NotificationReply,
}

impl Event {
    /// Reads the event that a host wrote on stdin.
    ///
    /// A byte order mark is skipped and invalid UTF-8 is replaced. The only required field is the
    /// event's name: `hook_event_name`, or its equivalent for the host ([`HOSTS`](crate::HOSTS)).
    ///
    /// # Errors
    /// [`ParseError::Empty`], [`ParseError::Malformed`] or
    /// [`ParseError::Nameless`], in that order.
    pub fn parse(bytes: &[u8]) -> Result<Self, ParseError> {
        Self::parse_of(bytes, None)
    }

    /// Like [`Event::parse`], for a command that names the host.
    ///
    /// # Errors
    /// As [`Event::parse`].
    pub fn parse_of(bytes: &[u8], said: Option<Host>) -> Result<Self, ParseError> {
        // Checking first is faster for valid text.
        let text = str::from_utf8(bytes).map(Cow::Borrowed);
        let text = text.unwrap_or_else(|_| String::from_utf8_lossy(bytes));
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() {
            return Err(ParseError::Empty);
        }
        let fields = Fields::parse(text).map_err(ParseError::Malformed)?;
        let host = of_two(said, detect(&fields));
        let mut fields = fields.sent_by(host);
        let name = translate(&mut fields).ok_or(ParseError::Nameless)?;
        Ok(Self::read(name, fields))
    }

    /// Our name for the event in an unreadable payload of this host, if the payload names a known
    /// event.
    pub fn name_in(payload: &[u8], host: Host) -> Option<EventName> {
        let text = String::from_utf8_lossy(payload.get(..HEAD).unwrap_or(payload));
        let (_, rest) = text.split_once("\"hook_event_name\"")?;
        let value = rest.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
        let (sent, _) = value.split_once('"')?;
        let name = host.description().our_event(sent).unwrap_or(sent);
        Some(EventName::from(name.to_owned())).filter(EventName::is_known)
    }

    /// This event with another tool input; unchanged if it has no tool.
    #[must_use]
    pub fn with_tool_input(&self, input: Map<String, Value>) -> Self {
        let mut event = self.clone();
        let call = match &mut event {
            Self::PreToolUse(event) => Some(&mut event.call),
            Self::PreSkillShellCommand(event) => Some(&mut event.call),
            Self::PostToolUse(event) => Some(&mut event.call),
            Self::PostToolUseFailure(event) => Some(&mut event.call),
            Self::PermissionRequest(event) => Some(&mut event.call),
            _ => None,
        };
        if let Some(call) = call {
            call.input = Value::Object(input);
        }
        event
    }

    /// Whether the host passes a hook's context on to the agent for this event.
    pub fn takes_context(&self) -> bool {
        let host = self.common().host.description();
        self.type_name().is_some_and(|name| host.parts(name).contains(&Part::Context))
    }

    /// The id that the events of one call share, if the host sends it.
    pub fn tool_use_id(&self) -> Option<&str> {
        match self {
            Self::PreToolUse(event) => event.tool_use_id.as_deref(),
            Self::PreSkillShellCommand(event) => event.tool_use_id.as_deref(),
            Self::PostToolUse(event) => event.tool_use_id.as_deref(),
            Self::PostToolUseFailure(event) => event.tool_use_id.as_deref(),
            _ => None,
        }
    }

    /// The tool call that the event is about.
    pub fn call(&self) -> Option<&ToolCall> {
        match self {
            Self::PreToolUse(event) => Some(&event.call),
            Self::PreSkillShellCommand(event) => Some(&event.call),
            Self::PostToolUse(event) => Some(&event.call),
            Self::PostToolUseFailure(event) => Some(&event.call),
            Self::PermissionRequest(event) => Some(&event.call),
            _ => None,
        }
    }
}

/// The names of the fields in a payload, if it is an object.
pub fn field_names(payload: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(payload);
    let fields = Fields::parse(text.trim_start_matches('\u{feff}'));
    fields.map(|fields| fields.rest().into_keys().collect()).unwrap_or_default()
}

/// An event that a hook can handle, and the type of its reply.
pub trait HookEvent: Sized {
    /// The event's name as hosts spell it in settings.
    const NAME: &'static str;
    /// What a host accepts in answer to this event.
    type Reply: Reply;

    /// This event, if `event` is one.
    fn of(event: &Event) -> Option<&Self>;

    /// The fields that all events have.
    fn common(&self) -> &Common;
}

/// Why a payload is not an event.
#[derive(Debug)]
pub enum ParseError {
    /// Nothing was sent.
    Empty,
    /// The payload is not one JSON object.
    Malformed(serde_json::Error),
    /// A JSON object without the name of an event.
    Nameless,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the host sent no event"),
            Self::Malformed(err) => write!(f, "the host's event is not one JSON object: {err}"),
            Self::Nameless => write!(f, "the host's event has no name"),
        }
    }
}

impl std::error::Error for ParseError {}
