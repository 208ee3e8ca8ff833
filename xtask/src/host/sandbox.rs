//! Throw-away folders in which a hook runs as it would on a person's machine:
//! a project, a home, a configuration and a state folder, and the environment
//! that an agent host gives. Nothing outside of them is written.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;
use serde_json::Value;
use tempfile::TempDir;

/// The folders, removed when this value goes out of scope.
pub(crate) struct Sandbox {
    dir: TempDir,
}

impl Sandbox {
    /// Fails when the folders cannot be made.
    pub(crate) fn new() -> anyhow::Result<Self> {
        let dir = tempfile::Builder::new()
            .prefix("tacklebox-")
            .tempdir()
            .context("could not make a throw-away folder")?;
        let sandbox = Self { dir };
        for folder in [
            sandbox.project(),
            sandbox.home(),
            sandbox.config(),
            sandbox.state(),
            sandbox.scratch(),
        ] {
            fs::create_dir(&folder)
                .with_context(|| format!("could not make {}", folder.display()))?;
        }
        Ok(sandbox)
    }

    /// The project; its name has a space in it, as names of real projects do.
    pub(crate) fn project(&self) -> PathBuf {
        self.dir.path().join("a project")
    }

    /// The state folder of all projects.
    pub(crate) fn state(&self) -> PathBuf {
        self.dir.path().join("state")
    }

    fn home(&self) -> PathBuf {
        self.dir.path().join("home")
    }

    /// A folder for files of ours that the hook does not see.
    pub(crate) fn scratch(&self) -> PathBuf {
        self.dir.path().join("scratch")
    }

    fn config(&self) -> PathBuf {
        self.dir.path().join("config")
    }

    /// Keeps the folders and returns where they are.
    pub(crate) fn keep(self) -> PathBuf {
        self.dir.keep()
    }

    /// The payload as the host writes it: one line of compact JSON, with the
    /// folders of this sandbox in place of `[PROJECT]` and `[HOME]`.
    pub(crate) fn wire(&self, payload: &Value) -> Vec<u8> {
        let places = [("[PROJECT]", self.project()), ("[HOME]", self.home())];
        let mut line = filled(payload, &places).to_string().into_bytes();
        line.push(b'\n');
        line
    }

    /// A command with the environment that a host gives to a hook for this
    /// event, in the project, and with nothing inherited.
    ///
    /// The variables are those seen in Claude Code 2.1.330, without its secret
    /// and its socket. `PATH` is fixed, so that a run does not depend on whose
    /// shell it was started from.
    pub(crate) fn command(&self, program: &Path, event: &Value) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(self.project())
            .env_clear()
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env("HOME", self.home())
            .env("TMPDIR", self.dir.path())
            .env("TACKLEBOX_CONFIG_DIR", self.config())
            .env("TACKLEBOX_STATE_DIR", self.state())
            .env("CLAUDE_PROJECT_DIR", self.project())
            .env("CLAUDECODE", "1")
            .env("CLAUDE_CODE_CHILD_SESSION", "1")
            .env("CLAUDE_CODE_ENTRYPOINT", "cli");
        for (name, pointer) in
            [("CLAUDE_CODE_SESSION_ID", "/session_id"), ("CLAUDE_EFFORT", "/effort/level")]
        {
            if let Some(value) = event.pointer(pointer).and_then(Value::as_str) {
                command.env(name, value);
            }
        }
        command
    }
}

/// Copies the files below `from` into `to`, which may exist.
pub(crate) fn copy_tree(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to).with_context(|| format!("could not make {}", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("could not read {}", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)
                .with_context(|| format!("could not copy {}", entry.path().display()))?;
        }
    }
    Ok(())
}

/// The value with placeholders replaced in its strings, and nowhere else.
fn filled(value: &Value, places: &[(&str, PathBuf)]) -> Value {
    match value {
        Value::String(text) => {
            let text = places.iter().fold(text.clone(), |text, (name, path)| {
                text.replace(name, &path.to_string_lossy())
            });
            Value::String(text)
        }
        Value::Array(items) => items.iter().map(|item| filled(item, places)).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(key, value)| (key.clone(), filled(value, places))).collect()
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_payload_is_one_line_with_the_folders_in_place() {
        let sandbox = Sandbox::new().unwrap();
        let payload = json!({"cwd": "[PROJECT]", "n": 1, "list": ["[PROJECT]/a\n", "[HOME]"]});
        let line = String::from_utf8(sandbox.wire(&payload)).unwrap();
        assert_eq!(line.matches('\n').count(), 1);
        assert!(line.ends_with('\n'));
        let project = sandbox.project().to_str().unwrap().to_owned();
        let home = sandbox.home().to_str().unwrap().to_owned();
        assert_eq!(
            serde_json::from_str::<Value>(&line).unwrap(),
            json!({"cwd": project, "n": 1, "list": [format!("{project}/a\n"), home]})
        );
    }

    #[test]
    fn nothing_stays_behind() {
        let sandbox = Sandbox::new().unwrap();
        let project = sandbox.project();
        assert!(project.is_dir());
        drop(sandbox);
        assert!(!project.exists());
    }
}
