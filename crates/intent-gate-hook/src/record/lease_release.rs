//! Releasing a lease, after its lock is gone.

use std::process::{Command, Stdio};

use active_intents::IntentId;
use anyhow::{Context as _, Result};
use hook_runtime::Ctx;

use crate::gather::locks::ProjectLocks;
use crate::gather::sync_program::{line, request, words};

/// Has the authority told that a session has released an intent, without waiting. If that fails, the keeper repeats it,
/// or the lease ends.
pub(crate) fn give_back(ctx: &Ctx, locks: &ProjectLocks, session: &str, id: &IntentId) {
    let Some(request) = request(ctx, locks, Some((id, session, None))) else { return };
    if let Err(err) = start(ctx, "release", &line(&request)) {
        ctx.report(format_args!("could not tell the authority that {id} is released: {err:#}"));
    }
}

/// Starts `tacklebox-sync` in a process group of its own, because the host ends that of its hook.
fn start(ctx: &Ctx, verb: &str, input: &[u8]) -> Result<()> {
    let words = words(ctx, verb).map_err(anyhow::Error::msg)?;
    let (program, args) = words.split_first().context("there is no program")?;
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    for secret in timed_command::SECRETS {
        command.env_remove(secret);
    }
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn().with_context(|| format!("could not start {program}"))?;
    // It fits into the pipe, so that nothing is waited for.
    let mut stdin = child.stdin.take().context("it has no stdin")?;
    std::io::Write::write_all(&mut stdin, input).context("it read nothing")
}
