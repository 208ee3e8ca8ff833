//! A project, events of calls in it, and the ledger that comes of them.

use std::cell::Cell;
use std::fs;
use std::path::PathBuf;

use golden::place::Place;
use serde_json::{Value, json};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_agent-trace-hook");

/// What `openssl genpkey -algorithm ed25519` has once written, and the public key
/// of it; they sign nothing but what these tests write.
const KEY: &str = "MC4CAQAwBQYDK2VwBCIEIFEzrCVMNJB3v6z4lrOGrJCvZDuuOOcQy0bGkIO0u3QQ";
const PUBLIC_KEY: &str = "MCowBQYDK2VwAyEAGEBQRNdlNDCtkhSaAqnzTLvewSChVmU9Z8mGVERg/Eo=";

/// A key and its public key, in PEM.
pub(crate) fn keys() -> [String; 2] {
    [("PRIVATE", KEY), ("PUBLIC", PUBLIC_KEY)].map(|(kind, text)| {
        format!("-----BEGIN {kind} KEY-----\n{text}\n-----END {kind} KEY-----\n")
    })
}

/// A place with a project, and how many calls were made in it.
pub(crate) struct Ground {
    pub(crate) place: Place,
    calls: Cell<u64>,
}

/// How a program ended, and what it printed.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ground {
    pub(crate) fn new() -> Self {
        Self { place: Place::new(PROGRAM).unwrap(), calls: Cell::new(0) }
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.place.project().join(path)
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        self.place.write(path, text).unwrap();
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    #[track_caller]
    pub(crate) fn run(&self, line: &str) -> Ran {
        let output = self.place.shell(line).unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Ran {
            status: output.status.code().unwrap_or(-1),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    /// Hands an event to the hook, which is to be silent.
    #[track_caller]
    pub(crate) fn hand(&self, event: &Value) {
        self.write("event.json", &event.to_string());
        let ran = self.run("agent-trace-hook <event.json");
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    }

    /// An Edit that has put `after` in the place of `before`, both whole files.
    pub(crate) fn edit(&self, session: &str, path: &str, before: &str, after: &str) -> Value {
        json!({
            "session_id": session, "hook_event_name": "PostToolUse", "cwd": self.place.project(),
            "prompt_id": format!("prompt of {session}"), "tool_name": "Edit",
            "tool_input": {
                "file_path": self.path(path), "old_string": before, "new_string": after,
            },
            "tool_response": { "originalFile": before, "userModified": false },
            "tool_use_id": self.next_call(),
        })
    }

    /// Each call has an id of its own.
    pub(crate) fn next_call(&self) -> String {
        self.calls.set(self.calls.get() + 1);
        format!("toolu_{:04}", self.calls.get())
    }

    /// Records `count` edits of one file, each of which adds a line.
    pub(crate) fn grow(&self, count: usize) {
        let mut text = String::new();
        for number in 0..count {
            let after = format!("{text}line {number}\n");
            self.write("a.txt", &after);
            self.hand(&self.edit("s", "a.txt", &text, &after));
            text = after;
        }
    }

    /// The files of the ledger, oldest first, by name.
    pub(crate) fn files(&self) -> Vec<String> {
        let mut names: Vec<(usize, String)> = fs::read_dir(self.path(".orchestration"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter_map(|name| {
                let number = name.strip_prefix("agent_trace.")?.strip_suffix("jsonl")?;
                let number = number.trim_end_matches('.');
                let number = if number.is_empty() { usize::MAX } else { number.parse().ok()? };
                Some((number, name))
            })
            .collect();
        names.sort();
        names.into_iter().map(|(_, name)| name).collect()
    }

    /// The records, oldest first.
    pub(crate) fn records(&self) -> Vec<Value> {
        let texts =
            self.files().into_iter().map(|name| self.read(&format!(".orchestration/{name}")));
        let lines: Vec<String> =
            texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
        lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// For each line of a file the session that `blame` names, or nothing.
    #[track_caller]
    pub(crate) fn blame(&self, path: &str) -> Vec<Option<String>> {
        let ran = self.run(&format!("agent-trace-hook blame --json {path}"));
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
        let document: Value = serde_json::from_str(&ran.out).unwrap();
        let lines = document["lines"].as_array().unwrap();
        lines
            .iter()
            .enumerate()
            .map(|(at, line)| {
                assert_eq!(line["line"], at + 1);
                let session = line["session_id"].as_str().map(str::to_owned);
                let contributor = if session.is_some() { "ai" } else { "human or unknown" };
                assert_eq!(line["contributor"], contributor);
                session
            })
            .collect()
    }

    /// `verify`, which is to end with `status` and say `words`.
    #[track_caller]
    pub(crate) fn verify(&self, status: i32, words: &str) {
        let ran = self.run("agent-trace-hook verify");
        assert_eq!(ran.status, status, "{}{}", ran.out, ran.err);
        assert!(ran.out.contains(words), "{}{}", ran.out, ran.err);
    }
}
