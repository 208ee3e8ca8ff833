//! The shape of payloads: which fields those of one kind have, and of which types.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// Fields under which keys are texts of a conversation, or what a model's server sent.
const OPAQUE: [&str; 5] =
    ["answers", "annotations", "usage", "permission_suggestions", "toolStats"];

/// What tells kinds of one event apart, the first that a payload has.
const TELLING: [&str; 5] = ["tool_name", "source", "trigger", "reason", "notification_type"];

/// So deep do fields go.
const MAX_DEPTH: usize = 3;

/// A field in the payloads of one kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Field {
    /// In how many it is.
    pub(super) times: usize,
    pub(super) types: BTreeSet<String>,
}

/// The payloads of one kind: how many there were, and their fields by path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) samples: usize,
    pub(super) fields: BTreeMap<String, Field>,
}

/// The shapes of these payloads, by kind.
pub(super) fn shapes<'a>(payloads: impl IntoIterator<Item = &'a Value>) -> BTreeMap<String, Shape> {
    let mut shapes: BTreeMap<String, Shape> = BTreeMap::new();
    for payload in payloads {
        let Some(kind) = kind(payload) else { continue };
        let shape = shapes.entry(kind).or_default();
        shape.samples += 1;
        let mut found = BTreeMap::new();
        walk("", payload, 0, &mut found);
        for (path, types) in found {
            let field = shape.fields.entry(path).or_default();
            field.times += 1;
            field.types.extend(types);
        }
    }
    shapes
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

/// The event of a kind.
pub(super) fn event(kind: &str) -> &str {
    kind.split(' ').next().unwrap_or(kind)
}

fn walk(path: &str, value: &Value, depth: usize, found: &mut BTreeMap<String, BTreeSet<String>>) {
    if !path.is_empty() {
        found.entry(path.to_owned()).or_default().insert(type_of(value).to_owned());
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

impl Shape {
    /// Each field in a word: its types, with `?` where not all payloads have it.
    pub(super) fn words(&self) -> BTreeMap<String, String> {
        let word = |field: &Field| {
            let types: Vec<&str> = field.types.iter().map(String::as_str).collect();
            types.join("|") + if field.times < self.samples { "?" } else { "" }
        };
        self.fields.iter().map(|(path, field)| (path.clone(), word(field))).collect()
    }

    /// What [`Self::words`] has made.
    pub(super) fn read(words: &BTreeMap<String, String>) -> Self {
        let field = |word: &str| {
            let types = word.trim_end_matches('?').split('|').map(str::to_owned).collect();
            Field { times: if word.ends_with('?') { 1 } else { 2 }, types }
        };
        let fields = words.iter().map(|(path, word)| (path.clone(), field(word))).collect();
        Self { samples: 2, fields }
    }

    /// Whether all payloads have a field of this path.
    pub(super) fn always(&self, path: &str) -> bool {
        self.fields.get(path).is_some_and(|field| field.times >= self.samples)
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
        let shapes = shapes([&one, &other]);
        let words = shapes["Stop"].words();
        let expected = [
            ("a", "object|string"),
            ("a.b", "list?"),
            ("a.b[]", "object?"),
            ("a.b[].c", "number?"),
            ("a.b[].d", "null?"),
            ("hook_event_name", "string"),
            ("usage", "object?"),
        ];
        let expected = expected.map(|(path, word)| (path.to_owned(), word.to_owned()));
        assert_eq!(words, BTreeMap::from(expected));
        assert_eq!(Shape::read(&words).words(), words);
    }
}
