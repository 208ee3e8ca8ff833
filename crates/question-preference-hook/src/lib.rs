//! The questions that a person has already answered are not asked again.
//!
//! An agent asks with a tool. For a question that the person has set a
//! preference for, this hook gives the answer in the person's place, visibly;
//! one that decides about something that cannot be taken back always reaches
//! the person. It logs every question with its answer, and tells the agent what
//! to do when the question tool fails. See `docs/reference/question-preference-hook.md`.

mod config;
mod decide;
mod gather;
mod handlers;
mod record;
mod tools;
mod words;

use hook_runtime::{Class, Hook};

/// The tools that ask a person: the host's, and those of servers that stand in for it.
const QUESTIONS: &str = "(AskUserQuestion|mcp__.*__AskUserQuestion)";

/// The hook: `PreToolUse`, `PostToolUse`, `PostToolUseFailure`, `SessionStart`.
///
/// Its failures leave the question to the person.
pub fn hook() -> Hook {
    Hook::new("question-preference-hook")
        .class(Class::High)
        .rewrite(handlers::pre_tool_use)
        .matching(QUESTIONS)
        .context(handlers::post_tool_use)
        .matching(QUESTIONS)
        .context(handlers::post_tool_use_failure)
        .matching(QUESTIONS)
        .context(handlers::session_start)
        .writes(&[("AskUserQuestion", "answers"), ("AskUserQuestion", "annotations")])
        .told_whole()
        .tools(tools::run)
        .arguments::<tools::Cli>()
}
