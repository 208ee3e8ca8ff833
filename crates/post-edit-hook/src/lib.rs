//! What an agent writes is formatted and checked at once.
//!
//! A project says in `.tacklebox/post-edit.yaml` which programs see which files.
//! After each edit formatters run on the file, one after the other, then checks
//! side by side; the agent is told what was reformatted and what was found. See
//! `docs/reference/post-edit-hook.md`.

mod decide;
mod gather;
mod handlers;
mod policy;
mod record;
mod tools;
mod words;

use std::time::Duration;

use hook_runtime::{Class, Hook};

/// How long a call may take, in all. The timeout in the template of settings is
/// above it, and steps that no longer fit are told as not run.
const TIME_LIMIT: Duration = Duration::from_secs(115);

/// The hook: `PostToolUse`.
///
/// Its failures leave the file as the agent wrote it, unchecked.
pub fn hook() -> Hook {
    Hook::new("post-edit-hook")
        .class(Class::High)
        .context(handlers::post_tool_use)
        .matching("Edit|Write|MultiEdit|NotebookEdit")
        .time_limit(TIME_LIMIT)
        .tools(tools::run)
        .arguments::<tools::Cli>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_waits_longer_than_a_call_may_take() {
        let template = include_str!("../../../settings-templates/post-edit-hook.json");
        let template: serde_json::Value = serde_json::from_str(template).unwrap();
        let timeout = &template["hooks"]["PostToolUse"][0]["hooks"][0]["timeout"];
        assert!(Duration::from_secs(timeout.as_u64().unwrap()) > TIME_LIMIT);
    }
}
