//! How a client is talked to: one prompt on its command line, or as a program does that has taken it
//! in, prompt by prompt, and answers where the client asks for permission.

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use host_stand_in::{Call, End};
use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::{Value, json};

/// What has a client take lines of JSON and say all that it does.
const STREAM: [&str; 8] = [
    "-p",
    "--input-format",
    "stream-json",
    "--output-format",
    "stream-json",
    "--verbose",
    "--permission-prompt-tool",
    "stdio",
];

/// Before permission is given: a person does not answer at once either, and hooks of a client run
/// while it waits.
const CONSIDERING: Duration = Duration::from_millis(1_500);

/// How a client is talked to.
#[derive(Debug, Clone)]
pub enum Talk {
    /// One prompt. Nobody can be asked for permission.
    Print(String),
    /// Prompts, one after the other, by a program.
    Stream {
        /// What is said, each when all before it is done.
        prompts: Vec<String>,
        /// What is answered where permission is asked for, in order; after them it is refused. An
        /// `allow` without `updatedInput` takes the input as it is.
        permissions: Vec<Value>,
    },
}

impl Default for Talk {
    fn default() -> Self {
        Self::Print("go".to_owned())
    }
}

impl Talk {
    pub(crate) fn args(&self) -> Vec<OsString> {
        match self {
            Self::Print(prompt) => vec!["-p".into(), prompt.into()],
            Self::Stream { .. } => STREAM.map(OsString::from).to_vec(),
        }
    }

    /// Runs the client to its end.
    pub(crate) fn with(&self, command: Command, limit: Duration) -> anyhow::Result<Call> {
        match self {
            Self::Print(_) => host_stand_in::call(command, b"", limit),
            Self::Stream { prompts, permissions } => {
                let said = Said::new(prompts.clone(), permissions.clone());
                stream(command, said, limit)
            }
        }
    }
}

/// What is told on a line.
#[derive(Debug, PartialEq)]
enum Answer {
    Say(Value),
    Nothing,
    /// Nothing any more.
    NothingLeft,
}

/// What is still to be said.
struct Said {
    prompts: std::vec::IntoIter<String>,
    permissions: std::vec::IntoIter<Value>,
}

impl Said {
    fn new(prompts: Vec<String>, permissions: Vec<Value>) -> Self {
        Self { prompts: prompts.into_iter(), permissions: permissions.into_iter() }
    }

    /// The next prompt as a line for the client.
    fn prompt(&mut self) -> Option<Value> {
        let text = self.prompts.next()?;
        let message = json!({"role": "user", "content": text});
        let none = Value::Null;
        Some(
            json!({"type": "user", "session_id": "", "parent_tool_use_id": none, "message": message}),
        )
    }

    /// What the client is told on one of its lines.
    fn answer(&mut self, line: &Value) -> Answer {
        match line.get("type").and_then(Value::as_str) {
            Some("control_request") => Answer::Say(self.control(line)),
            Some("result") => self.prompt().map_or(Answer::NothingLeft, Answer::Say),
            _ => Answer::Nothing,
        }
    }

    fn control(&mut self, line: &Value) -> Value {
        let mut answer = if asks_permission(line) {
            let refused = json!({"behavior": "deny", "message": "not in the script"});
            self.permissions.next().unwrap_or(refused)
        } else {
            json!({})
        };
        let is_allowed = answer.get("behavior").and_then(Value::as_str) == Some("allow");
        if let Some(fields) = answer.as_object_mut().filter(|_| is_allowed) {
            let input = line.pointer("/request/input").cloned().unwrap_or_default();
            fields.entry("updatedInput").or_insert(input);
        }
        let id = line.get("request_id").cloned().unwrap_or_default();
        let response = json!({"subtype": "success", "request_id": id, "response": answer});
        json!({"type": "control_response", "response": response})
    }
}

fn asks_permission(line: &Value) -> bool {
    line.pointer("/request/subtype").and_then(Value::as_str) == Some("can_use_tool")
}

