//! What a payload becomes when a client, a version or a pipe gets it wrong.

use std::iter;

use anyhow::Context;
use serde_json::{Map, Value, json};

use crate::wire;

/// Input for one run, with words for the report.
pub(crate) struct Mutation {
    pub(crate) what: String,
    pub(crate) stdin: Vec<u8>,
}

/// Stands in a string where bytes go that no JSON value can hold.
const MARK: &str = "@mark@";

/// Fields whose values are open lists of words.
const WORDS: [&str; 12] = [
    "hook_event_name",
    "permission_mode",
    "tool_name",
    "source",
    "trigger",
    "reason",
    "notification_type",
    "agent_type",
    "load_reason",
    "memory_type",
    "expansion_type",
    "error",
];

/// Strings from which a hook may make a path, a file name or a message.
const TELLING: [&str; 6] =
    ["session_id", "cwd", "agent_id", "agent_type", "tool_name", "transcript_path"];

/// The unchanged payload, and every mutation of it.
///
/// # Errors
///
/// Fails when the text is not one JSON object.
pub(crate) fn all(indented: &str) -> anyhow::Result<Vec<Mutation>> {
    let line = wire::compact(indented)?;
    let payload: Map<String, Value> = serde_json::from_str(&line).context("not an object")?;
    let mut mutations = vec![mutation("unchanged", line.as_str())];
    mutations.extend(of_transport(indented, &line));
    mutations.extend(of_shape(&payload, &line));
    mutations.extend(of_fields(&payload, |payload| payload));
    for name in ["tool_input", "tool_response"] {
        if let Some(Value::Object(inner)) = payload.get(name) {
            mutations.extend(of_fields(inner, |inner| with(&payload, name, Value::Object(inner))));
        }
    }
    mutations.extend(of_strings(&payload));
    Ok(mutations)
}

/// Input that is no payload at all. None of it names an event.
pub(crate) fn without_payload() -> Vec<Mutation> {
    let table: [(&str, &[u8]); 15] = [
        ("nothing", b""),
        ("a newline", b"\n"),
        ("blanks", b"  \r\n\t "),
        ("a byte order mark", b"\xef\xbb\xbf"),
        ("an empty object", b"{}\n"),
        ("an empty list", b"[]\n"),
        ("null", b"null\n"),
        ("true", b"true\n"),
        ("a number", b"-1e999\n"),
        ("a string", b"\"PreToolUse\"\n"),
        ("a brace", b"{"),
        ("a NUL", b"\0"),
        ("text", b"not JSON at all\n"),
        ("UTF-16", b"\xff\xfe{\0}\0"),
        ("no key", b"{:1}\n"),
    ];
    let table = table.into_iter().map(|(what, stdin)| mutation(what, stdin));
    table.chain([mutation("a deep list", nested(100_000))]).collect()
}

/// A `PreToolUse` payload of `Write` whose wire form has exactly `size` bytes.
pub(crate) fn write_of(size: usize) -> Mutation {
    let payload = |content: String| {
        let input = json!({ "file_path": "/home/user/project/big.txt", "content": content });
        let event = json!({
            "session_id": "00000001-0000-4000-8000-000000000001",
            "transcript_path": "/home/user/.claude/projects/p/t.jsonl",
            "cwd": "/home/user/project",
            "permission_mode": "default",
            "hook_event_name": "PreToolUse",
            "tool_name": "Write",
            "tool_input": input,
            "tool_use_id": "toolu_01",
        });
        format!("{event}\n")
    };
    let frame = payload(String::new()).len();
    let content = "x".repeat(size.saturating_sub(frame));
    mutation(format!("a Write of {size} bytes"), payload(content))
}

/// The payload is right, but did not travel well.
fn of_transport(indented: &str, line: &str) -> Vec<Mutation> {
    let object = line.trim_end();
    let bytes = line.as_bytes();
    let cuts = [1, bytes.len() / 4, bytes.len() / 2, bytes.len() * 3 / 4, object.len() - 1];
    let cuts = cuts.into_iter().map(|end| {
        mutation(format!("cut off after {end} bytes"), bytes.get(..end).unwrap_or_default())
    });
    cuts.chain([
        mutation("a byte order mark in front", format!("\u{feff}{line}")),
        mutation("two documents", format!("{line}{line}")),
        mutation("a log line in front", format!("loading...\n{line}")),
        mutation("indented", indented),
        mutation("no newline", object),
        mutation("a carriage return", format!("{object}\r\n")),
        mutation("an invalid byte at the end", [object.as_bytes(), b"\xff\n"].concat()),
    ])
    .collect()
}

/// The document is JSON, but not what the client used to send.
fn of_shape(payload: &Map<String, Value>, line: &str) -> Vec<Mutation> {
    let object = line.trim_end();
    let open = object.strip_suffix('}').unwrap_or(object);
    let words = WORDS.into_iter().filter(|word| payload.contains_key(*word)).map(|word| {
        let unheard_of = with(payload, word, "unheard_of".into());
        mutation(format!("{word} is a new word"), text_of(unheard_of))
    });
    words
        .chain([
            mutation("wrapped in a list", format!("[{object}]\n")),
            mutation("an extra text", format!("{open},\"unheard_of\":\"x\"}}\n")),
            mutation("an extra object", format!("{open},\"unheard_of\":{{\"a\":[null]}}}}\n")),
            mutation("an extra deep list", format!("{open},\"unheard_of\":{}}}\n", nested(300))),
            mutation("a deep tool_input", format!("{open},\"tool_input\":{}}}\n", nested(300))),
            mutation("a key twice", format!("{open},\"session_id\":\"again\"}}\n")),
            mutation("a huge number", format!("{open},\"duration_ms\":1e400}}\n")),
        ])
        .collect()
}

