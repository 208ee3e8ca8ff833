//! What a line says, whatever shape it has.

use std::path::Path;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};
use transcripts::{Block, Entry, Kind};

fn with_entry<R>(line: &Value, look: impl FnOnce(&Entry<'_>) -> R) -> R {
    let text = line.to_string();
    look(&Entry::parse(&text).unwrap())
}

fn assistant(content: &Value) -> Value {
    json!({"type": "assistant", "message": {"content": content}})
}

fn user(content: &Value) -> Value {
    json!({"type": "user", "message": {"content": content}})
}

#[track_caller]
fn check_kind(line: &Value, expected: &Kind<'_>) {
    with_entry(line, |entry| assert_eq!(entry.kind(), *expected, "{line}"));
}

#[test]
fn kinds() {
    check_kind(&user(&json!("x")), &Kind::User);
    check_kind(&assistant(&json!("x")), &Kind::Assistant);
    let compaction = |metadata: Value| json!({"type": "system", "subtype": "compact_boundary", "compactMetadata": metadata});
    check_kind(&compaction(json!({"trigger": "manual"})), &Kind::Compaction(Some("manual".into())));
    for odd in [json!({"trigger": 1}), json!({}), json!(null), json!("manual")] {
        check_kind(&compaction(odd), &Kind::Compaction(None));
    }
    check_kind(&json!({"type": "system", "subtype": "x"}), &Kind::Other("system".into()));
    check_kind(&json!({"type": "user", "subtype": "compact_boundary"}), &Kind::User);
    check_kind(&json!({"type": "later"}), &Kind::Other("later".into()));
    check_kind(&json!({"type": 1}), &Kind::Other("".into()));
    check_kind(&json!({}), &Kind::Other("".into()));
}

#[test]
fn a_field_of_another_type_hides_no_other() {
    let fields = [
        "type",
        "subtype",
        "uuid",
        "parentUuid",
        "sessionId",
        "agentId",
        "attributionAgent",
        "promptId",
        "promptSource",
        "permissionMode",
        "timestamp",
        "cwd",
        "version",
        "slug",
        "isSidechain",
        "isMeta",
        "isCompactSummary",
        "message",
        "compactMetadata",
        "toolUseResult",
        "permissionDecision",
        "attachment",
    ];
    let odd =
        [json!(null), json!(1), json!(true), json!([]), json!({}), json!([[{"x": "\u{1f600}"}]])];
    for field in fields {
        for odd in &odd {
            let mut line = json!({"slug": "s", "version": "v", "uuid": "u"});
            line[field] = odd.clone();
            with_entry(&line, |entry| {
                let told = [&entry.slug, &entry.version, &entry.uuid];
                let known = told.into_iter().flatten().count();
                let own = usize::from(["slug", "version", "uuid"].contains(&field));
                assert_eq!(known, 3 - own, "{line}");
                let _nothing = (entry.kind(), entry.at(), entry.model(), entry.message_id());
                assert!(entry.blocks().is_empty() && entry.prompt().is_none(), "{line}");
                assert_eq!(entry.last_words(), None, "{line}");
            });
        }
    }
}

#[test]
fn what_is_said_of_an_entry() {
    let line = json!({
        "type": "assistant", "uuid": "u\n\"1\"", "parentUuid": "p", "sessionId": "s",
        "agentId": "a", "attributionAgent": "Explore", "isSidechain": true,
        "timestamp": "1970-01-01T00:00:01.500Z", "cwd": "/a b", "version": "2.1.330",
        "message": {"id": "m", "model": "claude-opus-5-5", "content": []},
    });
    with_entry(&line, |entry| {
        assert_eq!(entry.uuid.as_deref(), Some("u\n\"1\""));
        assert_eq!(entry.parent_uuid.as_deref(), Some("p"));
        assert_eq!(entry.agent_id.as_deref(), Some("a"));
        assert_eq!(entry.agent_type.as_deref(), Some("Explore"));
        assert!(entry.is_sidechain && !entry.is_meta && !entry.is_compact_summary);
        assert_eq!(entry.at(), Some(SystemTime::UNIX_EPOCH + Duration::from_millis(1_500)));
        assert_eq!(entry.cwd(), Some(Path::new("/a b")));
        assert_eq!(entry.model().as_deref(), Some("claude-opus-5-5"));
        assert_eq!(entry.message_id().as_deref(), Some("m"));
    });
    for odd in ["", "yesterday", "1500", "1970-13-01T00:00:00Z"] {
        with_entry(&json!({"timestamp": odd}), |entry| assert_eq!(entry.at(), None, "{odd}"));
    }
}

/// The blocks of a line, in one word each.
#[track_caller]
fn check_blocks(line: &Value, expected: &[&str]) {
    let found: Vec<String> = with_entry(line, |entry| {
        let blocks = entry.blocks().into_iter().map(|block| match block {
            Block::Text(text) => format!("text {text}"),
            Block::ToolUse(call) => format!("call {} {} {}", call.id, call.name, call.input()),
            Block::ToolResult(result) => {
                let kind = if result.is_error { "error" } else { "result" };
                format!("{kind} {} {}", result.tool_use_id, result.text())
            }
            Block::Other(kind) => format!("other {kind}"),
        });
        blocks.collect()
    });
    assert_eq!(found, expected, "{line}");
}

#[test]
fn blocks() {
    check_blocks(&user(&json!("plain")), &["text plain"]);
    check_blocks(&assistant(&json!([{"type": "text", "text": "a\nb"}])), &["text a\nb"]);
    let call = json!({"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "ls"}});
    let thought = json!({"type": "thinking", "thinking": "hm"});
    let expected = ["other thinking", "call t Bash {\"command\":\"ls\"}"];
    check_blocks(&assistant(&json!([thought, call])), &expected);
    check_blocks(&assistant(&json!([{"type": "tool_use", "name": "X"}])), &["call  X null"]);
    let result = |content: &Value, is_error: Value| {
        json!([{"type": "tool_result", "tool_use_id": "t", "content": content,
            "is_error": is_error}])
    };
    check_blocks(&user(&result(&json!("done"), json!(null))), &["result t done"]);
    check_blocks(&user(&result(&json!("no"), json!(true))), &["error t no"]);
    let parts =
        json!([{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "b"}]);
    check_blocks(&user(&result(&parts, json!(false))), &["result t a\nb"]);
    let odd = json!([1, "x", null, {}, {"type": "text"}, {"type": "text", "text": 1},
        {"type": "tool_use"}, {"type": "tool_result"}, {"type": 1}, {"type": "text", "text": "y"}]);
    check_blocks(&user(&odd), &["text y"]);
    check_blocks(&json!({"type": "system", "message": {"content": "x"}}), &[]);
    let half = r#"{"type":"user","message":{"content":[{"type":"text","text":"\ud83d!"}]}}"#;
    let entry = Entry::parse(half).unwrap();
    assert!(matches!(&entry.blocks()[..], [Block::Text(text)] if text == "\u{fffd}!"));
}

/// The prompt of a line, after `person: ` or `other: `.
#[track_caller]
fn check_prompt(line: &Value, expected: Option<&str>) {
    let found = with_entry(line, |entry| {
        let prompt = entry.prompt()?;
        let who = if prompt.is_from_person { "person" } else { "other" };
        Some(format!("{who}: {}", prompt.text))
    });
    assert_eq!(found.as_deref(), expected, "{line}");
}

#[test]
fn prompts() {
    let with = |field: &str, value: Value| {
        let mut line = user(&json!("go"));
        line[field] = value;
        line
    };
    check_prompt(&user(&json!("go")), Some("person: go"));
    check_prompt(&with("promptSource", json!("sdk")), Some("person: go"));
    check_prompt(&with("promptSource", json!("system")), Some("other: go"));
    check_prompt(&with("isSidechain", json!(true)), Some("other: go"));
    check_prompt(&with("isCompactSummary", json!(true)), Some("other: go"));
    check_prompt(&with("isMeta", json!(true)), None);
    check_prompt(
        &user(&json!("<command-name>/x</command-name>")),
        Some("other: <command-name>/x</command-name>"),
    );
    let pasted = json!([{"type": "text", "text": "see"}, {"type": "image"}, {"type": "text", "text": "this"}]);
    check_prompt(&user(&pasted), Some("person: see\nthis"));
    check_prompt(&user(&json!([{"type": "tool_result", "tool_use_id": "t"}])), None);
    check_prompt(&assistant(&json!("go")), None);
}

#[test]
fn what_is_no_object_is_no_entry() {
    for line in ["", " ", "[]", "1", "null", "\"x\"", "{", "{}x", "{\"a\":1,}", "\u{feff}{}"] {
        assert!(Entry::parse(line).is_none(), "{line}");
    }
    let deep = format!("{{\"x\":{}{},\"slug\":\"s\"}}", "[".repeat(9_999), "]".repeat(9_999));
    assert_eq!(Entry::parse(&deep).unwrap().slug.as_deref(), Some("s"));
}
