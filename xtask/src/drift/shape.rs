//! The shape of payloads: which fields those of one kind have, and of which types.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// Fields under which keys are texts of a conversation, or what a model's server sent.
const OPAQUE: [&str; 5] =
    ["answers", "annotations", "usage", "permission_suggestions", "toolStats"];

/// What tells kinds of one event apart, the first that a payload has.
const TELLING: [&str; 5] = ["tool_name", "source", "trigger", "reason", "notification_type"];

/// The types of the fields of a payload, by path.
type Fields = BTreeMap<String, BTreeSet<&'static str>>;

/// So deep do fields go.
const MAX_DEPTH: usize = 3;

/// A line for each field that payloads have, by kind: its types, with `?` where not all payloads of
/// the kind have it.
pub(super) fn fields<'a>(payloads: impl IntoIterator<Item = &'a Value>) -> BTreeSet<String> {
    let mut kinds: BTreeMap<String, Vec<Fields>> = BTreeMap::new();
    for payload in payloads {
        let Some(kind) = kind(payload) else { continue };
        let mut found = Fields::new();
        walk("", payload, 0, &mut found);
        kinds.entry(kind).or_default().push(found);
    }
    kinds.iter().flat_map(|(kind, samples)| lines(kind, samples)).collect()
}

fn lines(kind: &str, samples: &[Fields]) -> Vec<String> {
    let paths: BTreeSet<&String> = samples.iter().flat_map(BTreeMap::keys).collect();
    let line = |path: &String| {
        let found: Vec<_> = samples.iter().filter_map(|fields| fields.get(path)).collect();
        let types: BTreeSet<&str> = found.iter().copied().flatten().copied().collect();
        let types = types.into_iter().collect::<Vec<_>>().join("|");
        let mark = if found.len() < samples.len() { "?" } else { "" };
        format!("field {kind}: {path}: {types}{mark}")
    };
    paths.into_iter().map(line).collect()
}

/// The event, and what tells it from others of its name: the tool, the source, inside a subagent.
fn kind(payload: &Value) -> Option<String> {
    let text = |name: &str| payload.get(name).and_then(Value::as_str);
    let event = text("hook_event_name")?;
    let telling = TELLING.iter().find_map(|name| text(name));
    let of_subagent = telling.is_some() && payload.get("agent_id").is_some();
    let words = [Some(event), telling, of_subagent.then_some("in a subagent")];
    Some(words.into_iter().flatten().collect::<Vec<_>>().join(" "))
}

fn walk(path: &str, value: &Value, depth: usize, found: &mut Fields) {
    if !path.is_empty() {
        found.entry(path.to_owned()).or_default().insert(type_of(value));
    }
    let last = path.rsplit('.').next().unwrap_or(path);
    if depth == MAX_DEPTH || OPAQUE.contains(&last) {
        return;
    }
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let dot = if path.is_empty() { "" } else { "." };
                walk(&format!("{path}{dot}{name}"), value, depth + 1, found);
            }
        }
        Value::Array(items) => {
            for item in items.iter().filter(|item| item.is_object()) {
                walk(&format!("{path}[]"), item, depth, found);
            }
        }
        _ => {}
    }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_kind_is_an_event_with_its_tool_and_place() {
        let check = |payload: Value, expected: Option<&str>| {
            assert_eq!(kind(&payload).as_deref(), expected, "{payload}");
        };
        check(json!({"hook_event_name": "Stop"}), Some("Stop"));
        check(json!({"hook_event_name": "Stop", "agent_id": "a"}), Some("Stop"));
        check(
            json!({"hook_event_name": "SessionStart", "source": "startup"}),
            Some("SessionStart startup"),
        );
        let call = json!({"hook_event_name": "PreToolUse", "tool_name": "Read", "agent_id": "a"});
        check(call, Some("PreToolUse Read in a subagent"));
        check(json!({"hookName": "x"}), None);
    }

    #[test]
    fn a_shape_has_paths_types_and_what_is_not_always_there() {
        let one = json!({"hook_event_name": "Stop", "a": {"b": [{"c": 1}, {"d": null}]}, "usage": {"x": 1}});
        let other = json!({"hook_event_name": "Stop", "a": "text"});
        let expected = [
            "field Stop: a.b: list?",
            "field Stop: a.b[].c: number?",
            "field Stop: a.b[].d: null?",
            "field Stop: a.b[]: object?",
            "field Stop: a: object|string",
            "field Stop: hook_event_name: string",
            "field Stop: usage: object?",
        ];
        assert_eq!(fields([&one, &other]), expected.map(str::to_owned).into());
    }
}
