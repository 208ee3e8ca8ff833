//! Runs a hook: the only code that touches a hook's stdin, stdout and exit status.
//!
//! A hook is a library that says what it does, and a `main` that runs it:
//!
//! ```no_run
//! use hook_protocol::{PreToolUse, PreToolUseReply};
//! use hook_runtime::{Ctx, Hook, OnFailure};
//!
//! fn pre_tool_use(_ctx: &Ctx, _event: &PreToolUse) -> anyhow::Result<PreToolUseReply> {
//!     Ok(PreToolUseReply::default())
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     Hook::new("example-hook").on(pre_tool_use).on_failure(|_| OnFailure::Open).main()
//! }
//! ```
//!
//! Whatever goes wrong inside (an error, a panic, an unreadable event, a hang
//! where [`Ctx::expect_delay`] was called before) ends in one place and is
//! handled as the hook's failure policy says, so that a session with the hook is
//! never worse off than one without it.

mod console;
mod ctx;
mod dirs;
mod environment;
mod failure;
mod hook;
mod limits;
mod outcome;
mod place;
mod process;
mod project;
mod rehearse;
mod serve;
mod starter;
mod watchdog;

pub use console::Console;
pub use ctx::Ctx;
pub use environment::Environment;
pub use failure::OnFailure;
pub use hook::Hook;
pub use hook_protocol::{escape_line, one_line, tame, tame_json, tame_text};
pub use outcome::Outcome;
pub use rehearse::rehearse;
pub use serve::serve;
pub use starter::Starters;
pub use watchdog::Watchdog;
