//! The events of Claude Code 2.1.332 and what it honours in a reply to each.

use std::fmt;

/// One event: the groups of fields honoured beside `hookSpecificOutput`, and the
/// fields inside it, or none where the host's closed union has no such member.
pub(super) struct Event {
    pub(super) name: &'static str,
    pub(super) top: &'static [&'static [Field]],
    pub(super) output: Option<&'static [Field]>,
}

/// A field and what its value must be.
#[derive(Clone, Copy)]
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) shape: Shape,
}

/// What the value of a field must be; `null` never fits.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    Flag,
    Text,
    Context,
    Texts,
    List,
    Object,
    Any,
    Word(&'static [&'static str]),
    Permission { allow: &'static [Field], deny: &'static [Field] },
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("a boolean"),
            Self::Text | Self::Context => f.write_str("a string"),
            Self::Texts => f.write_str("a list of strings"),
            Self::List => f.write_str("a list"),
            Self::Object | Self::Permission { .. } => f.write_str("an object"),
            Self::Any => f.write_str("any value"),
            Self::Word(words) => write!(f, "one of {}", words.join(", ")),
        }
    }
}

/// Whether the host knows a field of this name, here or elsewhere.
pub(super) fn is_known(name: &str) -> bool {
    let groups = EVENTS.iter().flat_map(|event| event.top.iter().copied().chain(event.output));
    let mut fields = groups.chain([EVENT_NAME, BEHAVIOR]).flatten();
    fields.any(|field| match field.shape {
        Shape::Permission { allow, deny } => {
            field.name == name || allow.iter().chain(deny).any(|field| field.name == name)
        }
        _ => field.name == name,
    })
}

pub(super) const fn field(name: &'static str, shape: Shape) -> Field {
    Field { name, shape }
}

pub(super) const EVENT_NAME: &[Field] = &[field("hookEventName", Shape::Text)];
pub(super) const BEHAVIOR: &[Field] = &[field("behavior", Shape::Text)];
pub(super) const CONTEXT: &[Field] = &[field("additionalContext", Shape::Context)];

/// `approve` is left out on purpose: it bypasses the user's prompt.
pub(super) const DECISION: &[Field] =
    &[field("decision", Shape::Word(&["block"])), field("reason", Shape::Text)];

const UNIVERSAL: &[Field] = &[
    field("continue", Shape::Flag),
    field("stopReason", Shape::Text),
    field("suppressOutput", Shape::Flag),
    field("systemMessage", Shape::Text),
    field("terminalSequence", Shape::Text),
    field("hookSpecificOutput", Shape::Object),
];

const PLAIN: &[&[Field]] = &[UNIVERSAL];
const DECIDES: &[&[Field]] = &[UNIVERSAL, DECISION];

/// `defer` is left out on purpose: without a terminal it ends the run.
const PERMISSION_DECISION: Field =
    field("permissionDecision", Shape::Word(&["allow", "deny", "ask"]));
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

pub(super) const EVENTS: &[Event] = &[
    event(
        "PreToolUse",
        PLAIN,
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
    event("PreModelSwitch", PLAIN, Some(&[PERMISSION_DECISION, PERMISSION_REASON])),
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
    // A question keeps the line from running and is put to nobody, `allow` grants nothing, and
    // context is not told (2.1.332, run).
    event(
        "PreSkillShellCommand",
        DECIDES,
        Some(&[field("permissionDecision", Shape::Word(&["deny"])), PERMISSION_REASON]),
    ),
];

const PERMISSION: Shape = Shape::Permission {
    allow: &[field("updatedInput", Shape::Object), field("updatedPermissions", Shape::List)],
    deny: &[field("message", Shape::Text), field("interrupt", Shape::Flag)],
};
