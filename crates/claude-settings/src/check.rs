//! What a host would not take from a settings file.
//!
//! The rules are those of Claude Code 2.1.330 and 2.1.112, as observed: a wrong entry under
//! `PreToolUse` or `PermissionRequest` makes both ignore the whole file; one under any other
//! event of theirs makes the older one do so; one under an event that they do not know makes
//! neither. Keys that they do not know are no matter. What does not concern hooks is not looked
//! at.

use hook_protocol::EventName;
use jsonc_parser::ast::{Array, Object, ObjectProp, Value};
use jsonc_parser::common::Ranged;

use crate::document::{Document, read, split_mark};
use crate::finding::{Effect, Finding};

mod handler;
mod matcher;

pub use matcher::is_mcp_server;

/// Everything in `text`, a settings file, that the host would drop, in the order of the text.
pub fn check(text: &str) -> Vec<Finding> {
    let (_, text) = split_mark(text);
    if text.trim().is_empty() {
        return Vec::new();
    }
    match read(text) {
        Ok(document) => findings(&document),
        Err(finding) => vec![finding],
    }
}

/// See [`check`].
pub(crate) fn findings(document: &Document<'_>) -> Vec<Finding> {
    let mut report = Report { text: document.text, event: "", found: Vec::new() };
    unique_keys(&document.root, &mut report);
    for property in document.root.properties.iter().filter(|p| p.name.as_str() == "hooks") {
        match &property.value {
            Value::Object(hooks) => check_hooks(hooks, &mut report),
            other => report.wrong(other, "`hooks` must be an object"),
        }
    }
    report.found
}

/// The events whose matcher is a tool name, and which know `if`.
const TOOL_EVENTS: [&str; 6] = [
    "PreToolUse",
    "PreSkillShellCommand",
    "PostToolUse",
    "PostToolUseFailure",
    "PermissionRequest",
    "PermissionDenied",
];

/// What was found so far, and under which event we are.
struct Report<'a> {
    text: &'a str,
    event: &'a str,
    found: Vec<Finding>,
}

impl Report<'_> {
    fn add(&mut self, place: &impl Ranged, effect: Effect, problem: impl Into<String>) {
        self.found.push(Finding::at(self.text, place.start(), effect, problem));
    }

    /// A shape that the host does not take.
    fn wrong(&mut self, place: &impl Ranged, problem: impl Into<String>) {
        let effect = match self.event {
            "PreToolUse" | "PreSkillShellCommand" | "PermissionRequest" => Effect::FileIgnored,
            _ => Effect::FileIgnoredByOlderHosts,
        };
        self.add(place, effect, problem);
    }
}

fn unique_keys(object: &Object<'_>, report: &mut Report<'_>) {
    for (index, property) in object.properties.iter().enumerate() {
        let name = property.name.as_str();
        if object.properties.iter().skip(index + 1).any(|later| later.name.as_str() == name) {
            report.add(property, Effect::Shadowed, format!("`{name}` appears more than once"));
        }
    }
}

fn check_hooks<'a>(hooks: &'a Object<'a>, report: &mut Report<'a>) {
    unique_keys(hooks, report);
    for event in &hooks.properties {
        check_event(event, report);
    }
}

fn check_event<'a>(event: &'a ObjectProp<'a>, report: &mut Report<'a>) {
    let name = event.name.as_str();
    if !EventName::KNOWN.contains(&name) {
        report.add(event, Effect::NeverRuns, format!("`{name}` is not an event of the host"));
        return;
    }
    report.event = name;
    match &event.value {
        Value::Array(groups) => {
            for group in &groups.elements {
                check_group(group, report);
            }
        }
        other => report.wrong(other, format!("`{name}` must be an array")),
    }
}

fn check_group(group: &Value<'_>, report: &mut Report<'_>) {
    let Value::Object(group) = group else {
        return report.wrong(group, "an entry of an event must be an object with `hooks`");
    };
    unique_keys(group, report);
    match group.get("matcher").map(|matcher| &matcher.value) {
        None => {}
        Some(Value::StringLit(matcher)) => matcher::check(matcher, report),
        Some(other) => report.wrong(other, "`matcher` must be a string"),
    }
    match group.get("hooks").map(|hooks| &hooks.value) {
        None => report.wrong(group, "`hooks` is missing"),
        Some(Value::Array(handlers)) => check_handlers(handlers, report),
        Some(other) => report.wrong(other, "`hooks` must be an array"),
    }
}

fn check_handlers(handlers: &Array<'_>, report: &mut Report<'_>) {
    for value in &handlers.elements {
        match value {
            Value::Object(handler) => {
                unique_keys(handler, report);
                handler::check(handler, report);
            }
            other => report.wrong(other, "a hook must be an object"),
        }
    }
}
