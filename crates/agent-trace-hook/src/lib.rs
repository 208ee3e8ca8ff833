//! Every change of an agent is attributable: who wrote which lines, for which intent.
//!
//! After each Edit, Write, MultiEdit or NotebookEdit the hook finds the lines that
//! the call has put into the file and appends a record of the Agent Trace format,
//! version 0.1.0, to `.orchestration/agent_trace.jsonl`. The records are a chain of
//! hashes, which `verify` goes through; with a key, checkpoints of it are signed.
//! `blame` says of each line, as it stands now, which record it comes from. See
//! `docs/hooks/agent-trace-hook.md`.

mod alignment;
mod blame;
mod chain;
mod change;
mod checkpoint;
mod claim;
mod config;
mod handlers;
mod host;
mod ledger;
mod line_hash;
mod lines;
mod notebook;
mod patch;
mod record;
mod snapshot;
mod squash;
mod tail;
mod tools;
mod transcript;
mod vcs;

use hook_runtime::Hook;

/// The hook: `PostToolUse` and `Stop`.
///
/// Its failures leave the edit alone: there is an error line and no record.
pub fn hook() -> Hook {
    Hook::new("agent-trace-hook").on(handlers::post_tool_use).on(handlers::stop).tools(tools::run)
}
