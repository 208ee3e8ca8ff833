//! A real client of a host, whose model is a script on this machine: with a home of its own, a key that
//! is none, and nothing that it could ask of anybody else.

mod http;
mod model;
mod telemetry;

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, bail};
use host_stand_in::End;

use model::Model;
pub use model::{CALL_ID, ToolCall};
pub use telemetry::{Receiver, Reported};

/// Brings up the loopback device, and goes on with what follows.
const WITH_LOOPBACK: &str = r#"ip link set lo up && exec "$@""#;

/// What a client may use without asking: there is nobody to be asked.
const TOOLS: &str = "Read,Write,Edit,Bash,Agent,Task";

/// Where nobody answers: a client that asks for more than its model gets no further.
const NOWHERE: &str = "http://127.0.0.1:9";

/// Goes on only where no network leads anywhere: starts this program again, with the same arguments,
/// in a network that has nothing but loopback.
///
/// # Errors
/// If there is no such network, as on other systems than Linux.
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

/// A session of a client in a project.
pub struct Session<'a> {
    /// The client: a program, or a script for node.
    pub client: &'a Path,
    /// Where it works.
    pub project: &'a Path,
    /// The home of whoever works there.
    pub home: &'a Path,
    /// What the model has it do, one call an answer.
    pub calls: Vec<ToolCall>,
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
    /// How many answers of the model were asked for, its last word included.
    pub answers: usize,
}

impl Session<'_> {
    /// Has the client work until its model is done.
    ///
    /// # Errors
    /// If the client cannot be started, fails, or takes too long.
    pub fn play(self) -> anyhow::Result<Played> {
        let model = Model::start(self.calls).context("could not start the model")?;
        let mut command = program(self.client);
        command
            .args(["-p", "go", "--allowedTools", TOOLS])
            .args(self.args)
            .current_dir(self.project)
            .env_clear()
            .env("PATH", path())
            .env("HOME", self.home)
            .env("CLAUDE_CONFIG_DIR", self.home.join(".claude"))
            .env("ANTHROPIC_BASE_URL", model.url())
            .env("ANTHROPIC_API_KEY", "no-key")
            .env("HTTPS_PROXY", NOWHERE)
            .env("NO_PROXY", "127.0.0.1,localhost")
            .envs(QUIET.map(|name| (name, "1")))
            .envs(self.env);
        let shown = self.client.display();
        let call = host_stand_in::call(command, b"", self.limit);
        let call = call.with_context(|| format!("cannot run {shown}"))?;
        let words = || {
            let words = [&call.stdout[..], &call.stderr[..]].concat();
            let words = String::from_utf8_lossy(&words).trim().to_owned();
            words.chars().rev().take(400).collect::<Vec<_>>().into_iter().rev().collect::<String>()
        };
        match call.end {
            End::TimedOut(why) => bail!("the client did not end: {why}: {}", words()),
            End::Ended(status) if !status.success() => {
                bail!("the client ended with {status}: {}", words())
            }
            End::Ended(_) => {}
        }
        Ok(Played { stdout: call.stdout, took: call.took, answers: model.said() })
    }
}

/// What keeps a client from doing anything but its work.
const QUIET: [&str; 7] = [
    "CI",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
    "CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL",
    "DISABLE_AUTOUPDATER",
    "DISABLE_ERROR_REPORTING",
    "DISABLE_TELEMETRY",
    "IS_SANDBOX",
];

/// Where a client finds its tools.
#[expect(clippy::disallowed_methods, reason = "a task of a person, with the person's PATH")]
fn path() -> OsString {
    env::var_os("PATH").unwrap_or_default()
}

/// A client that is a script is run by node.
fn program(client: &Path) -> Command {
    let is_script = client.extension().is_some_and(|it| it == OsStr::new("js"));
    let mut command = Command::new(if is_script { Path::new("node") } else { client });
    if is_script {
        command.arg(client);
    }
    command
}
