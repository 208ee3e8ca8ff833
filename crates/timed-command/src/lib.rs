//! Runs a program without a shell and ends it, with its children, when its time
//! is over.
//!
//! A hook that asks another program has a few seconds in all, and a host that
//! is kept waiting goes on without it. So there is no way here to run a program
//! without a limit on its time and on what it may say.

use std::fmt;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// How much of a program's output is kept. The rest is read and dropped.
const OUTPUT_LIMIT: usize = 64 * 1024;

/// How often a running program is looked at.
const TICK: Duration = Duration::from_millis(2);

/// How long after a program's end its pipe is listened to.
const LAST_WORDS: Duration = Duration::from_millis(50);

/// Why a program gave no answer.
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
    let (program, args) = words.split_first().ok_or(CommandError::NoProgram)?;
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Some(dir) = dir {
        command.current_dir(dir);
    }
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn().map_err(CommandError::Start)?;

    let deadline = Instant::now() + limit;
    let stdout = drain(child.stdout.take());
    let stderr = drain(child.stderr.take());
    let status = wait(&mut child, deadline);
    // Also after an orderly end: what it left running must not outlive it.
    end(&mut child);
    let status = status.map_err(CommandError::Wait)?.ok_or(CommandError::TimedOut(limit))?;
    if status.success() {
        return Ok(collected(&stdout));
    }
    let words = collected(&stderr);
    let last = words.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
    Err(CommandError::Status(status, last.trim().to_owned()))
}

/// The status of `child`, or `None` if it still runs at the deadline.
fn wait(child: &mut Child, deadline: Instant) -> io::Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(None);
        }
        thread::sleep(TICK.min(left));
    }
}

/// Ends `child`, which has not been collected yet, with its process group.
fn end(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(child.id().cast_signed()) {
        let _ended = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ended = child.kill();
    let _collected = child.wait();
}

/// Reads a pipe to its end, beside the program, so that it never has to wait
/// for us. What it says arrives in pieces, because a process that it left
/// behind may hold the pipe open.
fn drain(pipe: Option<impl Read + Send + 'static>) -> mpsc::Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let Some(mut pipe) = pipe else { return };
        let mut piece = [0; 4096];
        let mut kept = 0;
        while let Ok(length @ 1..) = pipe.read(&mut piece) {
            let room = OUTPUT_LIMIT - kept;
            let part = piece.get(..length.min(room)).unwrap_or_default();
            kept += part.len();
            if !part.is_empty() && sender.send(part.to_vec()).is_err() {
                return;
            }
        }
    });
    receiver
}

/// What was drained when the program had ended.
fn collected(pieces: &mpsc::Receiver<Vec<u8>>) -> String {
    let mut bytes = Vec::new();
    let until = Instant::now() + LAST_WORDS;
    while let Ok(piece) = pieces.recv_timeout(until.saturating_duration_since(Instant::now())) {
        bytes.extend(piece);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
