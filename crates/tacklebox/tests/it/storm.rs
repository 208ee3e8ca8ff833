//! Many calls at once, of all hooks: what is kept is kept once for each.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::calls::governed;

const CALLS: usize = 32;

fn project() -> TempDir {
    governed("web-fetch", "read the page", ("src/a.py", "x = 2\n"))
}

fn start(project: &Path, event: &Value) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tacklebox"));
    command.arg("run").args(tacklebox::all().hooks().map(hook_runtime::Hook::name));
    let mut child = with_places(&mut command, project).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(event.to_string().as_bytes()).unwrap();
    child
}

fn with_places<'a>(command: &'a mut Command, project: &Path) -> &'a mut Command {
    command
        .env_clear()
        .env("CLAUDE_PROJECT_DIR", project)
        .env("HOME", project.join("home"))
        .env("TACKLEBOX_STATE_DIR", project.join("state"))
        .current_dir(project)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
}

/// What each of the calls is told, all of them at the same time.
fn at_once(project: &Path, event: impl Fn(usize) -> Value) -> Vec<String> {
    let children: Vec<Child> = (0..CALLS).map(|call| start(project, &event(call))).collect();
    let told = children.into_iter().map(|child| {
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && stderr.is_empty(), "{:?}: {stderr}", output.status);
        String::from_utf8(output.stdout).unwrap()
    });
    told.collect()
}

fn event(project: &Path, call: usize, rest: &Value) -> Value {
    let mut event = json!({
        "session_id": "s",
        "transcript_path": project.join("none.jsonl"),
        "cwd": project,
        "permission_mode": "default",
        "tool_use_id": format!("toolu_{call}"),
    });
    event.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
    event
}

fn lines(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn ids(lines: &[Value]) -> BTreeSet<&str> {
    lines.iter().filter_map(|line| line["tool_use_id"].as_str()).collect()
}

pub(crate) fn calls_that_are_denied_at_once_are_all_accounted_for() {
    let project = project();
    let told = at_once(project.path(), |call| {
        let rest = json!({
            "hook_event_name": "PreToolUse",
            "tool_name": "WebFetch",
            "tool_input": {"url": "http://127.0.0.1:1/x", "prompt": "p"},
        });
        event(project.path(), call, &rest)
    });
    assert!(told.iter().all(|told| told.contains("read the page")), "{told:?}");
    let state = fs::read_dir(project.path().join("state/projects")).unwrap().next().unwrap();
    let kept = lines(&state.unwrap().path().join("calls.jsonl"));
    assert_eq!((kept.len(), ids(&kept).len()), (CALLS, CALLS));
}

pub(crate) fn changes_that_are_made_at_once_are_all_recorded() {
    let project = project();
    at_once(project.path(), |call| {
        let file = project.path().join("src/a.py");
        let rest = json!({
            "hook_event_name": "PostToolUse",
            "tool_name": "Edit",
            "tool_input": {"file_path": file, "old_string": "x = 1", "new_string": "x = 2",
                "replace_all": false},
            "tool_response": {"filePath": file, "oldString": "x = 1", "newString": "x = 2",
                "originalFile": "x = 1\n", "structuredPatch": [{"oldStart": 1, "oldLines": 1,
                "newStart": 1, "newLines": 1, "lines": ["-x = 1", "+x = 2"]}],
                "userModified": false, "replaceAll": false},
        });
        event(project.path(), call, &rest)
    });
    let ledger = lines(&project.path().join(".orchestration/agent_trace.jsonl"));
    assert_eq!(ledger.len(), CALLS);
    assert!(tool(project.path(), "agent-trace-hook", &["verify"]).is_ok());
    let mentions = tool(project.path(), "file-context-hook", &["export"]).unwrap();
    let mentions = mentions.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    assert_eq!(mentions.filter(|line| line["kind"] == "mention").count(), CALLS);
}

/// What a tool of a hook says, by a link of its name to the program.
fn tool(project: &Path, hook: &str, args: &[&str]) -> Result<String, String> {
    let link = project.join(hook);
    symlink(env!("CARGO_BIN_EXE_tacklebox"), &link).unwrap();
    let mut command = Command::new(link);
    let output = with_places(command.args(args), project).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}
