//! A throw-away project in which commands are tried as a person types them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// A project, a home and a state folder of their own.
pub(crate) struct Place {
    folder: TempDir,
}

impl Place {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("project")).unwrap();
        Self { folder }
    }

    /// The root of the project.
    pub(crate) fn project(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    /// Writes a file of the project and the folders above it.
    pub(crate) fn write(&self, path: &str, text: &str) {
        let file = self.project().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        hook_state::replace(&file, text.as_bytes()).unwrap();
    }

    /// Runs a line of shell in the project, where `governance-hook` is the
    /// program under test and the clock stands still.
    pub(crate) fn shell(&self, line: &str) -> Output {
        let programs = Path::new(env!("CARGO_BIN_EXE_governance-hook"));
        let programs = programs.parent().unwrap().to_str().unwrap();
        Command::new("sh")
            .args(["-c", line])
            .env_clear()
            .env("PATH", format!("{programs}:/usr/bin:/bin"))
            .env("HOME", self.folder.path().join("home"))
            .env("CLAUDE_PROJECT_DIR", self.project())
            .env("TACKLEBOX_NOW", "2026-11-20T14:03:00Z")
            .current_dir(self.project())
            .output()
            .unwrap()
    }
}
