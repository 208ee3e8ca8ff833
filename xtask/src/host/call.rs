//! Starts a hook as the host does, and reads what became of it.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Exited(i32),
    Killed,
    TimedOut,
}

/// What a call left behind.
pub(crate) struct Call {
    pub(crate) end: End,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    pub(crate) took: Duration,
}

/// Runs the command with the payload on its stdin, and ends it at the limit.
/// Fails when the program cannot be started.
pub(crate) fn call(mut command: Command, payload: &[u8], limit: Duration) -> anyhow::Result<Call> {
    let started = Instant::now();
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("could not start {}", command.get_program().display()))?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        // A hook may end without reading its input; that is no failure of the call.
        scope.spawn(move || stdin.map(|mut pipe| pipe.write_all(payload)));
        let (at_end, ended) = mpsc::channel();
        let stdout = scope.spawn(move || {
            let bytes = drain(stdout);
            // Nobody listens any more once the time is up.
            at_end.send(()).ok();
            bytes
        });
        let stderr = scope.spawn(move || drain(stderr));
        let timed_out = ended.recv_timeout(limit).is_err();
        if timed_out {
            child.kill().context("could not end a hook that ran out of time")?;
        }
        let status = child.wait().context("could not wait for a hook")?;
        let took = started.elapsed();
        let end = match status.code() {
            _ if timed_out => End::TimedOut,
            Some(code) => End::Exited(code),
            None => End::Killed,
        };
        let stdout = stdout.join().unwrap_or_default();
        let stderr = stderr.join().unwrap_or_default();
        Ok(Call { end, stdout, stderr, took })
    })
}

/// All that comes out of a pipe; what a broken one gave before it broke.
fn drain(pipe: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        pipe.read_to_end(&mut bytes).ok();
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Long enough for a machine that has other things to do.
    const AMPLE: Duration = Duration::from_secs(60);

    #[track_caller]
    fn check(script: &str, limit: Duration, expected: (End, &str, &str)) {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]);
        let call = call(command, b"payload\n", limit).unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        assert_eq!(
            (call.end, text(&call.stdout).as_str(), text(&call.stderr).as_str()),
            expected,
            "{script}"
        );
    }

    #[test]
    fn a_call_keeps_status_and_both_streams() {
        check("cat; echo oh >&2; exit 3", AMPLE, (End::Exited(3), "payload\n", "oh\n"));
        check("exit 0", AMPLE, (End::Exited(0), "", ""));
        check("kill -9 $$", AMPLE, (End::Killed, "", ""));
    }

    #[test]
    fn a_call_ends_at_its_limit() {
        check(
            "echo early; exec sleep 60",
            Duration::from_millis(500),
            (End::TimedOut, "early\n", ""),
        );
    }

    #[test]
    fn a_missing_program_is_an_error() {
        let err = call(Command::new("/no/such/program"), b"", Duration::from_secs(1));
        assert!(err.is_err_and(|err| err.to_string() == "could not start /no/such/program"));
    }
}
