//! Where a session runs.

use hook_runtime::Ctx;

/// The name of this machine.
pub(crate) fn host(ctx: &Ctx) -> String {
    let of_system = || rustix::system::uname().nodename().to_string_lossy().into_owned();
    ctx.env("HOSTNAME").unwrap_or_else(of_system)
}

/// The process of the agent's host, if it is known.
pub(crate) fn pid(ctx: &Ctx) -> Option<u32> {
    ctx.env("CLAUDE_PID").and_then(|pid| pid.parse().ok())
}
