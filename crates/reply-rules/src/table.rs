//! What Claude Code 2.1.332 takes as the reply to each event (`docs/internals/protocol.md`, "The events").
//!
//! This table is independent of the crate that builds our replies, so that tests can find that one wrong.

use std::fmt;

use serde_json::Value;

/// What a host takes as the reply to one event.
#[derive(Debug)]
pub struct Event {
    /// Its name.
    pub name: &'static str,
    /// Fields at the top, in groups.
    pub top: &'static [&'static [Field]],
    /// Fields of `hookSpecificOutput`; `None` if the host takes no such object.
    pub output: Option<&'static [Field]>,
}

/// A field and the shape of its value.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// The shape of its value.
    pub shape: Shape,
}

/// The shape of a value; `null` never fits.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// A boolean.
    Flag,
    /// A string.
    Text,
    /// A string that the model reads.
    Context,
    /// An array of strings.
    Texts,
    /// An array.
    List,
    /// An object.
    Object,
    /// Any value.
    Any,
    /// One of these strings.
    Word(&'static [&'static str]),
    /// An object with a `behavior`, on which its other fields depend.
    Permission {
        /// The fields beside `allow`.
        allow: &'static [Field],
        /// The fields beside `deny`.
        deny: &'static [Field],
    },
}

impl Shape {
    /// Whether a value has this shape; the fields of an object are not checked.
    pub fn fits(&self, value: &Value) -> bool {
        match self {
            Self::Flag => value.is_boolean(),
            Self::Text | Self::Context => value.is_string(),
            Self::Texts => value.as_array().is_some_and(|all| all.iter().all(Value::is_string)),
            Self::List => value.is_array(),
            Self::Object | Self::Permission { .. } => value.is_object(),
            Self::Any => !value.is_null(),
            Self::Word(words) => value.as_str().is_some_and(|word| words.contains(&word)),
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("true or false"),
            Self::Text | Self::Context => f.write_str("a string"),
            Self::Texts => f.write_str("an array of strings"),
            Self::List => f.write_str("an array"),
            Self::Object | Self::Permission { .. } => f.write_str("an object"),
            Self::Any => f.write_str("any value"),
            Self::Word(words) => write!(f, "one of {}", words.join(", ")),
        }
    }
}

/// Whether the host knows a field of this name on any event.
pub fn is_known(name: &str) -> bool {
    let groups = EVENTS.iter().flat_map(|event| event.top.iter().copied().chain(event.output));
    let mut fields = groups.chain([EVENT_NAME, BEHAVIOR]).flatten();
    fields.any(|field| match field.shape {
        Shape::Permission { allow, deny } => {
            field.name == name || allow.iter().chain(deny).any(|field| field.name == name)
        }
        _ => field.name == name,
    })
}

/// A field.
pub const fn field(name: &'static str, shape: Shape) -> Field {
    Field { name, shape }
}

/// The field of `hookSpecificOutput` that every event needs.
pub const EVENT_NAME: &[Field] = &[field("hookEventName", Shape::Text)];

/// The field of a permission decision on which the others depend.
pub const BEHAVIOR: &[Field] = &[field("behavior", Shape::Text)];

/// An output with nothing but context.
pub const CONTEXT: &[Field] = &[field("additionalContext", Shape::Context)];

const DECISION: &[Field] =
    &[field("decision", Shape::Word(&["block", "approve"])), field("reason", Shape::Text)];

const UNIVERSAL: &[Field] = &[
    field("continue", Shape::Flag),
    field("stopReason", Shape::Text),
    field("suppressOutput", Shape::Flag),
    field("systemMessage", Shape::Text),
    field("terminalSequence", Shape::Text),
    field("hookSpecificOutput", Shape::Object),
    field("async", Shape::Flag),
    field("asyncTimeout", Shape::Any),
];

const PLAIN: &[&[Field]] = &[UNIVERSAL];
const DECIDES: &[&[Field]] = &[UNIVERSAL, DECISION];

const PERMISSION_DECISION: Field =
    field("permissionDecision", Shape::Word(&["allow", "deny", "ask", "defer"]));
const PERMISSION_REASON: Field = field("permissionDecisionReason", Shape::Text);

