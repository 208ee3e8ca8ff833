//! What becomes of the bytes that hosts send.
#![expect(clippy::disallowed_methods, reason = "the tests read recorded payloads")]

use std::path::{Path, PathBuf};

use hook_protocol::*;

fn parse(text: &str) -> Event {
    Event::parse(text.as_bytes()).unwrap()
}

fn pre_tool_use(text: &str) -> PreToolUse {
    PreToolUse::of(&parse(text)).unwrap().clone()
}

#[test]
fn only_the_name_is_required() {
    for name in EventName::KNOWN {
        let event = parse(&format!(r#"{{"hook_event_name": "{name}"}}"#));
        assert_eq!(event.name(), name);
        assert!(event.common().session_id.is_none());
        if let Event::Other(other) = event {
            assert!(other.name.is_known());
        }
    }
}

#[test]
fn an_unheard_of_event_is_an_event() {
    let Event::Other(event) = parse(r#"{"hook_event_name": "Tomorrow", "cwd": "/p", "x": 1}"#)
    else {
        panic!("a known event")
    };
    assert_eq!(event.name.as_str(), "Tomorrow");
    assert!(!event.name.is_known());
    assert_eq!(event.common.cwd.as_deref(), Some(Path::new("/p")));
    assert_eq!(event.common.extra.keys().collect::<Vec<_>>(), ["x"]);
}

#[test]
fn what_is_no_event_says_why() {
    let check = |bytes: &[u8], expected: &str| {
        let err = Event::parse(bytes).unwrap_err().to_string();
        assert!(err.contains(expected), "{err}");
    };
    check(b"", "no event");
    check(b" \n", "no event");
    check(b"\xef\xbb\xbf\n", "no event");
    check(b"{}", "has no name");
    check(br#"{"hook_event_name": null}"#, "has no name");
    check(br#"{"hook_event_name": 5}"#, "has no name");
    check(br#"{"toolName": "bash"}"#, "has no name");
    check(b"null", "not one JSON object");
    check(b"[]", "not one JSON object");
    check(br#"{"hook_event_name": "Stop""#, "not one JSON object");
    check(br#"{"hook_event_name": "Stop"} {}"#, "not one JSON object");
}

#[test]
fn bytes_that_are_not_quite_right_are_read() {
    let check = |bytes: &[u8]| assert_eq!(Event::parse(bytes).unwrap().name(), "Stop", "{bytes:?}");
    check(b"\xef\xbb\xbf{\"hook_event_name\": \"Stop\"}\n");
    check(b"{\"hook_event_name\": \"Stop\", \"x\": \"\xff\xfe\"}");
    check(br#"{"hook_event_name": "Stop", "x": "\ud800"}"#);
    check(b"{\"hook_event_name\": \"stop\"}");
    check(b"\r\n {\"hook_event_name\":\"Stop\"} \r\n");
    let deep =
        format!(r#"{{"x": {}{}, "hook_event_name": "Stop"}}"#, "[".repeat(9999), "]".repeat(9999));
    check(deep.as_bytes());
}

#[test]
fn a_payload_that_cannot_be_read_may_still_say_its_name() {
    let check = |payload: &[u8], expected: Option<&str>| {
        let name = Event::name_in(payload, Host::ClaudeCode);
        assert_eq!(name.as_ref().map(EventName::as_str), expected);
    };
    check(br#"{"cwd":"/p","hook_event_name":"PreToolUse","tool_na"#, Some("PreToolUse"));
    check(br#"{"hook_event_name" : "stop", "#, Some("Stop"));
    check(br#"{"cwd":"\"hook_event_name\":\"Stop\"","#, None);
    check(br#"{"hook_event_name":"PreTo"#, None);
    check(br#"{"hook_event_name":5,"cwd":"Stop","#, None);
    check(b"", None);
}

#[test]
fn a_lone_surrogate_does_not_hide_a_command() {
    let event = pre_tool_use(
        r#"{"hook_event_name": "PreToolUse", "tool_name": "Bash",
            "tool_input": {"command": "rm x # \ud83d"}}"#,
    );
    assert_eq!(event.call.view::<BashInput<'_>>().unwrap().command, "rm x # \u{fffd}");
}

#[test]
fn fields_of_the_wrong_type_are_missing_and_kept() {
    let event = pre_tool_use(
        r#"{"hook_event_name": "PreToolUse", "session_id": 7, "cwd": null, "agent_id": {},
            "permission_mode": "yolo", "tool_name": ["Read"], "tool_input": "x", "tool_use_id": ""}"#,
    );
    assert_eq!(event.common.session_id, None);
    assert_eq!(event.common.cwd, None);
    assert_eq!(event.common.permission_mode, Some(PermissionMode::Other("yolo".to_owned())));
    assert_eq!(event.tool_use_id, None);
    assert_eq!(event.call.name.tool(), &Tool::Other);
    assert!(event.call.touched_files().is_empty());
    let kept: Vec<_> = event.common.extra.keys().map(String::as_str).collect();
    assert_eq!(kept, ["agent_id", "cwd", "session_id", "tool_name"]);
}

#[test]
fn a_prompt_of_a_machine_is_not_a_persons() {
    let check = |prompt: &str, expected: bool| {
        let text = serde_json::json!({"hook_event_name": "UserPromptSubmit", "prompt": prompt});
        let event = parse(&text.to_string());
        assert_eq!(UserPromptSubmit::of(&event).unwrap().is_from_person(), expected, "{prompt}");
    };
    check("fix it", true);
    check("what is a <task-notification>?", true);
    check("<task-notification>\n<task-id>1", false);
    check("  ", false);
    check("", false);
}

/// Every recorded payload of a host that speaks Claude's format is an event of
/// the name it says, and its host is recognised.
#[test]
fn recorded_payloads_are_events_of_their_hosts() {
    let payloads = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/payloads");
    let hosts = [
        ("claude-code-2.1.332", Host::ClaudeCode),
        ("claude-code-2.1.330", Host::ClaudeCode),
        ("claude-code-2.1.112", Host::ClaudeCode),
        ("codex-0.169.0", Host::Codex),
        ("qwen-code-0.24.4", Host::Qwen),
        ("copilot-1.0.102/claude-style-PascalCase", Host::Copilot),
        ("copilot-1.0.102/from-dot-claude-settings", Host::Copilot),
        ("copilot-1.0.102", Host::Copilot),
        ("gemini-cli-0.61.0", Host::Gemini),
        ("kimi-code-2.1.0", Host::Kimi),
    ];
    for (folder, host) in hosts {
        let mut read = 0;
        for file in json_files(&payloads.join(folder)) {
            let bytes = std::fs::read(&file).unwrap();
            let sent: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
            let Some(name) = sent["hook_event_name"].as_str() else {
                continue;
            };
            let event = Event::parse(&bytes).unwrap();
            assert_eq!(event.name(), in_our_words(name), "{}", file.display());
            assert_eq!(event.common().host, host, "{}", file.display());
            assert_eq!(event.common().session_id.as_deref(), sent["session_id"].as_str());
            read += 1;
        }
        assert!(read > 0, "no payloads in {folder}");
    }
}

/// The names of Gemini's events that are ours by another name.
fn in_our_words(name: &str) -> &str {
    match name {
        "BeforeTool" => "PreToolUse",
        "AfterTool" => "PostToolUse",
        "BeforeAgent" => "UserPromptSubmit",
        "AfterAgent" => "Stop",
        "PreCompress" => "PreCompact",
        name => name,
    }
}

/// The events that Copilot names itself, of which most do not say which they are.
#[test]
fn events_without_a_name_are_told_by_their_fields() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/payloads/copilot-1.0.102");
    for (file, name) in [
        ("agentStop", "Stop"),
        ("permissionRequest-bash", "PermissionRequest"),
        ("postToolUse-bash", "PostToolUse"),
        ("preToolUse-bash", "PreToolUse"),
        ("preToolUse-view", "PreToolUse"),
        ("sessionEnd", "SessionEnd"),
        ("sessionStart-new", "SessionStart"),
        ("userPromptSubmitted", "UserPromptSubmit"),
    ] {
        let bytes = std::fs::read(folder.join(format!("{file}.json"))).unwrap();
        let event = Event::parse(&bytes).unwrap();
        assert_eq!((event.name(), event.common().host), (name, Host::CopilotOwn), "{file}");
        assert!(event.call().is_none_or(|call| *call.name.tool() != Tool::Other), "{file}");
    }
}

fn json_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(json_files(&path));
        } else if path.extension().is_some_and(|ext| ext == "json") {
            files.push(path);
        }
    }
    files
}
