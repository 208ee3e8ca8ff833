//! Runs one program to the end that it comes to by itself.

use std::collections::BTreeMap;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use anyhow::anyhow;
use host_stand_in::{Call, End, call};

/// One run of a program.
pub(crate) struct Invocation<'a> {
    pub(crate) program: &'a Path,
    pub(crate) args: &'a [String],
    /// The whole environment; nothing is inherited.
    pub(crate) env: &'a BTreeMap<String, String>,
    pub(crate) cwd: &'a Path,
    pub(crate) stdin: &'a [u8],
    pub(crate) limit: Duration,
    /// The user and group to run as, where it is not our own.
    pub(crate) run_as: Option<u32>,
}

/// Runs the program.
///
/// # Errors
///
/// Fails when the program cannot start, and when it, or a process it left behind
/// with the same stdout or stderr, is not done within the limit.
pub(crate) fn run(invocation: &Invocation<'_>) -> anyhow::Result<Output> {
    let mut command = Command::new(invocation.program);
    command.args(invocation.args).env_clear().envs(invocation.env).current_dir(invocation.cwd);
    if let Some(id) = invocation.run_as {
        command.uid(id).gid(id);
    }
    let Call { end, stdout, stderr, .. } = call(command, invocation.stdin, invocation.limit)?;
    match end {
        End::Ended(status) => Ok(Output { status, stdout, stderr }),
        End::TimedOut(reason) => Err(anyhow!("no end within {:?}: {reason}", invocation.limit)),
    }
}
