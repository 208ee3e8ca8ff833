//! Every change of an agent is attributable: who wrote which lines, for which intent.
//!
//! After each Edit, Write, MultiEdit or NotebookEdit the hook finds the lines that
//! the call has put into the file and appends a record of the Agent Trace format,
//! version 0.1.0, to `.orchestration/agent_trace.jsonl`. The records are a chain of
//! hashes, which `verify` goes through; with a key, checkpoints of it are signed.
//! `blame` says of each line, as it stands now, which record it comes from. See
//! `docs/reference/agent-trace-hook.md`.

mod config;
mod decide;
mod gather;
mod handlers;
mod record;
mod tools;
mod words;

use hook_runtime::Hook;

/// The hook: `PostToolUse` and `Stop`.
///
/// Its failures leave the edit alone: there is an error line and no record.
pub fn hook() -> Hook {
    Hook::new("agent-trace-hook")
        .record(handlers::post_tool_use)
        .matching("Edit|Write|MultiEdit|NotebookEdit")
        .record(handlers::stop)
        .tools(tools::run)
        .arguments::<tools::Cli>()
}