fn stream(mut command: Command, mut said: Said, limit: Duration) -> anyhow::Result<Call> {
    let started = Instant::now();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let mut child = command.spawn()?;
    let mut stdin = child.stdin.take();
    let lines = lines(&mut child);
    let mut err = child.stderr.take();
    let errors = thread::spawn(move || {
        let mut bytes = Vec::new();
        let _read = err.as_mut().map(|err| err.take(1 << 20).read_to_end(&mut bytes));
        bytes
    });
    let hello = json!({"subtype": "initialize", "hooks": null});
    let hello = json!({"type": "control_request", "request_id": "start", "request": hello});
    for line in [Some(hello), said.prompt()].into_iter().flatten() {
        say(&mut stdin, &line);
    }
    let mut stdout = Vec::new();
    let deadline = started + limit;
    let in_time = loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match lines.recv_timeout(left) {
            Ok(bytes) => {
                let line = serde_json::from_slice(&bytes).unwrap_or_default();
                stdout.extend(bytes);
                if asks_permission(&line) {
                    thread::sleep(CONSIDERING);
                }
                match said.answer(&line) {
                    Answer::Say(answer) => say(&mut stdin, &answer),
                    Answer::Nothing => {}
                    // The client ends when nothing can come any more.
                    Answer::NothingLeft => drop(stdin.take()),
                }
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => break true,
            Err(mpsc::RecvTimeoutError::Timeout) => break false,
        }
    };
    drop(stdin);
    if !in_time {
        let _ended = kill_process_group(Pid::from_child(&child), Signal::KILL);
    }
    let status = child.wait()?;
    let end = if in_time { End::Ended(status) } else { End::TimedOut("its stdout is still open") };
    let stderr = errors.join().unwrap_or_default();
    Ok(Call { end, stdout, stderr, took: started.elapsed() })
}

/// A client that has gone does not listen.
fn say(stdin: &mut Option<ChildStdin>, line: &Value) {
    if let Some(stdin) = stdin {
        let _gone = writeln!(stdin, "{line}").and_then(|()| stdin.flush());
    }
}

/// What it prints, line by line.
fn lines(child: &mut Child) -> Receiver<Vec<u8>> {
    let (sender, lines) = mpsc::channel();
    let stdout = child.stdout.take();
    thread::spawn(move || {
        let Some(mut stdout) = stdout.map(BufReader::new) else { return };
        loop {
            let mut line = Vec::new();
            let read = stdout.read_until(b'\n', &mut line);
            if !matches!(read, Ok(1..)) || sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_told_prompts_and_permissions_in_turn() {
        let allow = json!({"behavior": "allow"});
        let mut said = Said::new(vec!["one".into(), "two".into()], vec![allow]);
        let content = |line: &Value| line.pointer("/message/content").cloned();
        assert_eq!(content(&said.prompt().unwrap()), Some(json!("one")));
        let ask = json!({"type": "control_request", "request_id": "7",
            "request": {"subtype": "can_use_tool", "input": {"a": 1}}});
        let mut told = |line: &Value| match said.answer(line) {
            Answer::Say(line) => line,
            other => panic!("{other:?}"),
        };
        let answer = told(&ask);
        assert_eq!(answer["response"]["request_id"], "7");
        let expected = json!({"behavior": "allow", "updatedInput": {"a": 1}});
        assert_eq!(answer["response"]["response"], expected);
        assert_eq!(told(&ask)["response"]["response"]["behavior"], "deny");
        let result = json!({"type": "result"});
        assert_eq!(content(&told(&result)), Some(json!("two")));
        assert_eq!(said.answer(&json!({"type": "assistant"})), Answer::Nothing);
        assert_eq!(said.answer(&result), Answer::NothingLeft);
    }

    #[test]
    fn a_client_that_does_not_end_is_ended() {
        // Until the time was enough for it to say something.
        for limit in (0..8).map(|round| Duration::from_millis(400 << round)) {
            let mut command = Command::new("/bin/sh");
            command.args(["-c", "read -r line; echo \"$line\"; echo oh >&2; exec sleep 600"]);
            let said = Said::new(vec!["one".into()], Vec::new());
            let call = stream(command, said, limit).unwrap();
            assert_eq!(call.end, End::TimedOut("its stdout is still open"));
            if call.stderr == b"oh\n" {
                assert!(String::from_utf8_lossy(&call.stdout).contains("initialize"));
                return;
            }
        }
        panic!("it said nothing");
    }
}
