//! Asks before irreversible commands, keeps secrets unread, and applies rules for each activity state.
//!
//! A project says in `.tacklebox/governance.yaml` which states there are, how to
//! find out the present one, and what each state allows, discourages, blocks or
//! sends elsewhere. On each call the hook judges the tool, its input, the
//! command line and the files that it touches; the agent is told its state and
//! what that blocks. See `docs/reference/governance-hook.md`.

mod config;
mod decide;
mod gather;
mod handlers;
mod policy;
mod record;
mod tools;
mod words;

use hook_runtime::{Class, Hook};

/// The hook: `PreToolUse`, `PreSkillShellCommand`, `UserPromptSubmit`, `SessionStart`, `SubagentStart`.
pub fn hook() -> Hook {
    Hook::new("governance-hook")
        .class(Class::Critical)
        .guard(handlers::pre_tool_use)
        .guard(handlers::pre_skill_shell_command)
        .context(handlers::user_prompt_submit)
        .context(handlers::session_start)
        .context(handlers::subagent_start)
        .told_whole()
        .on_failure(gather::load::on_failure)
        .tools(tools::run)
        .arguments::<tools::Cli>()
}
