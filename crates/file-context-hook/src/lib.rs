//! Tells an agent what earlier sessions said and did about a file.
//!
//! While the agent works, this hook records which files it touches, and takes
//! from the transcripts what was said meanwhile. When a file is read or edited
//! that has such a past, the agent is told of it once, next to the result. It
//! decides nothing and changes nothing. See `docs/reference/file-context-hook.md`.

mod config;
mod decide;
mod gather;
mod handlers;
mod record;
mod tools;
mod words;

use hook_runtime::Hook;

pub use record::transcript_import::{Imported, ingest_past_sessions};

/// The hook: it serves on `PreToolUse`, records on `PostToolUse` and
/// `UserPromptSubmit`, reads transcripts on `Stop`, `SubagentStop`, `PreCompact`
/// and `SessionEnd`, and forgets what it told on `SessionStart`.
///
/// Its failures are silence to the agent.
pub fn hook() -> Hook {
    Hook::new("file-context-hook")
        .context(handlers::pre_tool_use)
        .matching("Read|Edit|Write|NotebookEdit")
        .record(handlers::post_tool_use)
        .matching("Read|Edit|Write|MultiEdit|NotebookEdit|Grep|Bash")
        .record(handlers::user_prompt_submit)
        .record(handlers::session_start)
        .matching("startup|clear|compact")
        .record(handlers::stop)
        .record(handlers::subagent_stop)
        .record(handlers::pre_compact)
        .record(handlers::session_end)
        .shown_by("tacklebox file-context query --file FILE")
        .tools(tools::run)
        .arguments::<tools::Cli>()
}
