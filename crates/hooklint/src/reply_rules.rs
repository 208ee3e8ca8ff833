//! What Claude Code makes of each event's answers. Source: `docs/internals/protocol.md`, "Exit status and
//! stdout" and "The events".

use serde_json::Value;

/// More characters of context than this do not arrive whole.
pub(crate) const MAX_CONTEXT: usize = 10_000;

/// What a host does with one event.
pub(crate) struct Event {
    pub(crate) name: &'static str,
    pub(crate) status_two: StatusTwo,
    pub(crate) text: Text,
    /// Fields beside those that every reply may have.
    top: &'static [Field],
    /// Those of `hookSpecificOutput`; `None` where the host takes no such object.
    pub(crate) specific: Option<&'static [Field]>,
}

/// What exit status 2 does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StatusTwo {
    /// What is about to happen does not.
    Blocks,
    /// The model reads stderr.
    TellsTheModel,
    /// The person reads stderr, and nothing else comes of it.
    TellsThePerson,
    /// Nothing comes of it.
    Ignored,
    /// Nobody has seen it yet.
    Unknown,
}

/// What text on stdout that is no JSON does, at status 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Text {
    /// The model reads it.
    Context,
    /// It is used, as the path of a worktree is.
    Used,
    /// It is in the debug log, or nowhere.
    Dropped,
    /// Nobody has seen it yet.
    Unknown,
}

/// A field and the shape of its value. `null` is never right.
#[derive(Clone, Copy)]
pub(crate) struct Field(pub(crate) &'static str, Shape);

#[derive(Clone, Copy)]
enum Shape {
    Flag,
    Text,
    List,
    Object,
    Any,
    OneOf(&'static [&'static str]),
}

const EVERYWHERE: &[Field] = &[
    Field("continue", Shape::Flag),
    Field("stopReason", Shape::Text),
    Field("suppressOutput", Shape::Flag),
    Field("systemMessage", Shape::Text),
    Field("terminalSequence", Shape::Text),
    Field("hookSpecificOutput", Shape::Object),
    Field("async", Shape::Flag),
    Field("asyncTimeout", Shape::Any),
];

const BLOCK: &[Field] =
    &[Field("decision", Shape::OneOf(&["block", "approve"])), Field("reason", Shape::Text)];
const CONTEXT: Field = Field("additionalContext", Shape::Text);
const REASON: Field = Field("permissionDecisionReason", Shape::Text);
const WATCH: &[Field] = &[Field("watchPaths", Shape::List)];
const ELICITED: &[Field] = &[
    Field("action", Shape::OneOf(&["accept", "decline", "cancel"])),
    Field("content", Shape::Object),
];

const fn event(
    name: &'static str,
    status_two: StatusTwo,
    text: Text,
    top: &'static [Field],
    specific: Option<&'static [Field]>,
) -> Event {
    Event { name, status_two, text, top, specific }
}

use StatusTwo::{Blocks, Ignored, TellsTheModel, TellsThePerson};
use Text::{Dropped, Used};

/// All events, in the order of the manual.
pub(crate) const EVENTS: [Event; 34] = [
    event(
        "PreToolUse",
        Blocks,
        Dropped,
        BLOCK,
        Some(&[
            Field("permissionDecision", Shape::OneOf(&["allow", "deny", "ask", "defer"])),
            REASON,
            Field("updatedInput", Shape::Object),
            CONTEXT,
        ]),
    ),
    event(
        "PostToolUse",
        TellsTheModel,
        Dropped,
        BLOCK,
        Some(&[
            CONTEXT,
            Field("updatedToolOutput", Shape::Any),
            Field("updatedMCPToolOutput", Shape::Any),
            Field("classifierContext", Shape::Any),
        ]),
    ),
    event("PostToolUseFailure", TellsTheModel, Dropped, BLOCK, Some(&[CONTEXT])),
    event("PostToolBatch", Blocks, Dropped, BLOCK, Some(&[CONTEXT])),
    event("Notification", Ignored, Dropped, &[], Some(&[CONTEXT])),
    event(
        "UserPromptSubmit",
        Blocks,
        Text::Context,
        BLOCK,
        Some(&[
            CONTEXT,
            Field("sessionTitle", Shape::Text),
            Field("suppressOriginalPrompt", Shape::Flag),
        ]),
    ),
    event(
        "UserPromptExpansion",
        Blocks,
        Text::Context,
        BLOCK,
        Some(&[CONTEXT, Field("suppressOriginalPrompt", Shape::Flag)]),
    ),
    event(
        "SessionStart",
        TellsThePerson,
        Text::Context,
        &[],
        Some(&[
            CONTEXT,
            Field("initialUserMessage", Shape::Text),
            Field("sessionTitle", Shape::Text),
            Field("watchPaths", Shape::List),
            Field("reloadSkills", Shape::Flag),
        ]),
    ),
    event("SessionEnd", TellsThePerson, Dropped, &[], None),
    event("Stop", Blocks, Dropped, BLOCK, Some(&[CONTEXT])),
    event("StopFailure", Ignored, Dropped, &[], None),
    event("SubagentStart", TellsThePerson, Dropped, &[], Some(&[CONTEXT])),
    event("SubagentStop", Blocks, Dropped, BLOCK, Some(&[CONTEXT])),
    event("PreCompact", Blocks, Used, BLOCK, None),
    event("PostCompact", TellsThePerson, Used, &[], None),
    event(
        "PreModelSwitch",
        StatusTwo::Unknown,
        Text::Unknown,
        &[],
        Some(&[Field("permissionDecision", Shape::OneOf(&["allow", "deny", "ask"])), REASON]),
    ),
    event("PostModelSwitch", StatusTwo::Unknown, Text::Unknown, &[], Some(&[CONTEXT])),
    event("PermissionRequest", Ignored, Dropped, &[], Some(&[Field("decision", Shape::Object)])),
    event("PermissionDenied", Ignored, Dropped, &[], Some(&[Field("retry", Shape::Flag)])),
    event("Setup", TellsThePerson, Dropped, &[], Some(&[CONTEXT])),
    event("TeammateIdle", Blocks, Dropped, &[], None),
    event("TaskCreated", Blocks, Dropped, BLOCK, None),
    event("TaskCompleted", Blocks, Dropped, &[], None),
    event("Elicitation", Blocks, Dropped, &[], Some(ELICITED)),
    event("ElicitationResult", Blocks, Dropped, &[], Some(ELICITED)),
    event("ConfigChange", Blocks, Dropped, BLOCK, None),
    event("WorktreeCreate", Blocks, Used, &[], Some(&[Field("worktreePath", Shape::Text)])),
    event("WorktreeRemove", Ignored, Dropped, &[], None),
    event("InstructionsLoaded", Ignored, Dropped, &[], None),
    event("CwdChanged", TellsThePerson, Dropped, &[], Some(WATCH)),
    event("FileChanged", TellsThePerson, Dropped, &[], Some(WATCH)),
    event("DirectoryAdded", Ignored, Dropped, &[], None),
    event("MessageDisplay", Ignored, Dropped, &[], Some(&[Field("displayContent", Shape::Text)])),
    event(
        "PreSkillShellCommand",
        Blocks,
        Dropped,
        BLOCK,
        Some(&[
            Field("permissionDecision", Shape::OneOf(&["allow", "deny", "ask"])),
            REASON,
            Field("updatedInput", Shape::Object),
        ]),
    ),
];

