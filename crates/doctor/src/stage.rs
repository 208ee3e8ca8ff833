//! The folders in which commands are played: what configures the project is copied, so that nothing
//! that is written there stays, and programs are those of the project itself.

use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};
use hook_installer::Kind;
use host_stand_in::Call;
use tempfile::TempDir;

use crate::event::event;
use crate::facts::{Entered, Facts};
use crate::input::Given;

/// What is copied of a project: files that hooks read, and no code.
const COPIED: [&str; 3] = [".tacklebox", ".orchestration", ".claude"];

/// Folders of programs, which are those of the project itself.
const PROGRAMS: [&str; 2] = [".claude/hooks", ".tacklebox/bin"];

/// What names the programs that are told of events.
const PROMPT_DETECT: &str = "prompt-detect.yaml";

/// More than this is no configuration.
const MAX_COPIED: u64 = 4 << 20;

/// How long a command may take where its entry does not say.
pub(crate) const DEFAULT_TIMEOUT: f64 = 30.0;

/// A project to play in, and a state.
pub(crate) struct Stage {
    dir: TempDir,
    /// Its path ends as that of the project that it stands for: what is odd in it is odd here.
    project: PathBuf,
    home: Option<PathBuf>,
    config: Option<PathBuf>,
    /// Whether somebody outside is told what happens.
    has_listeners: bool,
}

impl Stage {
    /// A project that is configured as the one that is examined.
    pub(crate) fn set(given: &Given<'_>) -> Result<Self> {
        let stage = Self::empty(given)?;
        for name in COPIED {
            copy(&given.project.join(name), &stage.project().join(name), 0).with_context(|| {
                format!("could not copy {}", given.project.join(name).display())
            })?;
        }
        for name in PROGRAMS {
            let (programs, there) = (given.project.join(name), stage.project().join(name));
            let Some(parent) = there.parent().filter(|_| programs.is_dir()) else { continue };
            fs::create_dir_all(parent).with_context(|| {
                format!("could not make a folder in {}", stage.dir.path().display())
            })?;
            link(&programs, &there).with_context(|| {
                format!("could not make a link in {}", stage.dir.path().display())
            })?;
        }
        Ok(stage)
    }

    /// A project in which nothing is configured.
    pub(crate) fn empty(given: &Given<'_>) -> Result<Self> {
        let dir = tempfile::Builder::new().prefix("tacklebox-doctor-").tempdir();
        let dir = dir.context("could not make a temporary folder")?;
        let own = given.config.map(|config| config.join(PROMPT_DETECT));
        let in_project = given.project.join(".tacklebox").join(PROMPT_DETECT);
        let has_listeners = [Some(in_project), own]
            .into_iter()
            .flatten()
            .any(|file| fs::read_to_string(file).is_ok_and(|text| text.contains("sinks")));
        let home = given.folders.home.map(Path::to_owned);
        let config = given.config.map(Path::to_owned);
        let inside = given.project.components().filter(|it| matches!(it, Component::Normal(_)));
        let project = dir.path().join("project").join(inside.collect::<PathBuf>());
        let stage = Self { dir, project, home, config, has_listeners };
        for folder in [stage.project(), stage.state()] {
            fs::create_dir_all(folder).with_context(|| {
                format!("could not make a folder in {}", stage.dir.path().display())
            })?;
        }
        Ok(stage)
    }

    /// The project to play in.
    pub(crate) fn project(&self) -> PathBuf {
        self.project.clone()
    }

    /// The state of that.
    pub(crate) fn state(&self) -> PathBuf {
        self.dir.path().join("state")
    }

    /// Whether the command tells a program of the person's about each event: that is not played.
    pub(crate) fn is_heard_outside(&self, entry: &Entered) -> bool {
        self.tells_others(&entry.hooks)
    }

    /// Whether one of these hooks tells a program of the person's about each event.
    pub(crate) fn tells_others(&self, hooks: &[String]) -> bool {
        self.has_listeners && hooks.iter().any(|hook| hook == "prompt-detect-hook")
    }

    /// A link of this name to a program that is not installed.
    pub(crate) fn link_to(&self, program: &Path, name: &OsStr) -> Result<PathBuf> {
        let folder = self.dir.path().join("programs");
        fs::create_dir_all(&folder)
            .with_context(|| format!("could not make a folder in {}", self.dir.path().display()))?;
        let (program, at) = (std::path::absolute(program)?, folder.join(name));
        link(&program, &at)
            .with_context(|| format!("could not make a link in {}", self.dir.path().display()))?;
        Ok(at)
    }

    /// Runs what the entry would run, by another program.
    pub(crate) fn play_by(
        &self,
        facts: &Facts<'_>,
        entry: &Entered,
        program: &Path,
    ) -> Result<Call> {
        let words = match &entry.handler.args {
            Some(args) => args.clone(),
            None if program.file_stem() == Some(OsStr::new("tacklebox")) => {
                [&["run".to_owned()], &entry.hooks[..]].concat()
            }
            None => Vec::new(),
        };
        let mut handler = entry.handler.clone();
        handler.command = Some(program.to_string_lossy().into_owned());
        handler.args = Some(words);
        self.play(facts, &Entered { handler, ..entry.clone() })
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
        let project_dir = project.to_string_lossy();
        let plugin = match facts.kind(entry) {
            Some(Kind::Plugin(_)) => facts.file(entry).ancestors().nth(2),
            _ => None,
        };
        let is_for_shell = handler.args.is_none();
        let fill = |text: &str| {
            // A shell fills it in by itself, whatever is in the path.
            let text = if is_for_shell {
                text.to_owned()
            } else {
                text.replace("${CLAUDE_PROJECT_DIR}", &project_dir)
            };
            match plugin {
                Some(root) => text.replace("${CLAUDE_PLUGIN_ROOT}", &root.to_string_lossy()),
                None => text,
            }
        };
        let line = handler.command.as_deref().unwrap_or_default();
        let mut command =
            Command::new(if handler.args.is_some() { fill(line) } else { "/bin/sh".to_owned() });
        match &handler.args {
            Some(args) => command.args(args.iter().map(|arg| fill(arg))),
            None => command.args(["-c", &fill(line)]),
        };
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
fn copy(from: &Path, to: &Path, depth: usize) -> std::io::Result<()> {
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
fn link(target: &Path, at: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(target, at)
}

#[cfg(windows)]
fn link(target: &Path, at: &Path) -> std::io::Result<()> {
    std::os::windows::fs::symlink_dir(target, at)
}
