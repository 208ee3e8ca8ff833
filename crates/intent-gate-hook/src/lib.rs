//! No change without a chosen intent, and none outside its scope.
//!
//! A team writes down what is to be done (`.orchestration/active_intents.yaml`).
//! The agent has to choose one of these intents before it changes anything, is told
//! its constraints and acceptance criteria, and is kept within its scope; two
//! sessions cannot work on one intent by accident. The hook never grants anything:
//! what it has nothing against goes the way of the host's own permissions. See
//! `docs/reference/intent-gate-hook.md`.

mod config;
mod decide;
mod gather;
mod handlers;
mod policy;
mod record;
mod tools;
mod words;

use hook_runtime::{Class, Hook};

/// The hook: `PreToolUse`, `PreSkillShellCommand`, `PostToolUse`, `PostToolUseFailure`,
/// `UserPromptSubmit`, `SessionStart`, `SessionEnd`, `SubagentStart`, `SubagentStop`,
/// `PreCompact`.
pub fn hook() -> Hook {
    Hook::new("intent-gate-hook")
        .class(Class::Critical)
        .guard(handlers::pre_tool_use)
        .matching(
            "^(Write|Edit|MultiEdit|NotebookEdit|Bash|PowerShell|Monitor|apply_patch|Skill)$|^mcp__",
        )
        .guard(handlers::pre_skill_shell_command)
        .matching("Bash|PowerShell")
        .context(handlers::post_tool_use)
        .matching("^(Bash|PowerShell|Monitor)$|^mcp__")
        .context(handlers::post_tool_use_failure)
        .matching("^Bash$")
        .context(handlers::user_prompt_submit)
        .context(handlers::session_start)
        .record(handlers::session_end)
        .context(handlers::subagent_start)
        .record(handlers::subagent_stop)
        .context(handlers::pre_compact)
        .told_whole()
        .on_failure(handlers::on_failure)
        .tools(tools::run)
        .arguments::<tools::Cli>()
}
