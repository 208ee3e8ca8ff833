//! The fields of an answer, held against what the event takes.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Effect, Fault, shown};
use crate::event::{Event, Fit, MAX_CONTEXT};
use crate::{SEEN, SEEN_BOTH};

const DROPPED: &str =
    "the host drops the whole answer, including its decision: the action continues";

/// What the fields bring about, and what is wrong with them.
#[derive(Default)]
pub(super) struct Fields {
    pub(super) effects: BTreeSet<Effect>,
    pub(super) faults: Vec<Fault>,
    is_dropped: bool,
}

/// Judges an answer.
pub(super) fn judged(event: &Event, answer: &Value) -> Fields {
    let mut fields = Fields::default();
    let Some(answer) = answer.as_object() else { return fields };
    for (name, value) in answer {
        fields.field(name, "", value, event.top(name, value));
    }
    if let Some(specific) = answer.get("hookSpecificOutput").and_then(Value::as_object) {
        fields.specific(event, specific);
    }
    if fields.is_dropped {
        fields.effects = BTreeSet::from([Effect::Lost]);
    } else {
        fields.of_top(event, answer);
        if let Some(specific) = answer.get("hookSpecificOutput") {
            fields.of_specific(event, specific);
        }
    }
    fields
}

/// More context than arrives whole.
pub(super) fn too_long(context: &str) -> Option<Fault> {
    let length = context.chars().count();
    (length > MAX_CONTEXT).then(|| {
        let host = "above 10,000 characters the model gets only a preview of 2 KB and a path";
        Fault::new("context-cut", format!("{length} characters of context"), host, SEEN)
    })
}

impl Fields {
    fn field(&mut self, name: &str, place: &str, value: &Value, fit: Fit) {
        let came = format!("`{place}{name}` is {}", shown(&value.to_string()));
        match fit {
            Fit::Fits | Fit::Unknown => {}
            Fit::Null => self.drops(Fault::new("null", came, DROPPED, SEEN)),
            Fit::Wrong(words) => {
                let host = format!("it must be {words}: {DROPPED}");
                self.drops(Fault::new("wrong-type", came, host, SEEN));
            }
            Fit::Elsewhere => {
                let host = "it is silently ignored in this place";
                self.faults.push(Fault::new("ignored-field", came, host, SEEN));
            }
        }
    }

    fn drops(&mut self, fault: Fault) {
        self.is_dropped = true;
        self.faults.push(fault);
    }

    fn specific(&mut self, event: &Event, specific: &Map<String, Value>) {
        if event.specific.is_none() {
            let came = format!("`hookSpecificOutput` on {}", event.name);
            let host = format!(
                "this event does not support it, so the answer fails validation: {DROPPED}"
            );
            return self.drops(Fault::new(
                "closed-event",
                came,
                host,
                "seen in 2.1.330 on PreCompact, else from the types",
            ));
        }
        match specific.get("hookEventName").and_then(Value::as_str) {
            Some(name) if name == event.name => {}
            Some(name) => {
                let came = format!("`hookEventName` is {name}");
                return self.drops(Fault::new("event-name", came, DROPPED, SEEN));
            }
            None => {
                let came = "`hookEventName` is missing";
                return self.drops(Fault::new("event-name", came, DROPPED, SEEN));
            }
        }
        for (name, value) in specific {
            self.field(name, "hookSpecificOutput.", value, event.inside(name, value));
        }
        if event.name == "PermissionRequest" {
            let behavior = specific.get("decision").and_then(|it| it.get("behavior"));
            if !matches!(behavior.and_then(Value::as_str), Some("allow" | "deny")) {
                let came = "`decision.behavior` is neither allow nor deny";
                self.drops(Fault::new("wrong-type", came, DROPPED, "from the types"));
            }
        }
    }

    fn of_top(&mut self, event: &Event, answer: &Map<String, Value>) {
        let text = |name: &str| answer.get(name).and_then(Value::as_str);
        if answer.get("continue") == Some(&Value::Bool(false)) {
            self.effects.insert(Effect::Stop);
        }
        if text("systemMessage").is_some() {
            self.effects.insert(Effect::Message);
        }
        let is_call = ["PreToolUse", "PreSkillShellCommand"].contains(&event.name);
        match text("decision") {
            Some("block") => {
                self.effects.insert(if is_call { Effect::Deny } else { Effect::Block });
                self.reason(text("reason"));
            }
            Some("approve") if is_call => _ = self.effects.insert(Effect::Allow),
            _ => {}
        }
    }

    fn of_specific(&mut self, event: &Event, specific: &Value) {
        let text = |name: &str| specific.get(name).and_then(Value::as_str);
        if let Some(context) = text("additionalContext").filter(|context| !context.is_empty()) {
            self.effects.insert(Effect::Context);
            self.faults.extend(too_long(context));
        }
        let behavior = specific.get("decision").and_then(|it| it.get("behavior"));
        let decision = text("permissionDecision").or(behavior.and_then(Value::as_str));
        let is_line = event.name == "PreSkillShellCommand";
        self.effects.extend(match decision {
            Some("deny") => Some(Effect::Deny),
            // A line of a skill waits for nobody, and needs no leave.
            Some("ask" | "defer") if is_line => Some(Effect::Deny),
            Some("allow") if is_line => None,
            Some("ask") => Some(Effect::Ask),
            Some("allow") => Some(Effect::Allow),
            Some("defer") => Some(Effect::Defer),
            _ => None,
        });
        if text("permissionDecision") == Some("deny") {
            self.reason(text("permissionDecisionReason"));
        }
        if specific.get("updatedInput").is_some() {
            self.effects.insert(Effect::Rewrite);
        }
        let known = [
            "hookEventName",
            "additionalContext",
            "permissionDecision",
            "decision",
            "updatedInput",
        ];
        let is_other =
            |name: &str| event.specific.unwrap_or_default().iter().any(|field| field.name == name);
        let mut names = specific.as_object().into_iter().flat_map(|object| object.keys());
        if names.any(|name| {
            !known.contains(&name.as_str()) && !name.ends_with("Reason") && is_other(name)
        }) {
            self.effects.insert(Effect::Other);
        }
    }

    fn reason(&mut self, reason: Option<&str>) {
        if reason.is_none_or(|reason| reason.trim().is_empty()) {
            let host = "the model reads only `Blocked by hook`";
            self.faults.push(Fault::new("no-reason", "a denial without a reason", host, SEEN_BOTH));
        }
    }
}
