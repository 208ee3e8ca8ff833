//! What the rows of the hosts make of payloads and of answers.

use hook_protocol::*;
use serde_json::{Value, json};

fn rendered(answer: &Answer, event: &str, host: Host) -> Value {
    let document = answer.render(event, host);
    document.map_or(Value::Null, |document| serde_json::from_str(&document).unwrap())
}

#[test]
fn a_host_is_told_by_its_payload() {
    let check = |payload: Value, host: Host, event: &str| {
        let event_read = Event::parse(payload.to_string().as_bytes()).unwrap();
        assert_eq!((event_read.common().host, event_read.name()), (host, event), "{payload}");
    };
    check(
        json!({"hook_event_name": "Stop", "session_id": "s", "permission_mode": "auto-low"}),
        Host::Droid,
        "Stop",
    );
    check(json!({"hook_event_name": "Stop", "session_id": "s"}), Host::ClaudeCode, "Stop");
    check(json!({"hook_event_name": "Stop"}), Host::Unknown, "Stop");
    check(json!({"eventName": "after-tool"}), Host::Unknown, "PostToolUse");
}

#[test]
fn a_shell_call_says_its_folder_in_the_words_of_its_host() {
    let check = |payload: Value, expected: Option<&str>| {
        let event = Event::parse(payload.to_string().as_bytes()).unwrap();
        let found = event.common().call_dir.as_deref();
        assert_eq!(found, expected.map(std::path::Path::new), "{payload}");
    };
    let gemini = |tool: &str, dir: Value| {
        json!({"hook_event_name": "BeforeTool", "timestamp": "t", "transcript_path": "/t",
            "tool_name": tool, "tool_input": {"command": "ls", "dir_path": dir}})
    };
    check(gemini("run_shell_command", json!("docs")), Some("docs"));
    check(gemini("run_shell_command", json!("")), None);
    check(gemini("run_shell_command", json!(1)), None);
    check(gemini("list_directory", json!("docs")), None);
    check(
        json!({"hook_event_name": "PreToolUse", "timestamp": "t", "permission_mode": "yolo",
            "session_id": "s", "transcript_path": "/t", "tool_name": "run_shell_command",
            "tool_input": {"command": "ls", "directory": "/p/docs"}}),
        Some("/p/docs"),
    );
    // Claude Code has no such key, so that an agent that sends one gets nowhere by it.
    check(
        json!({"hook_event_name": "PreToolUse", "session_id": "s", "prompt_id": "p",
            "tool_name": "Bash", "tool_input": {"command": "ls", "dir_path": "docs",
            "directory": "docs", "working_directory": "docs", "Cwd": "docs", "path": "docs"}}),
        None,
    );
}

#[test]
fn a_prompt_may_be_a_list_of_parts() {
    let payload = json!({"hook_event_name": "UserPromptSubmit", "session_id": "s",
        "client_type": "kimi_code_cli",
        "prompt": [{"type": "text", "text": "do"}, {"type": "image"}, {"type": "text", "text": "it"}]});
    let event = Event::parse(payload.to_string().as_bytes()).unwrap();
    assert_eq!(UserPromptSubmit::of(&event).unwrap().prompt, "do\nit");
}

#[test]
fn beyond_tools_each_host_has_its_words_too() {
    let check = |host: Host, event: &str, answer: Answer, expected: Value| {
        assert_eq!(rendered(&answer, event, host), expected, "{host:?} on {event}");
    };
    let told = || UserPromptSubmitReply::context("c").into_answer();
    let stopped = || UserPromptSubmitReply::block("no").into_answer();
    let kept = || StopReply::block("go on").into_answer();
    let (prompt, stop) = (UserPromptSubmit::NAME, Stop::NAME);
    let blocked = |reason: &str| json!({"decision": "block", "reason": reason});
    let specific = |event: &str, context: &str| json!({"hookSpecificOutput": {"hookEventName": event, "additionalContext": context}});
    let kimi = |event: &str, reason: &str| {
        json!({"hookSpecificOutput": {"hookEventName": event, "permissionDecision": "deny",
            "permissionDecisionReason": reason}})
    };
    check(Host::Gemini, prompt, told(), specific("BeforeAgent", "c"));
    check(Host::Gemini, prompt, stopped(), blocked("no"));
    check(Host::Gemini, stop, kept(), blocked("go on"));
    check(Host::Kimi, prompt, told(), json!({"message": "c"}));
    check(Host::Kimi, prompt, stopped(), kimi(prompt, "no"));
    check(Host::Kimi, stop, kept(), kimi(stop, "go on"));
    let twice = |event: &str, context: &str| {
        let mut reply = specific(event, context);
        reply["additionalContext"] = json!(context);
        reply
    };
    check(Host::Copilot, prompt, told(), twice(prompt, "c"));
    check(Host::Copilot, prompt, stopped(), blocked("no"));
    let before = PreToolUseReply::default().with_context("c").into_answer();
    check(Host::Copilot, PreToolUse::NAME, before, specific("PreToolUse", "c"));
    check(Host::CopilotOwn, prompt, told(), Value::Null);
    check(Host::CopilotOwn, stop, kept(), blocked("go on"));
    let block = PostToolUseReply::block("mend it").with_context("c").into_answer();
    let found = |host, expected| check(host, PostToolUse::NAME, block.clone(), expected);
    found(Host::Gemini, specific("AfterTool", "mend it\n\nc"));
    found(Host::Copilot, twice("PostToolUse", "mend it\n\nc"));
}

#[test]
fn what_a_host_cannot_take_is_stricter_and_never_more() {
    let input = json!({"command": "ls"}).as_object().unwrap().clone();
    let answers = [
        PreToolUseReply::deny("no").into_answer(),
        PreToolUseReply::ask("sure?").into_answer(),
        PreToolUseReply::halt("enough").into_answer(),
        PreToolUseReply::default().with_updated_input(input).into_answer(),
    ];
    for row in &HOSTS {
        for answer in &answers {
            let document = answer.render(PreToolUse::NAME, row.host).unwrap_or_default();
            assert!(!document.contains("allow"), "{}: {document}", row.name);
            let stops = ["deny", "\"ask\"", "\"continue\":false"];
            let is_strict = stops.iter().any(|word| document.contains(word))
                || document.contains("updatedInput");
            assert!(is_strict, "{}: {document}", row.name);
        }
        let silence = Answer::default().render(PreToolUse::NAME, row.host).unwrap_or_default();
        assert!(silence.is_empty(), "{}: {silence}", row.name);
    }
}

#[test]
fn a_grant_is_given_only_where_a_host_has_it() {
    let granted = PreToolUseReply::bypass_permission_prompt("agreed").into_answer();
    for row in &HOSTS {
        let document = granted.render(PreToolUse::NAME, row.host).unwrap_or_default();
        let has_it = matches!(row.host, Host::ClaudeCode | Host::Copilot | Host::CopilotOwn);
        assert_eq!(document.contains("allow"), has_it, "{}: {document}", row.name);
    }
}
