//! Plays a case: lays out its project, installs its hooks, has the client work there, and looks at what
//! came of it.

use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use hook_installer::{Confine, Engine, Offer};
use scripted_client::{Asked, Kind, Session};
use tempfile::TempDir;

use super::Run;
use super::case::{Case, Form, PROJECT, Plan};
use crate::client::{Client, host_of};
use crate::files::write;
use crate::installation::Installation;
use crate::registration::ENGINE;
use crate::token;
use crate::workspace::Workspace;

/// How long what is written at the end of a session is waited for.
const MAX_LATE: Duration = Duration::from_secs(3);

/// A client that is a script takes its time on a busy machine.
const MAX_SESSION: Duration = Duration::from_secs(240);

const PAUSE: Duration = Duration::from_millis(100);

/// Where a case happens.
struct Ground {
    folder: TempDir,
    /// The folders of our programs.
    bins: Vec<PathBuf>,
}

/// Where the programs are, and what runs share.
pub(super) struct Shared<'a> {
    pub(super) programs: &'a Path,
    /// The node that runs clients which are scripts.
    pub(super) node: &'a Path,
    /// What clients unpack before they work.
    pub(super) cache: &'a Path,
    /// Whether folders of cases that fail are kept.
    pub(super) keep: bool,
}

/// What is not as the case says.
///
/// # Errors
/// If the case cannot be played.
pub(super) fn play(
    workspace: &Workspace,
    run: &Run<'_>,
    shared: &Shared<'_>,
) -> anyhow::Result<Vec<String>> {
    let folder = tempfile::Builder::new().prefix("e2e é ").tempdir()?;
    let installed = [folder.path().join("a project/.claude/hooks/bin"), folder.path().join("bin")];
    // The server for intents is not installed.
    let bins = [installed.to_vec(), vec![std::path::absolute(shared.programs)?]].concat();
    let ground = Ground { folder, bins };
    let (project, home) = (ground.project(), ground.home());
    let kind = run.client.kind;
    let file = file_of(kind, &project, &home).unwrap_or_default();
    let places = [&project, &home, &file].map(|place| place.to_string_lossy());
    let [project, home, file] = &places;
    let words = [(PROJECT, &**project), ("[HOME]", home), ("[FILE]", file), ("[HOST]", kind.key)];
    let case = run.case.with(kind, &words)?;
    ground.lay_out(&case)?;
    if case.is_in_git {
        ground.shell("git init -q .")?;
    }
    if run.client.is_claude() {
        install(workspace, &case, run, shared.programs, &ground.project())?;
    } else {
        ground.install_elsewhere(workspace, &case, kind, shared.programs)?;
    }
    for line in &case.prepare {
        ground.shell(line)?;
    }
    let mut faults = Vec::new();
    let mut rest = case.sessions.as_slice();
    while let Some((_, others)) = rest.split_first() {
        let beside = others.iter().take_while(|plan| plan.is_beside).count();
        let (group, after) = rest.split_at(beside + 1);
        faults.extend(ground.play(run, shared, group)?);
        rest = after;
    }
    if shared.keep && !faults.is_empty() {
        faults.push(format!("kept in {}", ground.folder.keep().display()));
    }
    Ok(faults)
}

/// The file into which hooks are put for a client.
fn file_of(kind: &Kind, project: &Path, home: &Path) -> Option<PathBuf> {
    let setup = host_of(kind).description().setup?;
    let own = || home.join(setup.folder).join(setup.in_folder);
    Some(setup.in_project.map_or_else(own, |file| project.join(file)))
}

fn is_meant(case: &Case, offer: &Offer) -> bool {
    case.hooks.iter().any(|hook| *hook == offer.hook || hook == "all")
}

