//! A project with a session in it, its hook called by hand.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use golden::place::Place;
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_prompt-detect-hook");

/// Longer than anything here takes, on any machine.
pub(crate) const LONG: Duration = Duration::from_secs(100);

/// After that, what has not happened does not happen.
pub(crate) const SETTLED: Duration = Duration::from_millis(300);

/// A project, its state beside it in `state`, and files for the events.
pub(crate) struct Ground {
    pub(crate) place: Place,
}

impl Ground {
    /// With `yaml` as its configuration.
    pub(crate) fn new(yaml: &str) -> Self {
        let place = Place::new(PROGRAM).unwrap();
        place.write(".tacklebox/prompt-detect.yaml", yaml).unwrap();
        Self { place }
    }

    /// A file of the project.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.place.project().join(name)
    }

    /// Sends an event, in an environment to which `variables` are added. It must be
    /// a success and without an error; what it prints is returned.
    #[track_caller]
    pub(crate) fn send_in(&self, variables: &str, event: &Value) -> String {
        let (stdout, stderr) = self.try_in(variables, event);
        assert_eq!(stderr, "");
        stdout
    }

    /// As [`Self::send_in`], with nothing added.
    #[track_caller]
    pub(crate) fn send(&self, event: &Value) -> String {
        self.send_in("", event)
    }

    /// Sends an event, and returns what it prints on stdout and on stderr.
    #[track_caller]
    pub(crate) fn try_in(&self, variables: &str, event: &Value) -> (String, String) {
        let name = format!("{:?}.json", thread::current().id());
        self.place.write(&name, &event.to_string()).unwrap();
        let output = self.run(&format!("{variables} prompt-detect-hook <'{name}'"));
        assert!(output.status.success(), "{}", output.status);
        (text(output.stdout), text(output.stderr))
    }

    /// Runs a line of shell.
    pub(crate) fn run(&self, line: &str) -> Output {
        self.place.shell(&format!("export TACKLEBOX_STATE_DIR=\"$PWD/../state\"; {line}")).unwrap()
    }

    /// Starts a tool, which is ended when dropped.
    pub(crate) fn start(&self, args: &[&str]) -> Running {
        let mut command = Command::new(PROGRAM);
        command
            .args(args)
            .env_clear()
            .env("CLAUDE_PROJECT_DIR", self.place.project())
            .env("TACKLEBOX_STATE_DIR", self.place.project().join("../state"))
            .env("TACKLEBOX_NOW", "2026-11-20T14:03:00Z")
            .current_dir(self.place.project())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        Running(command.spawn().unwrap())
    }

    /// What a file holds once it holds `lines` lines.
    #[track_caller]
    pub(crate) fn lines_of(&self, name: &str, lines: usize) -> Vec<String> {
        let read = || fs::read_to_string(self.file(name)).unwrap_or_default();
        until(|| read().matches('\n').count() >= lines);
        read().lines().map(str::to_owned).collect()
    }

    /// What stands in the error log.
    pub(crate) fn error_log(&self) -> String {
        text(self.run("cat ../state/projects/*/hook-errors.jsonl 2>/dev/null; true").stdout)
    }
}

/// A tool that runs.
pub(crate) struct Running(pub(crate) Child);

impl Running {
    /// Its status, and what it printed, once it has ended by itself.
    #[track_caller]
    pub(crate) fn end(mut self) -> (Option<i32>, String, String) {
        until(|| self.0.try_wait().unwrap().is_some());
        let read = |pipe: Option<&mut dyn std::io::Read>| {
            let mut printed = String::new();
            pipe.unwrap().read_to_string(&mut printed).unwrap();
            printed
        };
        let stdout = read(self.0.stdout.as_mut().map(|pipe| pipe as _));
        let stderr = read(self.0.stderr.as_mut().map(|pipe| pipe as _));
        (self.0.wait().unwrap().code(), stdout, stderr)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ended = self.0.kill();
        let _collected = self.0.wait();
    }
}

/// Waits until something is so.
#[track_caller]
pub(crate) fn until(mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + LONG;
    while !is_so() {
        assert!(Instant::now() < deadline, "it never came to that");
        thread::sleep(Duration::from_millis(5));
    }
}

pub(crate) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// A question of a session, asked by a call of this name.
pub(crate) fn question(session: &str, call: &str, question: &str) -> Value {
    let options = json!([{ "label": "Yes", "description": "y" }, { "label": "No" }]);
    let questions = json!([{
        "question": question, "header": "Ask", "multiSelect": false, "options": options,
    }]);
    event(
        "PreToolUse",
        session,
        json!({
            "tool_name": "AskUserQuestion", "tool_use_id": call,
            "tool_input": { "questions": questions },
        }),
    )
}

/// The answer to it.
pub(crate) fn answer(session: &str, call: &str) -> Value {
    event(
        "PostToolUse",
        session,
        json!({
            "tool_name": "AskUserQuestion", "tool_use_id": call,
            "tool_input": { "questions": [] }, "tool_response": { "answers": {} },
        }),
    )
}

/// A plan that waits for its approval.
pub(crate) fn plan(session: &str, plan: &str) -> Value {
    event(
        "PreToolUse",
        session,
        json!({
            "tool_name": "ExitPlanMode", "tool_use_id": "plan", "tool_input": { "plan": plan },
        }),
    )
}

pub(crate) fn event(name: &str, session: &str, mut fields: Value) -> Value {
    fields["hook_event_name"] = json!(name);
    fields["session_id"] = json!(session);
    fields
}
