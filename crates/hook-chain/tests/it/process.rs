//! What a host sees of a hook's process, whatever happens inside.
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

pub(crate) struct Run {
    pub(crate) state: TempDir,
    closed: bool,
    stdout: Option<File>,
}

impl Run {
    pub(crate) fn new() -> Self {
        Self { state: tempfile::tempdir().unwrap(), closed: false, stdout: None }
    }

    pub(crate) fn closed() -> Self {
        Self { closed: true, ..Self::new() }
    }

    fn call(self, tool: &str) -> Seen {
        let event = json!({"hook_event_name": "PreToolUse", "session_id": "s", "tool_name": tool});
        self.send(event.to_string().as_bytes())
    }

    pub(crate) fn send(self, stdin: &[u8]) -> Seen {
        let mut command = self.command();
        let stdout = self.stdout.map_or_else(Stdio::piped, Stdio::from);
        let mut child =
            command.stdin(Stdio::piped()).stdout(stdout).stderr(Stdio::piped()).spawn().unwrap();
        // A hook may stop reading: that is no concern of the host's.
        let _broken_pipe = child.stdin.take().unwrap().write_all(stdin);
        Seen { output: child.wait_with_output().unwrap(), state: self.state }
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(probe());
        command
            .env_clear()
            .env("TACKLEBOX_STATE_DIR", self.state.path())
            .env("TACKLEBOX_NOW", "2026-11-20T14:03:00Z")
            .current_dir("/");
        if self.closed {
            command.env("PROBE_CLOSED", "Ask a grown-up.");
        }
        command
    }
}

/// Examples are built beside the tests.
fn probe() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.ancestors().nth(2).unwrap().join("examples/probe-hook")
}

pub(crate) struct Seen {
    pub(crate) output: Output,
    pub(crate) state: TempDir,
}

impl Seen {
    fn status(&self) -> i32 {
        self.output.status.code().unwrap()
    }

    pub(crate) fn reply(&self) -> Value {
        let stdout = String::from_utf8(self.output.stdout.clone()).unwrap();
        assert_eq!(stdout.lines().count(), 1, "one line: {stdout:?}");
        serde_json::from_str::<Value>(&stdout).unwrap()["hookSpecificOutput"].clone()
    }

    fn stderr(&self) -> String {
        String::from_utf8(self.output.stderr.clone()).unwrap()
    }

