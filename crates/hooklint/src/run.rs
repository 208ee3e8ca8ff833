//! One run of a hook, as a host starts it.

use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};
use hook_installer::HostVersion;
use host_stand_in::{Call, End, call, command_line};
use reply_rules::Run;
use rustix::process::{Pid, Signal, kill_process};

use crate::DEFAULT_LIMIT;
use crate::hook::{Form, Hook};
use crate::namespace::Namespace;
use crate::probe::Probe;
use crate::stage::{Stage, Written};

/// What no hook may say or write: a way into the session, and a key of the person's.
pub(crate) const SECRETS: [(&str, &str); 2] = [
    ("CLAUDE_CODE_MESSAGING_TOKEN", "hooklint-token-7f3a9d51c2e84b06"),
    ("ANTHROPIC_API_KEY", "sk-ant-hooklint-0b8e6f4d2a917c35"),
];

/// What one run came to.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) call: Call,
    pub(crate) written: Vec<Written>,
    /// How often it wanted to send something.
    pub(crate) attempts: u64,
    /// The processes that went on, by their command lines. They have been ended.
    pub(crate) left: Vec<String>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    /// The same, as the rules of replies read it.
    pub(crate) fn as_read(&self) -> Run<'_> {
        let Call { end, took, stdout, .. } = &self.call;
        Run { end: *end, took: *took, bytes: stdout, stdout: &self.stdout, stderr: &self.stderr }
    }
}

/// Where and how all runs of a hook happen.
pub(crate) struct Ground<'a> {
    pub(crate) namespace: Option<&'a Namespace>,
    pub(crate) version: HostVersion,
    /// The person's `PATH`.
    pub(crate) path: &'a str,
    pub(crate) limit: Option<Duration>,
}

/// Runs the hook on what the probe sends.
///
/// # Errors
/// When the folders cannot be made, and when the program cannot be started.
pub(crate) fn run(hook: &Hook, probe: &Probe, ground: &Ground<'_>) -> Result<Ran> {
    let mut stage = Stage::new(probe.folder, hook.origin.project())?;
    let [project, home] =
        [&stage.project, &stage.home].map(|folder| folder.to_string_lossy().into_owned());
    for file in probe.transcripts(&project, &home) {
        stage.put_transcript(&file).context("could not write a transcript")?;
    }
    let command = command(hook, probe, ground, &stage);
    let bytes = probe.bytes(&project, &home);
    let before = ground.namespace.map(Namespace::attempts);
    let limit = ground.limit.or(hook.timeout).unwrap_or(DEFAULT_LIMIT);
    let call = call(command, &bytes, limit).or_else(not_there)?;
    let attempts = ground.namespace.map(Namespace::attempts).zip(before);
    Ok(Ran {
        left: end_what_is_left(stage.root()),
        attempts: attempts.map_or(0, |(after, before)| after.saturating_sub(before)),
        written: stage.written(),
        stdout: stage.restored(&String::from_utf8_lossy(&call.stdout)),
        stderr: stage.restored(&String::from_utf8_lossy(&call.stderr)),
        call,
    })
}

/// A program that cannot be started, as a shell tells it.
fn not_there(err: anyhow::Error) -> Result<Call> {
    let kind = err.downcast_ref::<io::Error>().map(io::Error::kind);
    let code = match kind {
        Some(io::ErrorKind::NotFound) => 127,
        Some(io::ErrorKind::PermissionDenied) => 126,
        _ => return Err(err),
    };
    Ok(Call {
        end: End::Ended(ExitStatus::from_raw(code << 8)),
        stdout: Vec::new(),
        stderr: format!("{err:#}").into_bytes(),
        took: Duration::ZERO,
    })
}

fn command(hook: &Hook, probe: &Probe, ground: &Ground<'_>, stage: &Stage) -> Command {
    // Up to a version a host ignores the arguments and has a shell read the command.
    let is_exec = ground.version > HostVersion::LAST_WITHOUT_ARGS;
    let (line, args) = match &hook.form {
        Form::Exec(program, args) => (program, Some(args.as_slice()).filter(|_| is_exec)),
        Form::Shell(line) => (line, None),
    };
    let (program, args) = command_line(line, args, &stage.project, hook.origin.plugin());
    let program = PathBuf::from(program);
    let mut command = match ground.namespace {
        Some(namespace) => namespace.command(&program),
        None => Command::new(&program),
    };
    command.args(args).current_dir(&stage.project).env_clear();
    command
        .env("PATH", ground.path)
        .env("HOME", &stage.home)
        .env("CLAUDE_PROJECT_DIR", &stage.project)
        .env("TMPDIR", stage.tmp())
        .env("USER", "user")
        .env("SHELL", "/bin/sh")
        .env("LANG", "C.UTF-8")
        .env("TACKLEBOX_STATE_DIR", stage.root().join("state"))
        .env("TACKLEBOX_CONFIG_DIR", stage.root().join("config"))
        .env("CLAUDECODE", "1")
        .env("CLAUDE_CODE_ENTRYPOINT", "cli")
        .env("CLAUDE_CODE_SESSION_ID", "00000001-0000-4000-8000-000000000001")
        .env("CLAUDE_CODE_SESSION_ATTENDED", "1")
        .env("AI_AGENT", format!("claude-code_{}", ground.version.to_string().replace('.', "-")))
        .envs(SECRETS);
    if let Some(plugin) = hook.origin.plugin() {
        command.env("CLAUDE_PLUGIN_ROOT", plugin).env("CLAUDE_PLUGIN_DATA", stage.tmp());
    }
    if ["SessionStart", "Setup", "CwdChanged", "FileChanged"].contains(&probe.event.as_str()) {
        command.env("CLAUDE_ENV_FILE", stage.tmp().join("session-env.sh"));
    }
    command
}

/// What runs on for so long after a hook's end was left behind, and is not only about to end.
const GRACE: Duration = Duration::from_millis(300);

/// Ends the processes that a run has left behind, and names them.
fn end_what_is_left(root: &Path) -> Vec<String> {
    if processes_of(root).is_empty() {
        return Vec::new();
    }
    thread::sleep(GRACE);
    let left = processes_of(root).into_iter().map(|(pid, words)| {
        let _ended = kill_process(pid, Signal::KILL);
        words
    });
    left.collect()
}

/// The processes whose environment names this folder, with their command lines.
fn processes_of(root: &Path) -> Vec<(Pid, String)> {
    let mark = root.as_os_str().as_bytes();
    let process = |entry: fs::DirEntry| {
        let pid: i32 = entry.file_name().to_str()?.parse().ok()?;
        let read = |name: &str| fs::read(entry.path().join(name)).unwrap_or_default();
        let is_of_run = read("environ").windows(mark.len()).any(|window| window == mark);
        let words =
            is_of_run.then(|| String::from_utf8_lossy(&read("cmdline")).replace('\0', " "))?;
        // One without a command line has ended and is only not collected yet.
        let is_running = !words.trim().is_empty();
        is_running.then_some((Pid::from_raw(pid)?, words.trim().to_owned()))
    };
    fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(process).collect()
}
