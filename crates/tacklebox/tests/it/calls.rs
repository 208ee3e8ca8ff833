//! Calls of the program by a host, right and wrong ones.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

/// A project whose governance denies one thing, with those words, and with another file.
pub(crate) fn governed(primitive: &str, message: &str, file: (&str, &str)) -> TempDir {
    let project = tempfile::tempdir().unwrap();
    let governance = format!(
        "version: \"1.0\"\nstates: [DO]\ndefault_state: DO\n\
         rules:\n  {primitive}: {{ DO: {{ action: block, message: {message} }} }}\n"
    );
    for (file, text) in [(".tacklebox/governance.yaml", governance.as_str()), file] {
        let file = project.path().join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        hook_state::replace(&file, text.as_bytes()).unwrap();
    }
    project
}

/// The program that its settings name.
pub(crate) const PROGRAM: &str = ".claude/hooks/bin/tacklebox";

/// A project whose governance denies every question, with settings that name two hooks.
pub(crate) fn project() -> TempDir {
    let entry = json!({
        "type": "command",
        "command": "${CLAUDE_PROJECT_DIR}/.claude/hooks/bin/tacklebox",
        "args": ["run", "governance-hook", "prompt-detect-hook"],
    });
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [entry]}]}});
    let project =
        governed("user-query", "decide", (".claude/settings.json", &settings.to_string()));
    let program = project.path().join(PROGRAM);
    fs::create_dir_all(program.parent().unwrap()).unwrap();
    hook_state::replace(&program, b"#!/bin/sh\n").unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    project
}

/// Calls the program as a host does, with a question.
pub(crate) fn call(project: &Path, args: &[&str]) -> Output {
    let event = json!({
        "hook_event_name": "PreToolUse",
        "session_id": "s",
        "cwd": project,
        "tool_name": "AskUserQuestion",
        "tool_input": {"questions": []},
    });
    start(project, args, event.to_string().as_bytes())
}

/// Calls it as a person does, who types into it nothing.
pub(crate) fn type_in(project: &Path, args: &[&str]) -> Output {
    start(project, args, b"")
}

/// Starts it with these arguments and these bytes to read.
pub(crate) fn start(project: &Path, args: &[&str], stdin: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tacklebox"))
        .args(args)
        .env_clear()
        .env("CLAUDE_PROJECT_DIR", project)
        .env("HOME", project.join("home"))
        .env("TACKLEBOX_STATE_DIR", project.join("state"))
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _unread = child.stdin.take().unwrap().write_all(stdin);
    child.wait_with_output().unwrap()
}

#[track_caller]
fn check(args: &[&str], is_denied: bool, complaint: &str) {
    let project = project();
    let output = call(project.path(), args);
    let (stdout, stderr) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
    let reply = serde_json::from_str::<Value>(&stdout).unwrap_or_default();
    let decision = reply["hookSpecificOutput"]["permissionDecision"].as_str();
    assert_eq!(decision, is_denied.then_some("deny"), "{args:?}: {stdout}");
    assert!(stderr.contains(complaint), "{args:?}: {stderr}");
    assert_eq!(stderr.is_empty(), complaint.is_empty(), "{args:?}: {stderr}");
}

pub(crate) fn the_hooks_that_are_named_answer() {
    check(&["run", "governance-hook"], true, "");
    check(&["run", "--async", "prompt-detect-hook", "governance-hook"], true, "");
    check(&["run", "prompt-detect-hook"], false, "");
}

pub(crate) fn an_unknown_name_keeps_nobody_from_answering() {
    check(&["run", "no-hook", "governance-hook"], true, "there is no hook \"no-hook\"");
    check(&["run", "--loud", "governance-hook"], true, "there is no hook \"--loud\"");
    check(&["run", "no-hook"], false, "there is no hook \"no-hook\"");
}

/// A host takes status 2, that of a wrong call, for a denial.
pub(crate) fn a_call_that_names_no_hook_denies_nothing() {
    check(&["run"], false, "no hooks named");
}

/// Some clients ignore `args` in settings.
pub(crate) fn a_call_without_arguments_asks_the_hooks_of_the_settings() {
    check(&[], true, "");
    let bare = tempfile::tempdir().unwrap();
    let output = call(bare.path(), &[]);
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.is_empty());
}

/// What a hook that fails closed says of half an event, and of one that is too large.
pub(crate) fn what_cannot_be_read_is_denied_in_the_words_of_its_host() {
    let closed = "version: \"1.0\"\non_failure: closed\nstates: [DO]\ndefault_state: DO\n";
    let project = project();
    hook_state::replace(&project.path().join(".tacklebox/governance.yaml"), closed.as_bytes())
        .unwrap();
    let denied = |args: &[&str], event: &str, denial: &str| {
        let large = format!("{event}\"tool_input\":{{\"x\":\"{}\"}}}}", "x".repeat(17 << 20));
        for bytes in [event.as_bytes(), large.as_bytes()] {
            let output = start(project.path(), args, bytes);
            let stdout = String::from_utf8(output.stdout).unwrap();
            let said = serde_json::from_str::<Value>(&stdout).unwrap_or_default();
            let reason = said.pointer(denial).and_then(Value::as_str).unwrap_or_default();
            assert!(reason.contains("denies what it cannot judge"), "{args:?}: {stdout}");
            assert_eq!(output.status.code(), Some(0), "{args:?}");
        }
    };
    let before = r#"{"hook_event_name":"PreToolUse","#;
    let claudes = "/hookSpecificOutput/permissionDecisionReason";
    denied(&["run", "governance-hook"], before, claudes);
    for host in ["codex", "copilot", "qwen", "kimi"] {
        denied(&["run", "--host", host, "governance-hook"], before, claudes);
    }
    let geminis = r#"{"hook_event_name":"BeforeTool","#;
    denied(&["run", "--host", "gemini", "governance-hook"], geminis, "/reason");
    // Of no other event can a call be denied, by whatever name.
    let after = r#"{"hook_event_name":"AfterTool","#;
    let output =
        start(project.path(), &["run", "--host", "gemini", "governance-hook"], after.as_bytes());
    assert!(output.stdout.is_empty(), "{output:?}");
    // A host that nobody knows gets the careful answer.
    let output = start(project.path(), &["run", "--host", "no-host", "governance-hook"], b"{");
    assert!(!output.stdout.is_empty(), "{output:?}");
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(complaint.contains("there is no host \"no-host\""), "{complaint}");
}