/// Each field in turn is absent, null, or of another type.
fn of_fields(
    object: &Map<String, Value>,
    payload: impl Fn(Map<String, Value>) -> Map<String, Value>,
) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for (name, value) in object {
        let mut without = object.clone();
        without.remove(name);
        mutations.push(mutation(format!("{name} is absent"), text_of(payload(without))));
        let others = match value {
            Value::String(_) => [json!(7), json!(["x"])],
            Value::Object(_) => [json!("x"), json!([])],
            Value::Array(_) => [json!({ "x": 1 }), json!("x")],
            Value::Number(_) | Value::Bool(_) => [json!("x"), json!({})],
            Value::Null => [json!(7), json!({})],
        };
        for other in iter::once(Value::Null).chain(others) {
            let what = format!("{name} is {other}");
            mutations.push(mutation(what, text_of(payload(with(object, name, other)))));
        }
    }
    mutations
}

/// Strings hold what no path, file name or line of a log should.
fn of_strings(payload: &Map<String, Value>) -> Vec<Mutation> {
    let telling =
        TELLING.into_iter().filter(|name| payload.get(*name).is_some_and(Value::is_string));
    let mut marked: Vec<_> =
        telling.map(|name| (name.to_owned(), text_of(with(payload, name, MARK.into())))).collect();
    if let Some(Value::Object(input)) = payload.get("tool_input") {
        for name in input.iter().filter(|(_, value)| value.is_string()).map(|(name, _)| name) {
            let input = Value::Object(with(input, name, MARK.into()));
            marked.push((name.clone(), text_of(with(payload, "tool_input", input))));
        }
    }
    let hostile: [(&str, &[u8]); 5] = [
        ("empty", b""),
        ("a lone surrogate", br"a\ud800b"),
        ("a NUL", br"a\u0000b"),
        ("an invalid byte", b"a\xffb"),
        ("a way out", br"../../../a\nb"),
    ];
    let mut mutations = Vec::new();
    for (name, text) in &marked {
        let (before, after) = text.split_once(MARK).unwrap_or((text, ""));
        for (what, bytes) in hostile {
            let stdin = [before.as_bytes(), bytes, after.as_bytes()].concat();
            mutations.push(mutation(format!("{name} is {what}"), stdin));
        }
    }
    mutations
}

fn mutation(what: impl Into<String>, stdin: impl Into<Vec<u8>>) -> Mutation {
    Mutation { what: what.into(), stdin: stdin.into() }
}

fn with(object: &Map<String, Value>, name: &str, value: Value) -> Map<String, Value> {
    let mut changed = object.clone();
    changed.insert(name.to_owned(), value);
    changed
}

fn text_of(payload: Map<String, Value>) -> String {
    format!("{}\n", Value::Object(payload))
}

fn nested(depth: usize) -> String {
    "[".repeat(depth) + &"]".repeat(depth)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn every_mutation_is_there_and_none_repeats_another() {
        let payload = r#"{ "hook_event_name": "PreToolUse", "cwd": "/é", "tool_input": { "n": 1, "s": "t" } }"#;
        let mutations = all(payload).unwrap();
        let by_name: BTreeMap<_, _> =
            mutations.iter().map(|it| (it.what.as_str(), it.stdin.as_slice())).collect();
        assert_eq!(by_name.len(), mutations.len(), "a name repeats");
        let table: [(&str, &[u8]); 9] = [
            ("cwd is absent", br#"{"hook_event_name":"PreToolUse","tool_input":{"n":1,"s":"t"}}"#),
            ("n is null", "{\"cwd\":\"/é\",\"hook_event_name\":\"PreToolUse\",\"tool_input\":{\"n\":null,\"s\":\"t\"}}".as_bytes()),
            ("tool_input is \"x\"", "{\"cwd\":\"/é\",\"hook_event_name\":\"PreToolUse\",\"tool_input\":\"x\"}".as_bytes()),
            ("cut off after 1 bytes", b"{"),
            ("unchanged", "{\"hook_event_name\":\"PreToolUse\",\"cwd\":\"/é\",\"tool_input\":{\"n\":1,\"s\":\"t\"}}".as_bytes()),
            ("s is an invalid byte", "{\"cwd\":\"/é\",\"hook_event_name\":\"PreToolUse\",\"tool_input\":{\"n\":1,\"s\":\"a".as_bytes()),
            ("cwd is a lone surrogate", br#"{"cwd":"a\ud800b","#),
            ("hook_event_name is a new word", "{\"cwd\":\"/é\",\"hook_event_name\":\"unheard_of\"".as_bytes()),
            ("indented", payload.as_bytes()),
        ];
        for (what, start) in table {
            let stdin = by_name.get(what).unwrap_or_else(|| panic!("{what} is missing"));
            assert!(stdin.starts_with(start), "{what}: {}", String::from_utf8_lossy(stdin));
        }
        let mut inputs: Vec<_> = mutations.iter().map(|it| &it.stdin).collect();
        inputs.sort();
        inputs.dedup();
        assert_eq!(inputs.len(), mutations.len(), "an input repeats");
    }
}
