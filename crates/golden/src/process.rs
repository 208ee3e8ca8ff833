//! Runs one program as a host does: bytes in, bytes out, a time limit, and no
//! trust that it ends, reads its input, or takes its children with it.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use rustix::process::{Pid, Signal, kill_process_group};

/// One run of a program.
pub(crate) struct Invocation<'a> {
    pub(crate) program: &'a Path,
    pub(crate) args: &'a [String],
    /// The whole environment; nothing is inherited.
    pub(crate) env: &'a BTreeMap<String, String>,
    pub(crate) cwd: &'a Path,
    pub(crate) stdin: Vec<u8>,
    pub(crate) limit: Duration,
    /// The user and group to run as, where it is not our own.
    pub(crate) run_as: Option<u32>,
}

/// Runs the program to its end, which it comes to by itself.
///
/// # Errors
///
/// Fails when the program cannot start, and when it, or a process it left behind
/// with the same stdout or stderr, is not done within the limit; both are then
/// killed.
pub(crate) fn run(invocation: Invocation<'_>) -> anyhow::Result<Output> {
    let deadline = Instant::now() + invocation.limit;
    let mut child = spawn(&invocation)
        .with_context(|| format!("could not start {}", invocation.program.display()))?;
    feed(&mut child, invocation.stdin);
    let stdout = drain(child.stdout.take());
    let stderr = drain(child.stderr.take());
    let outcome = finish(&mut child, &stdout, &stderr, deadline);
    if outcome.is_err() {
        // The leader is not reaped yet, so the group cannot be anyone else's.
        let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
        let _ = child.wait();
    }
    outcome.with_context(|| format!("no end within {:?}", invocation.limit))
}

fn spawn(invocation: &Invocation<'_>) -> io::Result<Child> {
    let mut command = Command::new(invocation.program);
    command
        .args(invocation.args)
        .env_clear()
        .envs(invocation.env)
        .current_dir(invocation.cwd)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0);
    if let Some(id) = invocation.run_as {
        command.uid(id).gid(id);
    }
    loop {
        match command.spawn() {
            // Another thread forked while this program was being copied, and its
            // child holds the file open for writing until it execs.
            Err(err) if err.kind() == io::ErrorKind::ExecutableFileBusy => {
                thread::sleep(Duration::from_millis(5));
            }
            result => return result,
        }
    }
}

/// Writes stdin from a thread: a hook may answer without reading any of it.
fn feed(child: &mut Child, bytes: Vec<u8>) {
    if let Some(mut stdin) = child.stdin.take() {
        thread::spawn(move || stdin.write_all(&bytes));
    }
}

fn drain(pipe: Option<impl Read + Send + 'static>) -> Receiver<io::Result<Vec<u8>>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = pipe.map_or(Ok(0), |mut pipe| pipe.read_to_end(&mut bytes));
        sender.send(read.map(|_| bytes))
    });
    receiver
}

fn finish(
    child: &mut Child,
    stdout: &Receiver<io::Result<Vec<u8>>>,
    stderr: &Receiver<io::Result<Vec<u8>>>,
    deadline: Instant,
) -> anyhow::Result<Output> {
    let left = || deadline.saturating_duration_since(Instant::now());
    let held = |stream| anyhow!("its {stream} is still open");
    let stdout = stdout.recv_timeout(left()).map_err(|_| held("stdout"))??;
    let stderr = stderr.recv_timeout(left()).map_err(|_| held("stderr"))??;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Output { stdout, stderr, status });
        }
        if left().is_zero() {
            bail!("it closed its output but runs on");
        }
        thread::sleep(Duration::from_micros(100));
    }
}
