//! No change without a chosen intent, and none outside its scope.
//!
//! A team writes down what is to be done (`.orchestration/active_intents.yaml`).
//! The agent has to choose one of these intents before it changes anything, is told
//! its constraints and acceptance criteria, and is kept within its scope; two
//! sessions cannot work on one intent by accident. The hook never grants anything:
//! what it has nothing against goes the way of the host's own permissions. See
//! `docs/hooks/intent-gate-hook.md`.

mod config;
mod decide;
mod gather;
mod handlers;
mod policy;
mod record;
mod tools;
mod words;

use hook_runtime::Hook;

/// The hook: `PreToolUse`, `PostToolUse`, `UserPromptSubmit`, `SessionStart`,
/// `SessionEnd`, `SubagentStart`, `SubagentStop`, `PreCompact`.
pub fn hook() -> Hook {
    Hook::new("intent-gate-hook")
        .on(handlers::pre_tool_use)
        .on(handlers::post_tool_use)
        .on(handlers::user_prompt_submit)
        .on(handlers::session_start)
        .on(handlers::session_end)
        .on(handlers::subagent_start)
        .on(handlers::subagent_stop)
        .on(handlers::pre_compact)
        .on_failure(handlers::on_failure)
        .tools(tools::run)
}
