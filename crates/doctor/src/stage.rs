//! The temporary folders in which commands run: a copy of the project's configuration, so that nothing they
//! write stays, with links to the project's own programs.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};
use hook_installer::Kind;
use host_stand_in::{Call, command_line};
use process_start::{Cleanup, remove_on_interrupt};
use tempfile::TempDir;

use crate::event::event;
use crate::facts::{Entered, Facts};
use crate::input::Given;

/// What is copied from a project: the files that hooks read, but no code.
const COPIED: [&str; 3] = [".tacklebox", ".orchestration", ".claude"];

/// Folders of programs, which are linked.
const PROGRAMS: [&str; 2] = [".claude/hooks", ".tacklebox/bin"];

/// The configuration that names programs which are told of events.
const PROMPT_DETECT: &str = "prompt-detect.yaml";

/// A larger file is not a configuration.
const MAX_COPIED: u64 = 4 << 20;

/// How long a command may take where its entry does not say.
pub(crate) const DEFAULT_TIMEOUT: f64 = 30.0;

/// A project and a state folder.
pub(crate) struct Stage {
    dir: TempDir,
    _interrupted: Cleanup,
    /// Its path ends with that of the real project, so that odd characters in it are tried too.
    project: PathBuf,
    home: Option<PathBuf>,
    config: Option<PathBuf>,
    /// Whether a program of the person's is told of events.
    has_listeners: bool,
}

impl Stage {
    /// A project with the configuration of the one that is examined.
    pub(crate) fn set(given: &Given<'_>) -> Result<Self> {
        let dir = tempfile::Builder::new().prefix("tacklebox-doctor-").tempdir();
        let dir = dir.context("could not make a temporary folder")?;
        let own = given.config.map(|config| config.join(PROMPT_DETECT));
        let in_project = given.project.join(".tacklebox").join(PROMPT_DETECT);
        let has_listeners = [Some(in_project), own]
            .into_iter()
            .flatten()
            .any(|file| fs::read_to_string(file).is_ok_and(|text| text.contains("sinks")));
        let inside = given.project.components().filter(|it| matches!(it, Component::Normal(_)));
        let project = dir.path().join("project").join(inside.collect::<PathBuf>());
        let home = given.folders.home.map(Path::to_owned);
        let config = given.config.map(Path::to_owned);
        let interrupted = remove_on_interrupt(dir.path());
        let stage = Self { dir, _interrupted: interrupted, project, home, config, has_listeners };
        stage.fill(given.project).context("could not copy the configuration of the project")?;
        Ok(stage)
    }

    fn fill(&self, original: &Path) -> io::Result<()> {
        fs::create_dir_all(self.project())?;
        fs::create_dir_all(self.state())?;
        for name in COPIED {
            copy(&original.join(name), &self.project.join(name), 0)?;
        }
        for name in PROGRAMS {
            let (programs, there) = (original.join(name), self.project.join(name));
            if let Some(parent) = there.parent().filter(|_| programs.is_dir()) {
                fs::create_dir_all(parent)?;
                link(&programs, &there)?;
            }
        }
        Ok(())
    }

    /// The project to play in.
    pub(crate) fn project(&self) -> PathBuf {
        self.project.clone()
    }

    /// The state of that.
    pub(crate) fn state(&self) -> PathBuf {
        self.dir.path().join("state")
    }

    /// Whether one of these hooks tells a program of the person's about each event.
    pub(crate) fn tells_others(&self, hooks: &[String]) -> bool {
        self.has_listeners && hooks.iter().any(|hook| hook == "prompt-detect-hook")
    }

    /// Runs the command of an entry.
    pub(crate) fn play(&self, facts: &Facts<'_>, entry: &Entered) -> Result<Call> {
        let handler = &entry.handler;
        let limit =
            Duration::from_secs_f64(handler.timeout.unwrap_or(DEFAULT_TIMEOUT).clamp(0.1, 120.0));
        let stdin = format!("{}\n", event(handler, &self.project()));
        host_stand_in::call(self.command(facts, entry), stdin.as_bytes(), limit)
    }

    /// The command as a host starts it: without a shell where it has `args`.
    fn command(&self, facts: &Facts<'_>, entry: &Entered) -> Command {
        let handler = &entry.handler;
        let project = self.project();
        let plugin = match facts.kind(entry) {
            Some(Kind::Plugin(_)) => facts.file(entry).ancestors().nth(2),
            _ => None,
        };
        let line = handler.command.as_deref().unwrap_or_default();
        let (program, args) = command_line(line, handler.args.as_deref(), &project, plugin);
        let mut command = Command::new(program);
        command.args(args);
        self.furnish(&mut command);
        command
            .env("CLAUDE_PROJECT_DIR", &project)
            .env("CLAUDECODE", "1")
            .env("CLAUDE_CODE_ENTRYPOINT", "cli");
        if let Some(root) = plugin {
            command.env("CLAUDE_PLUGIN_ROOT", root).env("CLAUDE_PLUGIN_DATA", self.dir.path());
        }
        command
    }

    /// Has a command work here, with the folders of the person and a state that is thrown away.
    pub(crate) fn furnish(&self, command: &mut Command) {
        command.current_dir(self.project()).env("TACKLEBOX_STATE_DIR", self.state());
        for (name, folder) in [("HOME", &self.home), ("TACKLEBOX_CONFIG_DIR", &self.config)] {
            if let Some(folder) = folder {
                command.env(name, folder);
            }
        }
    }

    /// A file of the copy as the file of the project that it stands for.
    pub(crate) fn as_in_project(&self, file: &Path, project: &Path) -> PathBuf {
        match file.strip_prefix(self.project()) {
            Ok(inside) => project.join(inside),
            Err(_) => file.to_owned(),
        }
    }

    /// Words about the copy as words about the project.
    pub(crate) fn told(&self, words: &str, project: &Path) -> String {
        words.replace(&*self.project().to_string_lossy(), &project.to_string_lossy())
    }
}

/// Copies files and folders, two levels deep and no programs. What is no file is left out.
fn copy(from: &Path, to: &Path, depth: usize) -> io::Result<()> {
    let Ok(entries) = fs::read_dir(from) else { return Ok(()) };
    fs::create_dir_all(to)?;
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let Ok(found) = fs::metadata(&path) else { continue };
        if found.is_file() && found.len() <= MAX_COPIED {
            fs::copy(&path, to.join(name))?;
        } else if found.is_dir() && depth < 2 && !PROGRAMS.iter().any(|it| path.ends_with(it)) {
            copy(&path, &to.join(name), depth + 1)?;
        }
    }
    Ok(())
}

#[cfg(unix)]
fn link(target: &Path, at: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, at)
}

#[cfg(windows)]
fn link(target: &Path, at: &Path) -> io::Result<()> {
    std::os::windows::fs::symlink_dir(target, at)
}