fn install(
    workspace: &Workspace,
    case: &Case,
    run: &Run<'_>,
    programs: &Path,
    project: &Path,
) -> anyhow::Result<()> {
    let offers = workspace.offers()?.into_iter();
    let hooks: Vec<Offer> = offers.filter(|offer| is_meant(case, offer)).collect();
    let engine = match run.form {
        Form::Alone => Engine::Off,
        Form::Engine => Engine::On,
    };
    let (programs, host) = (Some(programs), Some(run.client.version));
    let confine = if case.is_by_text { Confine::No } else { Confine::with(None) };
    Installation { hooks: &hooks, engine, programs, host, confine }.install(workspace, project)
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
        token::put(&self.home())?;
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

    /// Puts hooks in as a person does, by the program itself; by the names of hooks it is them too.
    fn install_elsewhere(
        &self,
        workspace: &Workspace,
        case: &Case,
        kind: &Kind,
        programs: &Path,
    ) -> anyhow::Result<()> {
        let names = self.folder.path().join("bin");
        fs::create_dir_all(&names)?;
        let offers = workspace.offers()?;
        let hooks = offers.iter().map(|offer| offer.hook.as_str());
        for name in hooks.chain([ENGINE]) {
            symlink(programs.join(ENGINE), names.join(name))?;
        }
        let meant = offers.iter().filter(|offer| is_meant(case, offer));
        let meant: Vec<&str> = meant.map(|offer| offer.hook.as_str()).collect();
        let meant =
            if case.hooks.iter().any(|it| it == "all") { "--all".into() } else { meant.join(" ") };
        let (key, programs) = (kind.key, programs.to_string_lossy().replace('\'', r"'\''"));
        self.shell(&format!(
            "{ENGINE} install {meant} --host {key} --project . --programs '{programs}'"
        ))
    }

    /// Plays sessions at once, and then looks at each.
    fn play(
        &self,
        run: &Run<'_>,
        shared: &Shared<'_>,
        group: &[Plan],
    ) -> anyhow::Result<Vec<String>> {
        for line in group.iter().flat_map(|plan| &plan.before) {
            self.shell(line)?;
        }
        let asked = thread::scope(|scope| {
            let session = |plan| scope.spawn(move || self.session(run.client, shared, plan));
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

    fn session(
        &self,
        client: &Client,
        shared: &Shared<'_>,
        plan: &Plan,
    ) -> anyhow::Result<Vec<Asked>> {
        let (project, home) = (self.project().join(&plan.folder), self.home());
        let new = Session::new(&client.path, &project, &home);
        let cache = |name| (name, shared.cache.as_os_str().to_owned());
        // What node has compiled of a client need not be compiled again for each case.
        let mut env = vec![cache("NODE_COMPILE_CACHE")];
        env.extend((!client.is_claude()).then(|| cache("XDG_CACHE_HOME")));
        let session = Session {
            kind: client.kind,
            node: shared.node,
            env,
            limit: MAX_SESSION,
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
        let path = self.bins.iter().map(|bin| format!("{}:", bin.display()));
        let path = path.collect::<String>() + "/usr/local/bin:/usr/bin:/bin";
        let mut command = Command::new("sh");
        let command = command
            .args(["-c", line])
            .current_dir(self.project())
            .env_clear()
            .env("PATH", path)
            .env("HOME", self.home())
            .env("CLAUDE_CONFIG_DIR", self.home().join(".claude"))
            .stdin(Stdio::null());
        let output = token::show(command).output().context("could not start sh")?;
        let said = [output.stdout, output.stderr].concat();
        let said: String = String::from_utf8_lossy(&said).chars().take(400).collect();
        ensure!(output.status.success(), "`{line}`: {}: {}", output.status, said.trim());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ground() -> Ground {
        let folder = tempfile::Builder::new().prefix("e2e é ").tempdir().unwrap();
        let bins = vec![folder.path().join("bin")];
        let ground = Ground { folder, bins };
        fs::create_dir_all(ground.project()).unwrap();
        fs::create_dir_all(ground.home()).unwrap();
        ground
    }

    #[test]
    fn a_command_that_fails_afterwards_is_a_fault_with_its_words() {
        let ground = ground();
        ground.holds("test ! -e a").unwrap();
        let fault = ground.holds("echo nothing there >&2; test -e a").unwrap_err().to_string();
        assert!(
            fault.contains("`echo nothing there") && fault.contains("exit status: 1"),
            "{fault}"
        );
        assert!(fault.ends_with("nothing there"), "{fault}");
    }

    #[test]
    fn what_comes_late_is_waited_for() {
        let ground = ground();
        ground.shell("(sleep 0.5; echo x > late) > /dev/null 2>&1 &").unwrap();
        ground.holds("grep -q x late").unwrap();
    }
}
