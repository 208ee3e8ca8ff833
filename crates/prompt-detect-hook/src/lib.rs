//! Whoever watches the agent knows when it waits for a person, and for what.
//!
//! The events of a host become one reliable fact for each session: it works, or it
//! waits for a person, and for which question or plan. The hook never decides
//! anything and says nothing to the agent. See `docs/hooks/prompt-detect-hook.md`.

#![expect(dead_code, reason = "what uses these types follows")]

mod prompt;
mod session;
mod timestamp;
mod transition;

use hook_runtime::Hook;

/// The hook. Its failures leave a session as if it were not there.
pub fn hook() -> Hook {
    Hook::new("prompt-detect-hook")
}
