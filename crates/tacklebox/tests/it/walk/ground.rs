//! A project in which a command is called, as an agent's shell calls it.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

/// A program as one of ours: it takes its event and says nothing.
const PROGRAM: &str =
    "#!/bin/sh\n# \u{1d}tacklebox program 7f3c1a52-9d0e-4b86-a1e4-5c2d\u{1d}\ncat > /dev/null\n";

/// An unsigned bundle of policies, and a key made by openssl to sign it.
const BUNDLE: &str = r#"-- manifest.json --
{"format": 1, "revision": 1, "issued": "2026-11-20T00:00:00Z", "expires": "2099-01-01T00:00:00Z", "files": {"base/governance.yaml": "09bfcc6a14b83e2192b8673677725c84883ee9cd0c70e45c9ec09daa8f2b2847"}, "salt": "", "rollout": {}}
-- base/governance.yaml --
version: 1
"#;
const KEY: &str = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIIij2ARJLJdgbbGbZ5fuv/0Lj7pMKHAHgcfF8gEurLIb\n-----END PRIVATE KEY-----\n";

/// The files of configuration in `.tacklebox`, without their ending.
const CONFIGURATIONS: [&str; 7] = [
    "agent-trace",
    "file-context",
    "governance",
    "intent-gate",
    "post-edit",
    "prompt-detect",
    "questions",
];

/// A project in which a command is called.
pub(super) struct Ground(tempfile::TempDir);

pub(super) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl Ground {
    /// A project with a file and nothing else, and a program to install.
    pub(super) fn bare() -> Self {
        let ground = Self(tempfile::tempdir().unwrap());
        ground.put("src/a.rs", "fn main() {}\n");
        ground.put("policies/bundle.yaml", "revision: 1\n");
        ground.put("policies/base/governance.yaml", "version: 1\n");
        ground.put("bundle.tbx", BUNDLE);
        ground.put("key.pem", KEY);
        ground.put("programs/agent-trace-hook", PROGRAM);
        let program = ground.path().join("programs/agent-trace-hook");
        fs::set_permissions(program, Permissions::from_mode(0o755)).unwrap();
        fs::create_dir_all(ground.0.path().join("home")).unwrap();
        ground
    }

    /// A project with the configurations that `init` writes.
    pub(super) fn configured() -> Self {
        let ground = Self::bare();
        ground.put(
            ".tacklebox/governance.yaml",
            "version: 1\nstates: [DO]\ndefault_state: DO\n\
             rules: { web-fetch: { DO: { action: block, message: no } } }\n",
        );
        ground.put(
            ".orchestration/active_intents.yaml",
            "active_intents:\n  - { id: INT-001, name: n, status: PENDING, owned_scope: ['src/**'] }\n",
        );
        ground.put(".tacklebox/intent-gate.yaml", "version: 1\n");
        ground.put(
            ".tacklebox/post-edit.yaml",
            "version: 1\nsteps: [{ files: '*.rs', kind: check, run: [a-program-of-a-long-name, --with, '{file}'] }]\n",
        );
        ground
    }

    /// A project whose files of configuration are empty.
    pub(super) fn empty() -> Self {
        let ground = Self::bare();
        ground.put(".orchestration/active_intents.yaml", "active_intents: []\n");
        for name in CONFIGURATIONS {
            ground.put(&format!(".tacklebox/{name}.yaml"), "version: 1\n");
        }
        ground
    }

    /// A project in which no configuration can be read.
    pub(super) fn broken() -> Self {
        let ground = Self::configured();
        for name in CONFIGURATIONS {
            ground.put(&format!(".tacklebox/{name}.yaml"), "version: 1\nno-such-key: [1]\n");
        }
        ground
    }

    /// A project with configurations and a hook in its settings.
    pub(super) fn installed() -> Self {
        let ground = Self::configured();
        let words = ["install", "agent-trace-hook", "--programs", "programs"];
        let output = ground.call(&words, &[]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        ground
    }

    /// A project with configurations, after some calls.
    pub(super) fn used() -> Self {
        let ground = Self::configured();
        let long = "a/folder/of/a/rather/long/name/".repeat(4);
        let calls = [
            ("Bash", json!({"command": format!("cat {long}x && rm {long}y")})),
            ("WebFetch", json!({"url": "https://example.org/", "prompt": "p"})),
            ("Read", json!({"file_path": ground.0.path().join("src/a.rs")})),
            (
                "Edit",
                json!({"file_path": ground.0.path().join("src/a.rs"), "old_string": "a", "new_string": "b"}),
            ),
        ];
        for (tool, input) in calls {
            for event in ["PreToolUse", "PostToolUse"] {
                let event = json!({
                    "hook_event_name": event, "session_id": "walk", "cwd": ground.0.path(),
                    "tool_name": tool, "tool_input": input, "tool_use_id": format!("{tool}-1"),
                    "tool_response": {},
                });
                ground.send(&event);
            }
        }
        ground
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(super) fn put(&self, name: &str, text: &str) {
        let file = self.0.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        hook_state::replace(&file, text.as_bytes()).unwrap();
    }

    pub(super) fn event(&self) -> Vec<u8> {
        let input = json!({"command": "ls"});
        let event = json!({
            "hook_event_name": "PreToolUse", "session_id": "walk", "cwd": self.0.path(),
            "tool_name": "Bash", "tool_input": input,
        });
        event.to_string().into_bytes()
    }

    pub(super) fn send(&self, event: &Value) {
        let hooks: Vec<String> =
            tacklebox::all().hooks().map(|hook| hook.name().to_owned()).collect();
        let mut args = vec!["run"];
        args.extend(hooks.iter().map(String::as_str));
        let output = self.run(&args, &[], event.to_string().as_bytes());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }

    /// Calls the program as it is called in an agent's shell.
    pub(super) fn call(&self, args: &[&str], env: &[(&str, &str)]) -> Output {
        self.run(args, env, &self.event())
    }

    pub(super) fn run(&self, args: &[&str], env: &[(&str, &str)], stdin: &[u8]) -> Output {
        let mut child = self.command(args, env).spawn().unwrap();
        let _unread = child.stdin.take().unwrap().write_all(stdin);
        child.wait_with_output().unwrap()
    }

    pub(super) fn command(&self, args: &[&str], env: &[(&str, &str)]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tacklebox"));
        command
            .args(args)
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", self.0.path().join("home"))
            .env("TACKLEBOX_STATE_DIR", self.0.path().join("state"))
            .env("TACKLEBOX_CONFIG_DIR", self.0.path().join("config"))
            .env("CLAUDE_PROJECT_DIR", self.0.path())
            .env("CLAUDE_CODE_SESSION_ID", "walk")
            .env("TZ", "UTC")
            .envs(env.iter().copied())
            .current_dir(self.0.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// All files and what is in them, but for what is only kept to be faster, and the store with
    /// what waits to be taken into it: who reads it takes that in.
    pub(super) fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        collect(self.0.path(), &mut files);
        let is_passing =
            |name: &str| ["/cache", "/context", "/.context"].iter().any(|it| name.contains(it));
        files.retain(|name, _| !is_passing(name));
        files
    }
}

fn collect(folder: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.insert(path.to_str().unwrap().to_owned(), fs::read(&path).unwrap_or_default());
        }
    }
}
