//! A throw-away project that can be put back to what it was.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, bail, ensure};
use tempfile::TempDir;

use crate::scenarios::Step;

/// What shows that a person calls.
const TOKEN: &str = "a-token-of-nobody";

/// How long ago a killed program wrote, for whoever comes next.
const LONG_AGO: Duration = Duration::from_secs(120);

/// A project, a home and a state folder, removed when dropped.
pub(crate) struct Ground {
    folder: TempDir,
    program: PathBuf,
}

impl Ground {
    pub(crate) fn new(programs: &Path, program: &str) -> anyhow::Result<Self> {
        let program = programs.join(program);
        ensure!(program.is_file(), "{} is not there", program.display());
        let ground = Self { folder: tempfile::tempdir()?, program };
        for folder in ["now/project", "now/state", "now/home", "tmp"] {
            fs::create_dir_all(ground.path(folder))?;
        }
        ground.write("home/.config/tacklebox/person-token", TOKEN)?;
        let token = ground.path("now/home/.config/tacklebox/person-token");
        fs::set_permissions(token, Permissions::from_mode(0o600))?;
        Ok(ground)
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Writes a file: `project/...`, `state/...` or `home/...`. `[PROJECT]` in it stands for the folder.
    pub(crate) fn write(&self, path: &str, text: &str) -> anyhow::Result<()> {
        let text = text.replace("[PROJECT]", &self.path("now/project").to_string_lossy());
        let path = self.path("now").join(path);
        fs::create_dir_all(path.parent().context("no folder")?)?;
        let mut file = File::create(&path)?;
        let written = file.write_all(text.as_bytes());
        if text.starts_with("#!") {
            fs::set_permissions(&path, Permissions::from_mode(0o755))?;
        }
        written.with_context(|| format!("could not write {}", path.display()))
    }

    /// What is there now is what is put back.
    pub(crate) fn freeze(&mut self) -> anyhow::Result<()> {
        copy(&self.path("now"), &self.path("before"))
    }

    /// Puts back what was there.
    pub(crate) fn thaw(&self) -> anyhow::Result<()> {
        let now = self.path("now");
        fs::remove_dir_all(&now).with_context(|| format!("could not remove {}", now.display()))?;
        copy(&self.path("before"), &now)
    }

    /// Makes what a killed program left older than any that is still at work.
    pub(crate) fn age(&self) -> anyhow::Result<()> {
        let past = format!("@{}", now()?.saturating_sub(LONG_AGO).as_secs());
        let is_left = |path: &Path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let is_unnamed = path.extension() == Some(OsStr::new("tmp"));
            name.starts_with('.') && is_unnamed || name.starts_with(".tacklebox-")
        };
        let files = self.files()?;
        let copies: BTreeSet<PathBuf> = files.iter().filter_map(|path| copy_around(path)).collect();
        for path in files.into_iter().filter(|path| is_left(path)).chain(copies) {
            // A link is older itself, and not what it leads to.
            let touched = Command::new("touch").args(["-h", "-d", &past]).arg(&path).status();
            ensure!(touched.is_ok_and(|status| status.success()), "cannot age {}", path.display());
        }
        Ok(())
    }

    /// All files of the project, the state and the home.
    pub(crate) fn files(&self) -> anyhow::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        let mut folders = vec![self.path("now")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder)? {
                let entry = entry?;
                let kind = entry.file_type()?;
                if kind.is_dir() { &mut folders } else { &mut files }.push(entry.path());
            }
        }
        files.sort();
        Ok(files)
    }

    /// Where a file of now was when this was frozen.
    pub(crate) fn earlier(&self, file: &Path) -> Option<PathBuf> {
        Some(self.path("before").join(file.strip_prefix(self.path("now")).ok()?))
    }

    /// Plays a step, which has to end well and in time.
    pub(crate) fn play(&self, step: &Step) -> anyhow::Result<String> {
        let output = self.run(&["timeout", "100"], step)?;
        let stderr = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() || !stderr.is_empty() {
            bail!("{step}: {}: {}", output.status, stderr.trim());
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Starts the program for a step, by another program, and waits for its end.
    pub(crate) fn run(&self, by: &[&str], step: &Step) -> anyhow::Result<Output> {
        let project = self.path("now/project");
        let (starter, arguments) = by.split_first().context("nothing starts the program")?;
        let mut command = Command::new(starter);
        command
            .args(arguments)
            .arg(&self.program)
            .env_clear()
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env("HOME", self.path("now/home"))
            // What a killed program leaves in the system's folder goes with the ground.
            .env("TMPDIR", self.path("tmp"))
            .env("CLAUDE_PROJECT_DIR", &project)
            .env("TACKLEBOX_STATE_DIR", self.path("now/state"))
            .current_dir(&project)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let input = match step {
            Step::Event(text) => text
                .replace("[PROJECT]", &project.to_string_lossy())
                .replace("[HOME]", &self.path("now/home").to_string_lossy()),
            Step::Tool(arguments) => {
                command.args(*arguments).env("TACKLEBOX_PERSON_TOKEN", TOKEN);
                // A session that no hook has heard of is known in its own shell alone.
                let named = arguments.iter().skip_while(|word| **word != "--session").nth(1);
                command.envs(named.map(|session| ("CLAUDE_CODE_SESSION_ID", session)));
                String::new()
            }
        };
        let mut child = command.spawn().with_context(|| format!("could not start {starter}"))?;
        // A program that is killed may not have read it.
        let _unread = child.stdin.take().map(|mut stdin| stdin.write_all(input.as_bytes()));
        Ok(child.wait_with_output()?)
    }
}

#[expect(clippy::disallowed_methods, reason = "files are compared with the clock of the system")]
fn now() -> anyhow::Result<Duration> {
    Ok(SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?)
}

/// The folder of a copy for a formatter that a file is in.
pub(crate) fn copy_around(path: &Path) -> Option<PathBuf> {
    let is_copy = |it: &&Path| it.parent().is_some_and(|it| it.ends_with("post-edit-copies"));
    path.ancestors().find(is_copy).map(Path::to_owned)
}

/// With times and modes, which hooks look at.
fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    let copied = Command::new("cp").arg("-a").arg(from).arg(to).status();
    ensure!(copied.is_ok_and(|status| status.success()), "could not copy {}", from.display());
    Ok(())
}