const ELICITATION: &[Field] = &[
    field("action", Shape::Word(&["accept", "decline", "cancel"])),
    field("content", Shape::Object),
];

const fn event(
    name: &'static str,
    top: &'static [&'static [Field]],
    output: Option<&'static [Field]>,
) -> Event {
    Event { name, top, output }
}

/// All events, in the order of the manual.
pub const EVENTS: &[Event] = &[
    event(
        "PreToolUse",
        DECIDES,
        Some(&[
            PERMISSION_DECISION,
            PERMISSION_REASON,
            field("updatedInput", Shape::Object),
            field("additionalContext", Shape::Context),
        ]),
    ),
    event(
        "PostToolUse",
        DECIDES,
        Some(&[
            field("additionalContext", Shape::Context),
            field("updatedToolOutput", Shape::Any),
            field("updatedMCPToolOutput", Shape::Any),
            field("classifierContext", Shape::Any),
        ]),
    ),
    event("PostToolUseFailure", DECIDES, Some(CONTEXT)),
    event("PostToolBatch", DECIDES, Some(CONTEXT)),
    event("Notification", PLAIN, Some(CONTEXT)),
    event(
        "UserPromptSubmit",
        DECIDES,
        Some(&[
            field("additionalContext", Shape::Context),
            field("sessionTitle", Shape::Text),
            field("suppressOriginalPrompt", Shape::Flag),
        ]),
    ),
    event(
        "UserPromptExpansion",
        DECIDES,
        Some(&[
            field("additionalContext", Shape::Context),
            field("suppressOriginalPrompt", Shape::Flag),
        ]),
    ),
    event(
        "SessionStart",
        PLAIN,
        Some(&[
            field("additionalContext", Shape::Context),
            field("initialUserMessage", Shape::Text),
            field("sessionTitle", Shape::Text),
            field("watchPaths", Shape::Texts),
            field("reloadSkills", Shape::Flag),
        ]),
    ),
    event("SessionEnd", PLAIN, None),
    event("Stop", DECIDES, Some(CONTEXT)),
    event("StopFailure", PLAIN, None),
    event("SubagentStart", PLAIN, Some(CONTEXT)),
    event("SubagentStop", DECIDES, Some(CONTEXT)),
    event("PreCompact", DECIDES, None),
    event("PostCompact", PLAIN, None),
    event(
        "PreModelSwitch",
        PLAIN,
        Some(&[
            field("permissionDecision", Shape::Word(&["allow", "deny", "ask"])),
            PERMISSION_REASON,
        ]),
    ),
    event("PostModelSwitch", PLAIN, Some(CONTEXT)),
    event("PermissionRequest", PLAIN, Some(&[field("decision", PERMISSION)])),
    event("PermissionDenied", PLAIN, Some(&[field("retry", Shape::Flag)])),
    event("Setup", PLAIN, Some(CONTEXT)),
    event("TeammateIdle", PLAIN, None),
    event("TaskCreated", DECIDES, None),
    event("TaskCompleted", PLAIN, None),
    event("Elicitation", PLAIN, Some(ELICITATION)),
    event("ElicitationResult", PLAIN, Some(ELICITATION)),
    event("ConfigChange", DECIDES, None),
    event("WorktreeCreate", PLAIN, Some(&[field("worktreePath", Shape::Text)])),
    event("WorktreeRemove", PLAIN, None),
    event("InstructionsLoaded", PLAIN, None),
    event("CwdChanged", PLAIN, Some(&[field("watchPaths", Shape::Texts)])),
    event("FileChanged", PLAIN, Some(&[field("watchPaths", Shape::Texts)])),
    event("DirectoryAdded", PLAIN, None),
    event("MessageDisplay", PLAIN, Some(&[field("displayContent", Shape::Text)])),
    event(
        "PreSkillShellCommand",
        DECIDES,
        Some(&[
            field("permissionDecision", Shape::Word(&["allow", "deny", "ask"])),
            PERMISSION_REASON,
            field("updatedInput", Shape::Object),
        ]),
    ),
];

const PERMISSION: Shape = Shape::Permission {
    allow: &[field("updatedInput", Shape::Object), field("updatedPermissions", Shape::List)],
    deny: &[field("message", Shape::Text), field("interrupt", Shape::Flag)],
};
