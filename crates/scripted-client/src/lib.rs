//! Runs a real client of a host with a script as its model: with its own home, a fake key, and no other
//! network than loopback.

mod answer;
mod http;
mod kind;
mod model;
mod placeholder;
mod script;
mod talk;
mod wire;

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, bail};
use host_stand_in::{Call, End};

pub use answer::CALL_ID;
pub use kind::{CLAUDE, KINDS, Kind};
pub use model::Asked;
use model::Model;
pub use script::{Lane, SUBAGENT, Script, ToolCall, Turn};
pub use talk::Talk;
pub use wire::{CallEnd, Wire};

/// Brings up the loopback device, and goes on with what follows.
const WITH_LOOPBACK: &str = r#"ip link set lo up && exec "$@""#;

/// What a client may use without asking, where nothing else is said: there is nobody to be asked.
const TOOLS: &str = "Read,Write,Edit,Bash,Agent,Task";

/// Where nobody answers: a client that asks for more than its model gets no further.
const NOWHERE: &str = "http://127.0.0.1:9";

/// Goes on only where no network leads anywhere: starts this program again, with the same arguments,
/// in a network that has nothing but loopback.
///
/// # Errors
/// If there is no such network, as on systems other than Linux.
pub fn be_alone() -> anyhow::Result<()> {
    let routes = fs::read_to_string("/proc/net/route").context("cannot see the routes")?;
    // The first line is a heading.
    if routes.lines().count() <= 1 {
        return Ok(());
    }
    // As root a user namespace would be in the way of the client, which then has no other user.
    let own = if rustix::process::geteuid().is_root() { "-n" } else { "-rn" };
    let failed = Command::new("unshare")
        .args([own, "sh", "-c", WITH_LOOPBACK, "sh"])
        .arg(env::current_exe()?)
        .args(env::args_os().skip(1))
        .exec();
    Err(failed).context("could not start unshare (util-linux)")
}

/// How long a session may take where nothing else is said.
const DEFAULT_LIMIT: Duration = Duration::from_secs(120);

/// A session of a client in a project.
pub struct Session<'a> {
    /// Which client it is.
    pub kind: &'static Kind,
    /// Where it is: a program, or a script for node.
    pub client: &'a Path,
    /// The node that runs it, where it is a script.
    pub node: &'a Path,
    /// Where it works.
    pub project: &'a Path,
    /// The home of the person.
    pub home: &'a Path,
    /// What the model has it do.
    pub script: Script,
    /// How the client is talked to.
    pub talk: Talk,
    /// The tools that need no permission, as Claude Code takes them: names with commas between. To
    /// another client no name means that nothing may be done for which it would ask.
    pub allowed: &'a str,
    /// More arguments of the client.
    pub args: Vec<OsString>,
    /// More of its environment.
    pub env: Vec<(&'static str, OsString)>,
    /// How long it may take.
    pub limit: Duration,
}

/// What came of it.
#[derive(Debug)]
pub struct Played {
    /// What the client printed.
    pub stdout: Vec<u8>,
    /// The time from its start to its end.
    pub took: Duration,
    /// How many answers of the script were asked for, its last word included.
    pub answers: usize,
    /// All that the model was asked.
    pub asked: Vec<Asked>,
}

impl<'a> Session<'a> {
    /// One prompt, to which the model says that it is done.
    pub fn new(client: &'a Path, project: &'a Path, home: &'a Path) -> Self {
        Self {
            kind: &CLAUDE,
            client,
            node: Path::new("node"),
            project,
            home,
            script: Script::default(),
            talk: Talk::default(),
            allowed: TOOLS,
            args: Vec::new(),
            env: Vec::new(),
            limit: DEFAULT_LIMIT,
        }
    }

    /// Has the client work until its model is done.
    ///
    /// # Errors
    /// If the client cannot be started, fails, or takes too long.
    pub fn play(self) -> anyhow::Result<Played> {
        let shown = self.client.display();
        let (call, played) = self.hold()?;
        let words = || {
            let words = [&played.stdout[..], &call.stderr[..]].concat();
            let words = String::from_utf8_lossy(&words).trim().to_owned();
            words.chars().rev().take(400).collect::<Vec<_>>().into_iter().rev().collect::<String>()
        };
        match call.end {
            End::TimedOut(why) => bail!("{shown} did not end: {why}: {}", words()),
            End::Ended(status) if !status.success() => {
                bail!("{shown} ended with {status}: {}", words())
            }
            End::Ended(_) => Ok(played),
        }
    }

    /// The same of a client that may fail: how it ended is in the call.
    ///
    /// # Errors
    /// If the client cannot be started.
    pub fn hold(&self) -> anyhow::Result<(Call, Played)> {
        let model = Model::start(self.script.clone()).context("could not start the model")?;
        let (home, url) = (self.home, model.url());
        self.kind.furnish(home).context("could not write into the home")?;
        let mut command = program(self.client, self.node);
        if self.kind.key == CLAUDE.key {
            command.args(self.talk.args()).args(["--allowedTools", self.allowed]);
        } else {
            let Talk::Print(prompt) = &self.talk else {
                bail!("{} takes one prompt", self.kind.key);
            };
            command.args(self.kind.args(prompt, &url, self.allowed.is_empty()));
        }
        command
            .args(&self.args)
            .current_dir(self.project)
            .env_clear()
            .env("PATH", path())
            .env("HOME", home)
            .env("HTTPS_PROXY", NOWHERE)
            .env("NO_PROXY", "127.0.0.1,localhost");
        self.kind.set(&mut command, home, &url);
        command.envs(self.env.iter().cloned());
        let call = self.talk.with(command, self.limit);
        let mut call = call.with_context(|| format!("cannot run {}", self.client.display()))?;
        let stdout = std::mem::take(&mut call.stdout);
        let (answers, asked) = (model.said(), model.asked());
        let played = Played { stdout, took: call.took, answers, asked };
        Ok((call, played))
    }
}

/// Where a client finds its tools.
#[expect(clippy::disallowed_methods, reason = "a task of a person, with the person's PATH")]
fn path() -> OsString {
    env::var_os("PATH").unwrap_or_default()
}

/// A client that is a script is run by node.
fn program(client: &Path, node: &Path) -> Command {
    if !is_script(client) {
        return Command::new(client);
    }
    let mut command = Command::new(node);
    command.arg(client);
    command
}

/// Whether a client is a script, which node runs.
pub fn is_script(client: &Path) -> bool {
    let endings = ["js", "mjs", "cjs"];
    client.extension().and_then(OsStr::to_str).is_some_and(|end| endings.contains(&end))
}
