//! A real client of a host, whose model is a script: in a network of its own that leads nowhere,
//! with a home of its own and a key that is none.

mod http;
mod model;

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};

use model::Model;
pub(crate) use model::ToolCall;

/// Brings up the loopback device, and goes on with what follows.
const WITH_LOOPBACK: &str = r#"ip link set lo up && exec "$@""#;

/// What a client may use without asking: there is nobody to be asked.
const TOOLS: &str = "Read,Write,Edit,Bash";

/// Goes on only where no network leads anywhere: starts this program again, with the same arguments,
/// in a network that has nothing but loopback.
///
/// # Errors
/// If there is no such network, as on other systems than Linux.
pub(crate) fn be_alone() -> anyhow::Result<()> {
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

/// Has a client work in a project until its model is done. Gives the time from start to end.
///
/// # Errors
/// If the client fails, or ends before all calls are made.
pub(crate) fn play(
    client: &Path,
    project: &Path,
    home: &Path,
    calls: Vec<ToolCall>,
) -> anyhow::Result<Duration> {
    let expected = calls.len() + 1;
    let model = Model::start(calls).context("could not start the model")?;
    let mut command = program(client);
    command
        .args(["-p", "go", "--allowedTools", TOOLS])
        .current_dir(project)
        .env_clear()
        .env("PATH", path())
        .env("HOME", home)
        .env("CLAUDE_CONFIG_DIR", home.join(".claude"))
        .env("ANTHROPIC_BASE_URL", model.url())
        .env("ANTHROPIC_API_KEY", "no-key")
        .envs(QUIET.map(|name| (name, "1")))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let started = Instant::now();
    let output = command.output().with_context(|| format!("cannot run {}", client.display()))?;
    let time = started.elapsed();
    if !output.status.success() {
        let words = [output.stdout, output.stderr].concat();
        bail!(
            "the client ended with {}: {}",
            output.status,
            String::from_utf8_lossy(&words).trim()
        );
    }
    ensure!(model.said() == expected, "{} of {expected} answers were asked for", model.said());
    Ok(time)
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
