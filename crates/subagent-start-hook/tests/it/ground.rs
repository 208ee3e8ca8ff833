//! A project whose store is filled by a test.

use std::fs::File;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use file_mentions::{FILE_NAME, Mention, Store};
use golden::host;
use golden::place::Place;
use project_paths::{ProjectRoot, RelPath};
use serde_json::{Map, Value, json};

/// The session of the events.
pub(crate) const SESSION: &str = "00000001-0000-4000-8000-000000000001";

/// The time of the events: 2026-11-20T14:03:00Z.
const NOW: u64 = 1_795_183_380;

const PATIENCE: Duration = Duration::from_secs(30);

/// A subagent of Claude Code 2.1.330, as it starts.
const STARTED: &str =
    include_str!("../../../../tests/payloads/claude-code-2.1.330/SubagentStart.json");

pub(crate) struct Ground {
    pub(crate) place: Place,
}

/// What a call said, and what it complained of.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) context: Option<String>,
    pub(crate) errors: String,
}

/// A time, in seconds before the events.
pub(crate) fn ago(seconds: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(NOW - seconds)
}

impl Ground {
    pub(crate) fn new() -> Ground {
        let place = Place::new(env!("CARGO_BIN_EXE_subagent-start-hook")).unwrap();
        place.write(".tacklebox/README.md", "").unwrap();
        Ground { place }
    }

    /// A file of the project's state.
    pub(crate) fn state(&self, name: &str) -> PathBuf {
        let project = self.place.project();
        let key = ProjectRoot::at(&project).key();
        let home = project.with_file_name("home");
        home.join(".local/state/tacklebox/projects").join(key).join(name)
    }

    pub(crate) fn store(&self) -> PathBuf {
        self.state(FILE_NAME)
    }

    /// Records that a session touched a file, as `file-context-hook` does.
    pub(crate) fn touched(&self, session: &str, agent: Option<&str>, path: &str, at: SystemTime) {
        let path = RelPath::new(path).unwrap();
        let mention = Mention { session, agent, path: &path, tool: "Read", call: None, at };
        file_mentions::record(&self.store(), &[mention], PATIENCE).unwrap();
    }

    /// Takes what was recorded into the store, as `file-context-hook` does after a turn.
    pub(crate) fn end_turn(&self) -> &Ground {
        Store::open(&self.store(), PATIENCE).unwrap();
        self
    }

    /// Records that the main agent of this session touched a file.
    pub(crate) fn read(&self, path: &str, seconds_ago: u64) -> &Ground {
        self.touched(SESSION, None, path, ago(seconds_ago));
        self
    }

    /// Starts the subagent `agent_id` of the type `Explore`.
    pub(crate) fn start(&self, agent_id: &str) -> Said {
        self.send(&json!({ "agent_id": agent_id }))
    }

    /// Starts a subagent, with these fields in the event; `null` takes one away.
    pub(crate) fn send(&self, fields: &Value) -> Said {
        self.event("event.json", fields);
        self.run("subagent-start-hook <event.json")
    }

    pub(crate) fn event(&self, file: &str, fields: &Value) {
        let mut event: Map<String, Value> = serde_json::from_str(STARTED).unwrap();
        event.insert("cwd".to_owned(), json!(self.place.project()));
        event.extend(fields.as_object().unwrap().clone());
        event.retain(|_, value| !value.is_null());
        self.place.write(file, &Value::Object(event).to_string()).unwrap();
    }

    /// Runs a line of shell that calls the hook once.
    pub(crate) fn run(&self, line: &str) -> Said {
        let output = self.place.shell(line).unwrap();
        assert!(output.status.success(), "{}", output.status);
        let reply = (!output.stdout.is_empty())
            .then(|| serde_json::from_slice::<Value>(&output.stdout).unwrap());
        for accepts in [host::accepts, host::accepts_codex] {
            accepts("SubagentStart", &output.stdout).unwrap();
        }
        let context = reply.map(|reply| {
            let context = reply.pointer("/hookSpecificOutput/additionalContext");
            context.unwrap().as_str().unwrap().to_owned()
        });
        Said { context, errors: String::from_utf8(output.stderr).unwrap() }
    }

    /// Makes a file as old as it says.
    pub(crate) fn date(&self, name: &str, at: SystemTime) {
        File::options().append(true).open(self.state(name)).unwrap().set_modified(at).unwrap();
    }
}

impl Said {
    /// The files that were told, without complaint; none where nothing was said.
    #[track_caller]
    pub(crate) fn files(&self) -> Vec<&str> {
        assert_eq!(self.errors, "");
        let Some(context) = &self.context else { return Vec::new() };
        let mut lines = context.lines();
        assert_eq!(lines.next(), Some("Files recently touched in this session:"));
        let files: Vec<_> = lines.map(|line| line.strip_prefix("- ").unwrap()).collect();
        assert!(!files.is_empty());
        files
    }
}