    fn logged(&self) -> Vec<Value> {
        let projects = std::fs::read_dir(self.state.path().join("projects"));
        let project = projects.into_iter().flatten().next().map(|entry| entry.unwrap().path());
        let log = project.map(|dir| std::fs::read_to_string(dir.join("hook-errors.jsonl")));
        let log = log.and_then(Result::ok).unwrap_or_default();
        log.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The files below the state of the project, by name.
    fn kept(&self) -> Vec<String> {
        let project = std::fs::read_dir(self.state.path().join("projects")).unwrap().next();
        let project = project.unwrap().unwrap().path();
        let mut files = Vec::new();
        for entry in std::fs::read_dir(&project).unwrap() {
            let path = entry.unwrap().path();
            let below = std::fs::read_dir(&path).into_iter().flatten();
            files.extend(below.map(|file| file.unwrap().path()).chain([path]));
        }
        files.retain(|path| path.is_file());
        let name = |path: &PathBuf| path.strip_prefix(&project).unwrap().display().to_string();
        let mut names: Vec<String> = files.iter().map(name).collect();
        names.sort();
        names
    }

    #[track_caller]
    fn is_silent(&self) {
        assert_eq!((self.status(), self.output.stdout.as_slice()), (0, [].as_slice()));
    }

    #[track_caller]
    pub(crate) fn failed_open(&self, error: &str) {
        self.is_silent();
        self.complained(error);
    }

    #[track_caller]
    fn complained(&self, error: &str) {
        let stderr = self.stderr();
        assert!(stderr.starts_with("probe-hook: ") && stderr.contains(error), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        let logged = self.logged();
        assert_eq!(logged.len(), 1);
        assert!(logged[0]["error"].as_str().unwrap().contains(error), "{logged:?}");
        assert_eq!(logged[0]["hook"], "probe-hook");
        assert_eq!(logged[0]["ts"], "2026-11-20T14:03:00.000Z");
    }

    #[track_caller]
    pub(crate) fn failed_closed(&self, error: &str) {
        assert_eq!(self.status(), 0);
        let reply = self.reply();
        assert_eq!(reply["permissionDecision"], "deny");
        let reason = reply["permissionDecisionReason"].as_str().unwrap();
        for part in ["probe-hook", error, "Ask a grown-up."] {
            assert!(reason.contains(part), "{reason}");
        }
        self.complained(error);
    }
}

#[test]
fn no_opinion_is_silence() {
    let seen = Run::new().call("Read");
    seen.is_silent();
    assert_eq!((seen.stderr(), seen.logged()), (String::new(), vec![]));
    assert_eq!(seen.kept(), ["fired/probe-hook"], "nothing is kept but when it was called");
}

#[test]
fn a_reply_is_one_line() {
    assert_eq!(Run::new().call("deny").reply()["permissionDecisionReason"], "as told");
    let context = &Run::new().call("context").reply()["additionalContext"];
    assert_eq!(context, "2026-11-20T14:03:00.000Z");
}

#[test]
fn what_is_not_handled_is_not_answered() {
    for stdin in [
        r#"{"hook_event_name": "Stop"}"#,
        r#"{"hook_event_name": "Tomorrow"}"#,
        r#"{"toolName": "bash"}"#,
        "{}",
    ] {
        let seen = Run::closed().send(stdin.as_bytes());
        seen.is_silent();
        assert_eq!(seen.stderr(), "", "{stdin}");
    }
}

#[test]
fn an_open_hook_fails_as_if_it_were_not_there() {
    Run::new().call("fail").failed_open("as told");
    Run::new().call("panic").failed_open("internal error: as told");
    Run::new().send(b"{\"hook_event_name\": \"PreTool").failed_open("not one JSON object");
}

#[test]
fn a_closed_hook_denies_what_it_cannot_judge() {
    Run::closed().call("fail").failed_closed("as told");
    Run::closed().call("panic").failed_closed("internal error");
    Run::closed().send(b"{\"hook_event_name\": \"PreTool").failed_closed("not one JSON object");
}

#[test]
fn a_closed_hook_is_open_where_nothing_can_be_denied() {
    let seen = Run::closed()
        .send(br#"{"hook_event_name": "UserPromptSubmit", "session_id": "s", "prompt": "x"}"#);
    seen.failed_open("as told");
}

#[test]
fn a_closed_hook_denies_no_other_event_that_it_cannot_read() {
    Run::closed().send(b"{\"hook_event_name\":\"Stop\",\"x\":").failed_open("not one JSON object");
}

#[test]
fn a_host_that_sends_nothing_is_a_failure_and_a_person_is_told_how_to_use_it() {
    let sent = |run: &Run, by_host: bool| {
        let mut command = run.command();
        if by_host {
            command.env("CLAUDE_PROJECT_DIR", "/");
        }
        command.stdin(Stdio::null()).output().unwrap()
    };
    let closed = Run::closed();
    let output = sent(&closed, true);
    Seen { output, state: closed.state }.failed_closed("no event");
    let open = Run::new();
    let output = sent(&open, true);
    Seen { output, state: open.state }.failed_open("no event");
    let person = Run::closed();
    let output = sent(&person, false);
    let seen = Seen { output, state: person.state };
    assert_eq!(seen.status(), 2);
    assert!(seen.stderr().starts_with("probe-hook: this is a hook: "), "{}", seen.stderr());
    assert!(seen.output.stdout.is_empty());
    assert_eq!(seen.state.path().read_dir().unwrap().count(), 0);
}

#[test]
fn too_much_input_is_a_failure() {
    let mut event = br#"{"hook_event_name": "PreToolUse", "tool_name": "deny", "x": ""#.to_vec();
    event.resize(16 << 20, b'x');
    event.truncate((16 << 20) - 2);
    event.extend(b"\"}");
    assert_eq!(Run::new().send(&event).reply()["permissionDecision"], "deny", "16 MiB are read");
    event.insert(event.len() - 2, b'x');
    Run::new().send(&event).failed_open("larger than 16 MiB");
    Run::closed().send(&event).failed_closed("larger than 16 MiB");
}

#[test]
#[cfg(target_os = "linux")]
fn a_hook_that_wants_all_memory_has_its_say_at_once() {
    for tool in ["devour", "devour watched"] {
        Run::closed().call(tool).failed_closed("more than a gibibyte of memory used");
        Run::new().call(tool).failed_open("more than a gibibyte of memory used");
    }
}

#[test]
fn a_hook_that_hangs_gives_up_before_the_host_does() {
    Run::closed().call("hang").failed_closed("no answer within 4 seconds");
}

#[test]
fn what_is_reported_does_not_keep_the_hook_from_answering() {
    let seen = Run::new().call("report");
    assert_eq!(seen.reply()["additionalContext"], "all the same");
    seen.complained("something happened");
}

/// A device that is always full is there on Linux alone.
#[cfg(target_os = "linux")]
#[test]
fn a_denial_that_cannot_be_written_is_a_status() {
    let full = || Some(File::options().write(true).open("/dev/full").unwrap());
    let seen = Run { stdout: full(), ..Run::new() }.call("deny");
    assert_eq!((seen.status(), seen.stderr().as_str()), (2, "probe-hook: as told\n"));
    let seen = Run { stdout: full(), ..Run::new() }.call("context");
    assert_eq!(seen.status(), 0);
    assert!(seen.stderr().starts_with("probe-hook: could not write the reply"));
}

#[test]
fn arguments_call_the_tools() {
    let run = Run::new();
    let output = run.command().arg("one").stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(7));
    assert_eq!(output.stdout, b"1 arguments at 2026-11-20T14:03:00.000Z\n");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(stderr.lines().collect::<Vec<_>>(), ["probe-hook: reported", "aside"]);

    let output = run.command().args(["one", "two"]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("probe-hook: too many"));

    let output = run.command().args(["1", "2", "3"]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("probe-hook: internal error"));
}
