//! What earlier sessions said and did about a file is there when it is touched again.
//!
//! While the agent works, this hook records which files it touches, and takes
//! from the transcripts what was said meanwhile. When a file is read or edited
//! that has such a past, the agent is told of it once, next to the result. It
//! decides nothing and changes nothing. See `docs/hooks/file-context-hook.md`.

mod config;
mod decide;
mod gather;
mod handlers;
mod record;
mod tools;
mod words;

use hook_runtime::Hook;

/// The hook: it serves on `PreToolUse`, records on `PostToolUse` and
/// `UserPromptSubmit`, reads transcripts on `Stop`, `SubagentStop`, `PreCompact`
/// and `SessionEnd`, and forgets what it told on `SessionStart`.
///
/// Its failures are silence to the agent.
pub fn hook() -> Hook {
    Hook::new("file-context-hook")
        .on(handlers::pre_tool_use)
        .on(handlers::post_tool_use)
        .on(handlers::user_prompt_submit)
        .on(handlers::session_start)
        .on(handlers::stop)
        .on(handlers::subagent_stop)
        .on(handlers::pre_compact)
        .on(handlers::session_end)
        .tools(tools::run)
}
