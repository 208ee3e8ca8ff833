//! Plays a case: lays out its project, installs its hooks, has the client work there, and looks at what
//! came of it.

use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use hook_installer::{Engine, Offer};
use scripted_client::{Asked, Session};
use tempfile::TempDir;

use super::Run;
use super::case::{Case, Form, Plan};
use crate::files::write;
use crate::install::Quietly;
use crate::workspace::Workspace;

/// How long what is written at the end of a session is waited for.
const MAX_LATE: Duration = Duration::from_secs(3);

const PAUSE: Duration = Duration::from_millis(100);

/// What shows our programs that a person runs them, where no terminal does.
const TOKEN: &str = "a-token-for-cases";

/// Where a case happens.
struct Ground {
    folder: TempDir,
}

/// What is not as the case says.
///
/// # Errors
/// If the case cannot be played.
pub(super) fn play(
    workspace: &Workspace,
    run: &Run<'_>,
    programs: &Path,
    keep: bool,
) -> anyhow::Result<Vec<String>> {
    let ground = Ground { folder: tempfile::Builder::new().prefix("e2e é ").tempdir()? };
    let (project, home) = (ground.project(), ground.home());
    let places = [project.to_string_lossy(), home.to_string_lossy()];
    let [project, home] = &places;
    let case = run.case.with(&[("[PROJECT]", project), ("[HOME]", home)])?;
    ground.lay_out(&case)?;
    install(workspace, &case, run, programs, &ground.project())?;
    for line in &case.prepare {
        ground.shell(line)?;
    }
    let mut faults = Vec::new();
    let mut rest = case.sessions.as_slice();
    while let Some((_, others)) = rest.split_first() {
        let beside = others.iter().take_while(|plan| plan.is_beside).count();
        let (group, after) = rest.split_at(beside + 1);
        faults.extend(ground.play(run, group)?);
        rest = after;
    }
    if keep && !faults.is_empty() {
        faults.push(format!("kept in {}", ground.folder.keep().display()));
    }
    Ok(faults)
}

fn install(
    workspace: &Workspace,
    case: &Case,
    run: &Run<'_>,
    programs: &Path,
    project: &Path,
) -> anyhow::Result<()> {
    let is_meant = |offer: &Offer| case.hooks.iter().any(|it| *it == offer.hook || it == "all");
    let hooks: Vec<Offer> = workspace.offers()?.into_iter().filter(is_meant).collect();
    let engine = match run.form {
        Form::Alone => Engine::Off,
        Form::Engine => Engine::On,
    };
    let (programs, host) = (Some(programs), Some(run.client.version));
    Quietly { hooks: &hooks, engine, programs, host }.install(workspace, project)
}

impl Ground {
    /// A folder whose path is as awkward as a person's may be.
    fn project(&self) -> PathBuf {
        self.folder.path().join("a project")
    }

    fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    fn lay_out(&self, case: &Case) -> anyhow::Result<()> {
        fs::create_dir_all(self.project())?;
        let token = self.home().join(".config/tacklebox/person-token");
        fs::create_dir_all(self.home().join(".config/tacklebox"))?;
        write(&token, TOKEN)?;
        fs::set_permissions(&token, Permissions::from_mode(0o600))?;
        for (name, content) in &case.files {
            let path = match name.split_once('/') {
                Some(("home", rest)) => self.home().join(rest),
                Some((_, rest)) => self.project().join(rest),
                None => continue,
            };
            fs::create_dir_all(path.parent().context("it has no folder")?)?;
            write(&path, content)?;
            if content.starts_with("#!") {
                fs::set_permissions(&path, Permissions::from_mode(0o755))?;
            }
        }
        Ok(())
    }

    /// Plays sessions at once, and then looks at each.
    fn play(&self, run: &Run<'_>, group: &[Plan]) -> anyhow::Result<Vec<String>> {
        let asked = thread::scope(|scope| {
            let session = |plan| scope.spawn(move || self.session(&run.client.path, plan));
            let sessions: Vec<_> = group.iter().map(session).collect();
            let ended = sessions.into_iter().map(|session| {
                session.join().map_err(|_| anyhow::anyhow!("a session panicked"))?
            });
            ended.collect::<anyhow::Result<Vec<Vec<Asked>>>>()
        })?;
        let mut faults = Vec::new();
        for (plan, asked) in group.iter().zip(&asked) {
            faults.extend(plan.expected.faults(asked, plan.script.first));
            let then = plan.expected.then.iter();
            faults
                .extend(then.filter_map(|line| self.holds(line).err()).map(|err| err.to_string()));
        }
        Ok(faults)
    }

    fn session(&self, client: &Path, plan: &Plan) -> anyhow::Result<Vec<Asked>> {
        let (project, home) = (self.project(), self.home());
        let new = Session::new(client, &project, &home);
        let session = Session {
            script: plan.script.clone(),
            talk: plan.talk.clone(),
            allowed: plan.allowed.as_deref().unwrap_or(new.allowed),
            args: plan.args.iter().map(OsString::from).collect(),
            ..new
        };
        // How a client ends is nothing that a case is about.
        Ok(session.hold()?.1.asked)
    }

    /// Waits until a command succeeds: what a hook does at the end may come after the client's.
    fn holds(&self, line: &str) -> anyhow::Result<()> {
        let started = Instant::now();
        loop {
            match self.shell(line) {
                Err(_) if started.elapsed() < MAX_LATE => thread::sleep(PAUSE),
                ended => return ended,
            }
        }
    }

    /// What a person types in the project.
    fn shell(&self, line: &str) -> anyhow::Result<()> {
        let bin = self.project().join(".claude/hooks/bin");
        let output = Command::new("sh")
            .args(["-c", line])
            .current_dir(self.project())
            .env_clear()
            .env("PATH", format!("{}:/usr/local/bin:/usr/bin:/bin", bin.display()))
            .env("HOME", self.home())
            .env("CLAUDE_CONFIG_DIR", self.home().join(".claude"))
            .env("TACKLEBOX_PERSON_TOKEN", TOKEN)
            .stdin(Stdio::null())
            .output()
            .context("could not start sh")?;
        let said = [output.stdout, output.stderr].concat();
        let said: String = String::from_utf8_lossy(&said).chars().take(400).collect();
        ensure!(output.status.success(), "`{line}`: {}: {}", output.status, said.trim());
        Ok(())
    }
}
