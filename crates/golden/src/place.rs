//! A throw-away project in which a hook is tried as a person types commands:
//! for the examples of its page, and for what no recorded case can hold.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::Context;
use tempfile::TempDir;

use crate::clock::NOW;
use crate::program::under_test;
use crate::tree;

/// What shows our programs that a person runs them, where no terminal does.
const TOKEN: &str = "a-token-for-tests";

/// The program that has all hooks.
const BOX: &str = "tacklebox";

/// Runs `tacklebox governance check` as `governance-hook check`, and `tacklebox run governance-hook`
/// as that hook, as that program does.
const AS_THE_BOX: &str = r#"[ "$1" = run ] && exec "$2"; name=$1; shift; exec "$name-hook" "$@""#;

/// A project, a home and a state folder of their own, removed when dropped.
#[derive(Debug)]
pub struct Place {
    folder: TempDir,
    /// The folders in which programs are looked for first, divided by colons.
    programs: String,
}

impl Place {
    /// A place in which the lines of [`shell`](Self::shell) can call `program`,
    /// the `env!("CARGO_BIN_EXE_<hook>")` of a test, by its name and as `tacklebox <hook>`.
    ///
    /// # Errors
    ///
    /// Fails when its folders cannot be made.
    pub fn new(program: &str) -> anyhow::Result<Self> {
        let built = Path::new(program);
        let folder_of = |program: &Path| {
            let folder = program.parent().context("the program is in no folder")?;
            anyhow::Ok(folder.display().to_string())
        };
        // Behind the program under test, what cargo has built: a server beside the hook.
        let programs = [folder_of(&under_test(built))?, folder_of(built)?].join(":");
        let place = Self::with(programs)?;
        match built.file_name() {
            Some(name) if name != BOX => place.with_script(BOX, AS_THE_BOX),
            _ => Ok(place),
        }
    }

    fn with(programs: String) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir().context("could not make a temporary folder")?;
        fs::create_dir(folder.path().join("project")).context("could not make a project")?;
        let config = folder.path().join("home/.config/tacklebox");
        fs::create_dir_all(&config).context("could not make a home")?;
        let token = config.join("person-token");
        tree::write_file(&token, TOKEN.as_bytes())?;
        fs::set_permissions(&token, Permissions::from_mode(0o600))
            .context("could not close a file")?;
        Ok(Self { folder, programs })
    }

    /// The same place, with a script of `sh` that can be called by a name, before all other
    /// programs of that name, for a program that the test has not built.
    ///
    /// # Errors
    ///
    /// Fails when the script cannot be written.
    pub fn with_script(mut self, name: &str, script: &str) -> anyhow::Result<Self> {
        let folder = self.folder.path().join("scripts");
        fs::create_dir_all(&folder).context("could not make a folder for scripts")?;
        let file = folder.join(name);
        tree::write_file(&file, format!("#!/bin/sh\n{script}\n").as_bytes())?;
        fs::set_permissions(&file, Permissions::from_mode(0o755))
            .context("could not make a script a program")?;
        self.programs = format!("{}:{}", folder.display(), self.programs);
        Ok(self)
    }

    /// Another place, in which nothing is yet, for the same program.
    ///
    /// # Errors
    ///
    /// Fails when its folders cannot be made.
    pub fn another(&self) -> anyhow::Result<Self> {
        Self::with(self.programs.clone())
    }

    /// The root of the project.
    pub fn project(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    /// Writes a file of the project and the folders above it.
    ///
    /// # Errors
    ///
    /// Fails when one of them cannot be written.
    pub fn write(&self, path: &str, text: &str) -> anyhow::Result<()> {
        let file = self.project().join(path);
        let parent = file.parent().context("the path has no folder")?;
        fs::create_dir_all(parent)
            .with_context(|| format!("could not make {}", parent.display()))?;
        tree::write_file(&file, text.as_bytes())
    }

    /// Runs a line of shell in the project, as from a person's own shell (their token
    /// replaces the terminal), with a fixed clock.
    ///
    /// # Errors
    ///
    /// Fails when there is no shell.
    pub fn shell(&self, line: &str) -> anyhow::Result<Output> {
        Command::new("sh")
            .args(["-c", line])
            .env_clear()
            .env("PATH", format!("{}:/usr/bin:/bin", self.programs))
            .env("HOME", self.folder.path().join("home"))
            .env("CLAUDE_PROJECT_DIR", self.project())
            .env("TACKLEBOX_NOW", NOW)
            .env("TZ", "UTC")
            .env("TACKLEBOX_PERSON_TOKEN", TOKEN)
            .current_dir(self.project())
            .output()
            .context("could not start a shell")
    }
}
