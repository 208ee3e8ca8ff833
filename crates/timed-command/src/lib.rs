//! Runs a program without a shell and ends it, with its children, when its time
//! is over.
//!
//! A hook that runs another program has a few seconds in all, and a host that
//! has to wait continues without it. So every program has a limit on its time
//! and on its output.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// How much of an answer is kept. The rest is read and dropped.
const ANSWER: usize = 64 * 1024;

/// What a host gives to its hooks and to nobody else: a way into the session. A
/// linter that prints its environment would hand it on to the agent. Source:
/// `docs/internals/protocol.md`, the environment of a hook.
pub const SECRETS: [&str; 2] = ["CLAUDE_CODE_MESSAGING_TOKEN", "CLAUDE_CODE_MESSAGING_SOCKET"];

/// How soon after its start a running program is looked at, and how often at the
/// least: each pause is twice as long as the one before. Many end within a moment.
const PAUSES: [Duration; 2] = [Duration::from_micros(100), Duration::from_millis(2)];

/// How long after a program's end each of its pipes is listened to. Only a process
/// that left its group still has one open then; all others are read to their end,
/// which may take a moment where many programs run at once.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Why a program gave no output.
#[derive(Debug)]
pub enum CommandError {
    /// The list of words was empty.
    NoProgram,
    /// It could not be started.
    Start(io::Error),
    /// It ended with another status than zero; with the last line of its stderr.
    Status(ExitStatus, String),
    /// It took longer than this and was ended.
    TimedOut(Duration),
    /// It could not be waited for.
    Wait(io::Error),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoProgram => write!(f, "no program is named"),
            Self::Start(err) => write!(f, "could not start: {err}"),
            Self::Status(status, words) if words.is_empty() => write!(f, "{status}"),
            Self::Status(status, words) => write!(f, "{status}: {words}"),
            Self::TimedOut(limit) => write!(f, "no answer within {} ms", limit.as_millis()),
            Self::Wait(err) => write!(f, "could not wait for it: {err}"),
        }
    }
}

impl std::error::Error for CommandError {}

/// A program to be run: its words, where, and for how long at most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments. No shell reads them.
    pub words: Vec<String>,
    /// The folder it runs in; that of this process if none is named.
    pub dir: Option<PathBuf>,
    /// Its `PATH`; that of this process if none is named.
    pub path: Option<OsString>,
    /// After this it is killed.
    pub limit: Duration,
    /// So many bytes of each of its streams are kept. The rest is read and dropped.
    pub keep: usize,
}

/// The output of a program that has ended. Invalid UTF-8 is replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// How it ended.
    pub status: ExitStatus,
    /// What it printed on stdout.
    pub stdout: String,
    /// What it printed on stderr.
    pub stderr: String,
    /// Whether one of them was cut.
    pub is_cut: bool,
}

/// What the program `words` prints on stdout, up to 64 KiB, as text.
///
/// It runs in `dir` with an empty stdin. After `limit` it is killed, and with it
/// every process that it started and that has not left its process group.
///
/// # Errors
/// See [`CommandError`].
pub fn output(
    words: &[String],
    dir: Option<&Path>,
    limit: Duration,
) -> Result<String, CommandError> {
    let (words, dir) = (words.to_vec(), dir.map(Path::to_owned));
    let program = Program { words, dir, path: None, limit, keep: ANSWER };
    let ended = run(&program)?;
    if ended.status.success() {
        return Ok(ended.stdout);
    }
    let last = ended.stderr.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
    Err(CommandError::Status(ended.status, last.trim().to_owned()))
}

/// Runs a program to its end, whatever its status is, with an empty stdin and
/// without the secrets of the host. When
/// its time is over it is killed, and with it every process that it started and
/// that has not left its process group.
///
/// # Errors
/// Every [`CommandError`] but [`CommandError::Status`].
pub fn run(program: &Program) -> Result<Ended, CommandError> {
    started(program, &[], None)
}

/// Like [`run`], with these variables and these bytes on stdin. The program need not read them.
///
/// # Errors
/// Every [`CommandError`] but [`CommandError::Status`].
pub fn run_fed(
    program: &Program,
    variables: &[(&str, &str)],
    input: Vec<u8>,
) -> Result<Ended, CommandError> {
    started(program, variables, Some(input))
}

