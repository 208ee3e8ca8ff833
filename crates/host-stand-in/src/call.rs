//! Runs one program as a host does: bytes in, bytes out, a time limit, and no
//! trust that it ends, reads its input, or takes its children with it.

use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use reply_rules::End;
use rustix::process::{Pid, Signal, kill_process_group};

/// How long what a killed program has said is waited for: a process that left its
/// group may hold the pipe open.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// No call takes longer, whatever the settings of a hook say.
const MAX_LIMIT: Duration = Duration::from_secs(24 * 3_600);

/// So much of each stream is kept. The rest is read and dropped.
const MAX_STREAM: u64 = 64 << 20;

/// What a call left behind.
#[derive(Debug)]
pub struct Call {
    /// How it ended.
    pub end: End,
    /// What was written to stdout.
    pub stdout: Vec<u8>,
    /// What was written to stderr.
    pub stderr: Vec<u8>,
    /// The time from its start to its end.
    pub took: Duration,
}

/// Runs the command to its end, in a process group of its own, with these bytes on
/// its stdin. At the limit it is killed, and so is a process that it left behind with
/// the same stdout or stderr.
///
/// # Errors
///
/// Fails when the program cannot be started or waited for.
pub fn call(mut command: Command, stdin: &[u8], limit: Duration) -> anyhow::Result<Call> {
    let started = Instant::now();
    let mut child = spawn(&mut command)
        .with_context(|| format!("could not start {}", command.get_program().display()))?;
    let group = Pid::from_child(&child);
    // The terminal reaches only the group of this process.
    let _ended_too = process_start::on_interrupt(move || {
        let _ended = kill_process_group(group, Signal::KILL);
    });
    feed(&mut child, stdin.to_vec());
    let mut stdout = Stream::of(child.stdout.take());
    let mut stderr = Stream::of(child.stderr.take());
    let end = wait(&mut child, &mut stdout, &mut stderr, started + limit.min(MAX_LIMIT));
    if !matches!(end, Ok(End::Ended(_))) {
        // The leader is not reaped yet, so the group cannot be anyone else's.
        let _ended = kill_process_group(group, Signal::KILL);
        let _reaped = child.wait();
    }
    let took = started.elapsed();
    let end = end.context("could not wait for it")?;
    Ok(Call { end, stdout: stdout.last_words(), stderr: stderr.last_words(), took })
}

fn spawn(command: &mut Command) -> io::Result<Child> {
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    pipes.process_group(0);
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

/// What comes out of a pipe, read to its end on a thread.
struct Stream {
    end: Receiver<Vec<u8>>,
    bytes: Option<Vec<u8>>,
}

impl Stream {
    fn of(pipe: Option<impl Read + Send + 'static>) -> Self {
        let (sender, end) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            // What a broken pipe gave before it broke is what was said.
            let _read = pipe.map(|mut pipe| {
                pipe.by_ref().take(MAX_STREAM).read_to_end(&mut bytes)?;
                io::copy(&mut pipe, &mut io::sink())
            });
            sender.send(bytes)
        });
        Self { end, bytes: None }
    }

    /// Whether it ends within this time.
    fn ends(&mut self, within: Duration) -> bool {
        if self.bytes.is_none() {
            self.bytes = self.end.recv_timeout(within).ok();
        }
        self.bytes.is_some()
    }

    fn last_words(mut self) -> Vec<u8> {
        self.ends(LAST_WORDS);
        self.bytes.unwrap_or_default()
    }
}

fn wait(
    child: &mut Child,
    stdout: &mut Stream,
    stderr: &mut Stream,
    deadline: Instant,
) -> io::Result<End> {
    let left = || deadline.saturating_duration_since(Instant::now());
    if !stdout.ends(left()) {
        return Ok(End::TimedOut("its stdout is still open"));
    }
    if !stderr.ends(left()) {
        return Ok(End::TimedOut("its stderr is still open"));
    }
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(End::Ended(status));
        }
        if left().is_zero() {
            return Ok(End::TimedOut("it closed its output but runs on"));
        }
        thread::sleep(Duration::from_micros(100));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Long enough for a machine that has other things to do.
    const AMPLE: Duration = Duration::from_secs(60);

    /// Whether the call ends like that.
    fn is_so(script: &str, limit: Duration, expected: (&str, &str, &str)) -> Result<(), String> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]);
        let call = call(command, b"payload\n", limit).unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let end = match call.end {
            End::Ended(status) => status.to_string(),
            End::TimedOut(reason) => reason.to_owned(),
        };
        let seen = (end.as_str(), text(&call.stdout), text(&call.stderr));
        let is_so = (seen.0, seen.1.as_str(), seen.2.as_str()) == expected;
        is_so.then_some(()).ok_or_else(|| format!("{script}: {seen:?}"))
    }

    #[track_caller]
    fn check(script: &str, expected: (&str, &str, &str)) {
        is_so(script, AMPLE, expected).unwrap();
    }

    /// Checks a program that does not end, with a limit that suffices to reach this state.
    #[track_caller]
    fn check_at_limit(script: &str, expected: (&str, &str, &str)) {
        let mut limits = (0..8).map(|round| Duration::from_millis(400 << round));
        let last = limits.next_back().unwrap();
        if !limits.any(|limit| is_so(script, limit, expected).is_ok()) {
            is_so(script, last, expected).unwrap();
        }
    }

    #[test]
    fn a_call_keeps_status_and_both_streams() {
        check("cat; echo oh >&2; exit 3", ("exit status: 3", "payload\n", "oh\n"));
        check("exit 0", ("exit status: 0", "", ""));
        check("kill -9 $$", ("signal: 9 (SIGKILL)", "", ""));
    }

    #[test]
    fn a_call_ends_at_its_limit_with_all_that_it_started() {
        check_at_limit("echo early; exec sleep 60", ("its stdout is still open", "early\n", ""));
        check_at_limit(
            "echo early; sleep 60 & exit 0",
            ("its stdout is still open", "early\n", ""),
        );
        check_at_limit("sleep 60 >/dev/null & exit 0", ("its stderr is still open", "", ""));
        check_at_limit("exec >&- 2>&-; sleep 60", ("it closed its output but runs on", "", ""));
    }

    #[test]
    fn input_may_be_large_and_go_unread() {
        let huge = vec![b'x'; 3_000_000];
        let call = call(Command::new("/bin/true"), &huge, AMPLE).unwrap();
        assert!(matches!(call.end, End::Ended(status) if status.success()));
    }

    #[test]
    fn of_endless_output_a_part_is_kept() {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "head -c 70000000 /dev/zero"]);
        let call = call(command, b"", AMPLE).unwrap();
        assert!(matches!(call.end, End::Ended(status) if status.success()));
        assert_eq!(call.stdout.len() as u64, MAX_STREAM);
    }

    #[test]
    fn a_limit_may_be_of_any_length() {
        is_so("exit 0", Duration::MAX, ("exit status: 0", "", "")).unwrap();
    }

    #[test]
    fn a_missing_program_is_an_error() {
        let err = call(Command::new("/no/such/program"), b"", AMPLE).unwrap_err();
        assert_eq!(err.to_string(), "could not start /no/such/program");
    }
}
