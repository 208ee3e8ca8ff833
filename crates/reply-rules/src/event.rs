//! What Claude Code makes of each event's answers: exit code 2, text, and the fields of a document
//! (`docs/internals/protocol.md`, "Exit status and stdout").

use crate::table::{EVENT_NAME, EVENTS, Field, is_known};
use serde_json::Value;

/// More characters of context than this do not arrive in full.
pub const MAX_CONTEXT: usize = 10_000;

/// What a host does with one event.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// Its name.
    pub name: &'static str,
    /// What exit code 2 does.
    pub status_two: StatusTwo,
    /// What plain text on stdout does, at exit code 0.
    pub text: Text,
    top: &'static [&'static [Field]],
    /// The fields of `hookSpecificOutput`; `None` if the host takes no such object.
    pub specific: Option<&'static [Field]>,
}

/// What exit code 2 does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusTwo {
    /// It blocks the action.
    Blocks,
    /// The model reads stderr.
    TellsTheModel,
    /// The person sees stderr, and nothing else happens.
    TellsThePerson,
    /// Nothing.
    Ignored,
    /// Not observed yet.
    Unknown,
}

/// What plain text on stdout does, at exit code 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// The model reads it.
    Context,
    /// It is used, as the path of a worktree is.
    Used,
    /// It goes to the debug log, or nowhere.
    Dropped,
    /// Not observed yet.
    Unknown,
}

/// What a host does with the event of this name; `None` if it has no such event.
pub fn event(name: &str) -> Option<Event> {
    let event = EVENTS.iter().find(|event| event.name == name)?;
    let status_two = match name {
        "PostToolUse" | "PostToolUseFailure" => StatusTwo::TellsTheModel,
        "SessionStart" | "SessionEnd" | "SubagentStart" | "PostCompact" | "Setup"
        | "CwdChanged" | "FileChanged" => StatusTwo::TellsThePerson,
        "Notification" | "StopFailure" | "PermissionRequest" | "PermissionDenied"
        | "WorktreeRemove" | "InstructionsLoaded" | "DirectoryAdded" | "MessageDisplay" => {
            StatusTwo::Ignored
        }
        "PreModelSwitch" | "PostModelSwitch" => StatusTwo::Unknown,
        _ => StatusTwo::Blocks,
    };
    let text = match name {
        "UserPromptSubmit" | "UserPromptExpansion" | "SessionStart" => Text::Context,
        "PreCompact" | "PostCompact" | "WorktreeCreate" => Text::Used,
        "PreModelSwitch" | "PostModelSwitch" => Text::Unknown,
        _ => Text::Dropped,
    };
    Some(Event { name: event.name, status_two, text, top: event.top, specific: event.output })
}

impl Event {
    /// How a field fits at the top of an answer.
    pub fn top(&self, name: &str, value: &Value) -> Fit {
        fit(self.top, name, value)
    }

    /// How a field fits in `hookSpecificOutput`.
    pub fn inside(&self, name: &str, value: &Value) -> Fit {
        fit(&[EVENT_NAME, self.specific.unwrap_or_default()], name, value)
    }
}

/// How a field fits in its place.
#[derive(Debug, PartialEq, Eq)]
pub enum Fit {
    /// It has the shape that the host expects.
    Fits,
    /// It is null, which fits nowhere.
    Null,
    /// It must have this shape.
    Wrong(String),
    /// The host knows it in another place, and ignores it here.
    Elsewhere,
    /// The host ignores it, as any unknown field.
    Unknown,
}

fn fit(groups: &[&[Field]], name: &str, value: &Value) -> Fit {
    let mut fields = groups.iter().copied().flatten();
    match fields.find(|field| field.name == name) {
        None if is_known(name) => Fit::Elsewhere,
        None => Fit::Unknown,
        Some(_) if value.is_null() => Fit::Null,
        Some(field) if field.shape.fits(value) => Fit::Fits,
        Some(field) => Fit::Wrong(field.shape.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_field_fits_lacks_its_shape_or_is_not_for_here() {
        let pre = event("PreToolUse").unwrap();
        for (name, value, expected) in [
            ("systemMessage", json!("m"), Fit::Fits),
            ("systemMessage", json!(null), Fit::Null),
            ("continue", json!("no"), Fit::Wrong("true or false".to_owned())),
            ("additionalContext", json!("c"), Fit::Elsewhere),
            ("unheardOf", json!(null), Fit::Unknown),
        ] {
            assert_eq!(pre.top(name, &value), expected, "{name}");
        }
        let words = "one of allow, deny, ask, defer".to_owned();
        assert_eq!(pre.inside("permissionDecision", &json!("maybe")), Fit::Wrong(words));
        assert_eq!(pre.inside("additionalContext", &json!("c")), Fit::Fits);
        assert_eq!(pre.inside("sessionTitle", &json!("c")), Fit::Elsewhere);
        assert!(event("Stop").is_some() && event("BeforeTool").is_none());
    }
}