fn started(
    program: &Program,
    variables: &[(&str, &str)],
    input: Option<Vec<u8>>,
) -> Result<Ended, CommandError> {
    let (name, args) = program.words.split_first().ok_or(CommandError::NoProgram)?;
    let mut command = Command::new(name);
    let stdin = if input.is_some() { Stdio::piped() } else { Stdio::null() };
    command.args(args).stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Some(dir) = &program.dir {
        command.current_dir(dir);
    }
    if let Some(path) = &program.path {
        command.env("PATH", path);
    }
    command.envs(variables.iter().copied());
    for secret in SECRETS {
        command.env_remove(secret);
    }
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn().map_err(CommandError::Start)?;
    // The terminal reaches only the group of this process.
    #[cfg(unix)]
    let group = child.id();
    #[cfg(unix)]
    let _ended_too = process_start::on_interrupt(move || end_group(group));

    let deadline = Instant::now() + program.limit;
    if let (Some(mut stdin), Some(input)) = (child.stdin.take(), input) {
        thread::spawn(move || stdin.write_all(&input));
    }
    let stdout = drain(child.stdout.take(), program.keep);
    let stderr = drain(child.stderr.take(), program.keep);
    let status = wait(&mut child, deadline);
    // Also after an orderly end: what it left running must not outlive it.
    end(&mut child);
    let status = status.map_err(CommandError::Wait)?;
    let status = status.ok_or(CommandError::TimedOut(program.limit))?;
    let (stdout, is_stdout_cut) = collected(&stdout, program.keep);
    let (stderr, is_stderr_cut) = collected(&stderr, program.keep);
    Ok(Ended { status, stdout, stderr, is_cut: is_stdout_cut || is_stderr_cut })
}

/// Runs programs side by side, each as [`run`] does, and returns when the last of
/// them has ended. The results are in the order of the programs.
pub fn run_all(programs: &[Program]) -> Vec<Result<Ended, CommandError>> {
    thread::scope(|scope| {
        let start = |program| {
            let started = thread::Builder::new().spawn_scoped(scope, move || run(program));
            started.map_err(CommandError::Start)
        };
        let running: Vec<_> = programs.iter().map(start).collect();
        let panicked = |_| Err(CommandError::Wait(io::Error::other("its thread has ended")));
        let ended = |running: Result<thread::ScopedJoinHandle<'_, _>, _>| {
            running.and_then(|running| running.join().unwrap_or_else(panicked))
        };
        running.into_iter().map(ended).collect()
    })
}

/// The status of `child`, or `None` if it still runs at the deadline.
fn wait(child: &mut Child, deadline: Instant) -> io::Result<Option<ExitStatus>> {
    let [mut pause, longest] = PAUSES;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(None);
        }
        thread::sleep(pause.min(left));
        pause = longest.min(pause * 2);
    }
}

/// Ends `child`, which has not been collected yet, with its process group.
fn end(child: &mut Child) {
    #[cfg(unix)]
    end_group(child.id());
    let _ended = child.kill();
    let _collected = child.wait();
}

#[cfg(unix)]
fn end_group(group: u32) {
    if let Some(group) = rustix::process::Pid::from_raw(group.cast_signed()) {
        let _ended = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

/// Reads a pipe to its end, beside the program, so that it never has to wait
/// for us. What it says arrives in pieces, because a process that it left
/// behind may hold the pipe open. One byte more than is kept shows that there was more.
fn drain(pipe: Option<impl Read + Send + 'static>, keep: usize) -> mpsc::Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let Some(mut pipe) = pipe else { return };
        let mut piece = [0; 4096];
        let mut left = keep.saturating_add(1);
        while let Ok(length @ 1..) = pipe.read(&mut piece) {
            let part = piece.get(..length.min(left)).unwrap_or_default();
            left -= part.len();
            if !part.is_empty() && sender.send(part.to_vec()).is_err() {
                return;
            }
        }
    });
    receiver
}

/// What was drained when the program had ended, and whether there was more.
fn collected(pieces: &mpsc::Receiver<Vec<u8>>, keep: usize) -> (String, bool) {
    let mut bytes = Vec::new();
    let until = Instant::now() + LAST_WORDS;
    while let Ok(piece) = pieces.recv_timeout(until.saturating_duration_since(Instant::now())) {
        bytes.extend(piece);
    }
    let is_cut = bytes.len() > keep;
    bytes.truncate(keep);
    (String::from_utf8_lossy(&bytes).into_owned(), is_cut)
}

#[cfg(all(test, unix))]
mod tests;
