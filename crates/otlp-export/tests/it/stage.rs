//! A person's account on a machine, with logs of calls.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use hook_runtime::{Ctx, Environment};
use otlp_export::{ExportError, ExportSummary, Settings, export, machine};
use serde_json::json;
use tempfile::TempDir;

pub(crate) struct Stage {
    folder: TempDir,
    /// How many seconds after the beginning it is.
    pub(crate) second: u64,
}

impl Stage {
    pub(crate) fn new() -> Self {
        Self { folder: TempDir::new().unwrap(), second: 0 }
    }

    /// The same with a configuration for `endpoint`, and `more` lines.
    pub(crate) fn sending_to(endpoint: &str, more: &str) -> Self {
        let stage = Self::new();
        stage.configure(&format!("endpoint: {endpoint}\n{more}"));
        stage
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn configure(&self, text: &str) {
        fs::create_dir_all(self.path("config")).unwrap();
        fs::write(self.path("config/sync.yaml"), text).unwrap();
    }

    pub(crate) fn ctx(&self) -> Ctx {
        let folder = |name: &str| self.path(name).display().to_string();
        let variables: BTreeMap<String, String> = [
            ("HOME", folder("home")),
            ("TACKLEBOX_CONFIG_DIR", folder("config")),
            ("TACKLEBOX_STATE_DIR", folder("state")),
            ("TOKEN", "Bearer abc".to_owned()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into();
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000 + self.second);
        Ctx::new("tacklebox-sync", Environment::Fixed(variables), now, Some(self.path("")))
    }

    pub(crate) fn settings(&self) -> Settings {
        Settings::load(&self.ctx(), Path::new("/nowhere")).unwrap().unwrap()
    }

    /// A run of the exporter.
    pub(crate) fn export(&self) -> Result<ExportSummary, ExportError> {
        let (ctx, settings) = (self.ctx(), self.settings());
        let machine = machine(&ctx, Some(&settings), None).unwrap();
        export(&ctx, &settings, &machine)
    }

    /// A file in the state of the project `p`.
    pub(crate) fn log(&self, name: &str) -> PathBuf {
        let folder = self.path("state/projects/p");
        fs::create_dir_all(&folder).unwrap();
        folder.join(name)
    }

    /// Appends bytes to the log of calls.
    pub(crate) fn append(&self, bytes: &str) {
        let file = OpenOptions::new().append(true).create(true).open(self.log("calls.jsonl"));
        file.unwrap().write_all(bytes.as_bytes()).unwrap();
    }

    /// Appends the calls with these numbers.
    pub(crate) fn calls(&self, numbers: std::ops::Range<usize>) {
        self.append(&numbers.map(call).collect::<String>());
    }
}

/// A line of the log, with its line feed.
pub(crate) fn call(number: usize) -> String {
    let line = json!({
        "ts": "2026-11-29T03:00:00.000Z",
        "session_id": "s",
        "event": "PreToolUse",
        "tool_name": "Bash",
        "tool_use_id": format!("toolu_{number}"),
        "tried": "rm -rf secret-plan",
        "intent": "INT-7",
        "token": 3,
        "policy_revision": 12,
        "verdict": "deny",
        "us": 1300,
        "hooks": [
            {"hook": "file-context-hook", "phase": "context", "us": 1, "outcome": "context", "chars": 3},
            {"hook": "governance-hook", "phase": "guard", "us": 100, "outcome": "ask", "rule": "risk.critical",
             "fate": "below"},
            {"hook": "governance-hook", "phase": "guard", "us": 900, "outcome": "deny", "rule": "commands[0]",
             "reason": "not the secret plan", "fate": "won"},
        ],
    });
    format!("{line}\n")
}
