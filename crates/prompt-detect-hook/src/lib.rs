//! Shows when an agent waits for you, and for what.
//!
//! The events of a host become one reliable fact for each session: it works, or it
//! waits for a person, and for which question or plan. The hook never decides
//! anything and says nothing to the agent. See `docs/reference/prompt-detect-hook.md`.

mod config;
mod decide;
mod gather;
mod handlers;
mod record;
mod tools;
mod words;

use hook_runtime::{Class, Hook};

/// The hook. Its failures leave a session as if it were not there.
pub fn hook() -> Hook {
    handlers::on_all(Hook::new("prompt-detect-hook").class(Class::Low))
        .tools(tools::run)
        .arguments::<tools::Cli>()
}
