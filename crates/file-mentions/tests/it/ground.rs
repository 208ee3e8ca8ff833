//! A project with a store, laid out for a test.

use std::cell::RefCell;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use file_mentions::{
    Access, CommandFile, Ingested, LastMessage, Mention, PastTurn, Reader, Reading, Recording,
    Secrets, Store, Transcript,
};
use project_paths::{Pattern, ProjectRoot, RealPaths, RelPath};
use serde_json::{Value, json};
use tempfile::TempDir;

pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A folder with a project `app`, a store and transcripts.
pub(crate) struct Ground {
    dir: TempDir,
    clock: RefCell<u64>,
}

/// A time, in seconds from some beginning.
pub(crate) fn at(seconds: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(1_700_000_000 + seconds)
}

pub(crate) fn rel(path: &str) -> RelPath {
    RelPath::new(path).unwrap()
}

/// A mention by the main agent, of a call that is like no other.
pub(crate) fn mention<'a>(
    session: &'a str,
    path: &'a RelPath,
    call: &'a str,
    s: u64,
) -> Mention<'a> {
    Mention { session, agent: None, path, tool: "Read", call: Some(call), at: at(s) }
}

/// What was said in turns, in the order in which they are told.
pub(crate) fn texts(turns: &[PastTurn]) -> Vec<&str> {
    turns.iter().map(|turn| turn.text.as_str()).collect()
}

/// Adds entries to a transcript, as a client does.
pub(crate) fn append(transcript: &Path, entries: &[Value]) {
    let mut file = fs::OpenOptions::new().append(true).open(transcript).unwrap();
    for entry in entries {
        writeln!(file, "{entry}").unwrap();
    }
}

impl Ground {
    pub(crate) fn new() -> Ground {
        let ground = Ground { dir: TempDir::new().unwrap(), clock: RefCell::new(0) };
        fs::create_dir_all(ground.path("app/.tacklebox")).unwrap();
        ground
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        fs::canonicalize(self.dir.path()).unwrap().join(path)
    }

    pub(crate) fn file(&self, path: &str, text: &str) -> &Ground {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text.replace("[HERE]", self.path("").to_str().unwrap())).unwrap();
        self
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.path("state/projects/app/context.db")
    }

    pub(crate) fn store(&self) -> Store {
        Store::open(&self.database(), PATIENCE).unwrap()
    }

    pub(crate) fn reader(&self) -> Reader {
        Reader::open(&self.database(), PATIENCE).unwrap()
    }

    pub(crate) fn root(&self) -> ProjectRoot {
        ProjectRoot::at(&self.path("app"))
    }

    pub(crate) fn ingest(&self, session: &str, transcript: &Path) -> Ingested {
        self.ingest_with(session, None, transcript, None)
    }

    pub(crate) fn ingest_with(
        &self,
        session: &str,
        agent: Option<&str>,
        transcript: &Path,
        last_message: Option<LastMessage<'_>>,
    ) -> Ingested {
        let root = self.root();
        let ignore = [Pattern::new("target/").unwrap()];
        let recording = Recording {
            root: &root,
            paths: &RealPaths::default(),
            ignore: &ignore,
            secrets: Secrets::Redact,
        };
        let words = |command: &str| {
            let words = command.split(' ').map(str::to_owned);
            words.map(|path| CommandFile { path, access: Access::Read }).collect()
        };
        let reading = Reading { recording, command_files: &words };
        let transcript = Transcript { path: transcript, session, agent };
        self.store().ingest(&transcript, &reading, last_message).unwrap()
    }

    pub(crate) fn note(&self, path: &str, text: &str, at: SystemTime) {
        let root = self.root();
        let recording = Recording {
            root: &root,
            paths: &RealPaths::default(),
            ignore: &[],
            secrets: Secrets::Redact,
        };
        self.store().add_note(&recording, &rel(path), text, at).unwrap();
    }

    /// What is told of a file to a session that knows nothing.
    pub(crate) fn told(&self, path: &str) -> Vec<String> {
        let history = self.reader().history(&rel(path), "another session", 100).unwrap();
        history.turns.into_iter().map(|turn| turn.text).collect()
    }

    /// A transcript with these entries.
    pub(crate) fn transcript(&self, name: &str, entries: &[Value]) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, "").unwrap();
        append(&path, entries);
        path
    }

    /// An entry a second after the one before.
    fn entry(&self, mut fields: Value) -> Value {
        *self.clock.borrow_mut() += 1;
        let time = humantime::format_rfc3339_millis(at(*self.clock.borrow())).to_string();
        fields["timestamp"] = time.into();
        fields["cwd"] = self.path("app").to_str().unwrap().into();
        fields["sessionId"] = "s".into();
        fields["uuid"] = format!("u{}", self.clock.borrow()).into();
        fields
    }

    /// An exchange about `path`.
    pub(crate) fn exchange(&self, path: &str, ask: &str, answer: &str) -> Vec<Value> {
        let file = self.path("app").join(path);
        let call = format!("call {answer}");
        vec![self.prompt(ask), self.reads(file.to_str().unwrap(), &call), self.says(answer)]
    }

    pub(crate) fn prompt(&self, text: &str) -> Value {
        let id = format!("p{}", self.clock.borrow());
        let message = json!({"role": "user", "content": text});
        self.entry(json!({"type": "user", "promptId": id, "message": message}))
    }

    pub(crate) fn says(&self, text: &str) -> Value {
        self.assistant(&json!({"type": "text", "text": text}))
    }

    pub(crate) fn reads(&self, path: &str, call: &str) -> Value {
        self.calls("Read", &json!({"file_path": path}), call)
    }

    pub(crate) fn calls(&self, tool: &str, input: &Value, call: &str) -> Value {
        self.assistant(&json!({"type": "tool_use", "id": call, "name": tool, "input": input}))
    }

    pub(crate) fn fails(&self, call: &str) -> Value {
        let result = json!([{"type": "tool_result", "tool_use_id": call, "is_error": true,
            "content": "no such file"}]);
        self.entry(json!({"type": "user", "message": {"role": "user", "content": result}}))
    }

    pub(crate) fn compacts(&self) -> Value {
        self.entry(json!({"type": "system", "subtype": "compact_boundary"}))
    }

    fn assistant(&self, block: &Value) -> Value {
        let message = json!({"role": "assistant", "content": [block]});
        self.entry(json!({"type": "assistant", "message": message}))
    }
}
