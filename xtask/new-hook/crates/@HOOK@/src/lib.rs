//! @ABOUT@.
//!
//! When a session begins, the agent is told what `.tacklebox/@NAME@.yaml` says. See
//! `docs/reference/@HOOK@.md`.

mod config;
mod decide;
mod gather;
mod handlers;
mod policy;
mod record;
mod tools;
mod words;

use hook_runtime::Hook;

/// The hook: `SessionStart`.
///
/// Its failures leave the session as it would be without it.
pub fn hook() -> Hook {
    Hook::new("@HOOK@")
        .context(handlers::session_start)
        .tools(tools::run)
        .arguments::<tools::Cli>()
}
