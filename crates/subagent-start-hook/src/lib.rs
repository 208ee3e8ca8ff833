//! A new subagent is told which files its session has worked on.
//!
//! A subagent begins with the prompt that the main agent wrote for it, and knows
//! nothing of what was read and changed before. This hook gives it the paths, out
//! of the files that `file-context-hook` writes while the agents work. It only
//! reads them. See `docs/reference/subagent-start-hook.md`.

mod decide;
mod gather;
mod handlers;
mod policy;
mod record;
mod tools;
mod words;

use hook_runtime::Hook;

/// The hook: `SubagentStart`.
///
/// Its failures leave the subagent without the list.
pub fn hook() -> Hook {
    Hook::new("subagent-start-hook")
        .context(handlers::subagent_start)
        .shown_by("tacklebox file-context log")
        .tools(tools::run)
        .arguments::<tools::Cli>()
}