/// What a host does with the event of this name; `None` where it has none.
pub(crate) fn of(name: &str) -> Option<&'static Event> {
    EVENTS.iter().find(|event| event.name == name)
}

impl Event {
    /// Why the value of a field at the top of an answer loses the answer, or the field.
    pub(crate) fn top(&self, name: &str, value: &Value) -> Fit {
        fit(&[EVERYWHERE, self.top], name, value)
    }

    /// The same of a field of `hookSpecificOutput`.
    pub(crate) fn inside(&self, name: &str, value: &Value) -> Fit {
        fit(
            &[&[Field("hookEventName", Shape::Text)], self.specific.unwrap_or_default()],
            name,
            value,
        )
    }
}

/// How a field suits the place where it stands.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    Fits,
    Null,
    /// It is not what it must be, which is this.
    Wrong(String),
    /// The host knows it elsewhere, and ignores it here.
    Elsewhere,
    /// Nobody knows it, and the host passes over it.
    Unknown,
}

fn fit(groups: &[&[Field]], name: &str, value: &Value) -> Fit {
    let mut fields = groups.iter().copied().flatten();
    let Some(Field(_, shape)) = fields.find(|field| field.0 == name) else {
        return if is_known(name) { Fit::Elsewhere } else { Fit::Unknown };
    };
    let fits = match shape {
        _ if value.is_null() => return Fit::Null,
        Shape::Flag => value.is_boolean(),
        Shape::Text => value.is_string(),
        Shape::List => value.is_array(),
        Shape::Object => value.is_object(),
        Shape::Any => true,
        Shape::OneOf(words) => value.as_str().is_some_and(|word| words.contains(&word)),
    };
    if fits {
        return Fit::Fits;
    }
    Fit::Wrong(match shape {
        Shape::Flag => "true or false".to_owned(),
        Shape::List => "an array".to_owned(),
        Shape::Object => "an object".to_owned(),
        Shape::Text | Shape::Any => "a string".to_owned(),
        Shape::OneOf(words) => words.join(", "),
    })
}

fn is_known(name: &str) -> bool {
    let all =
        EVENTS.iter().flat_map(|event| event.top.iter().chain(event.specific.unwrap_or_default()));
    all.chain(EVERYWHERE).any(|field| field.0 == name)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_field_fits_lacks_its_shape_or_is_not_for_here() {
        let pre = of("PreToolUse").unwrap();
        for (name, value, expected) in [
            ("systemMessage", json!("m"), Fit::Fits),
            ("systemMessage", json!(null), Fit::Null),
            ("continue", json!("no"), Fit::Wrong("true or false".to_owned())),
            ("additionalContext", json!("c"), Fit::Elsewhere),
            ("unheardOf", json!(null), Fit::Unknown),
        ] {
            assert_eq!(pre.top(name, &value), expected, "{name}");
        }
        let words = "allow, deny, ask, defer".to_owned();
        assert_eq!(pre.inside("permissionDecision", &json!("maybe")), Fit::Wrong(words));
        assert_eq!(pre.inside("additionalContext", &json!("c")), Fit::Fits);
        assert_eq!(pre.inside("sessionTitle", &json!("c")), Fit::Elsewhere);
        assert!(of("Stop").is_some() && of("BeforeTool").is_none());
    }
}
