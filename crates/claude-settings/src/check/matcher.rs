//! Matchers that match nothing, without a word from the host.

use jsonc_parser::ast::StringLit;

use super::{Effect, Report, TOOL_EVENTS};
use crate::matcher::is_list;

/// The tools that people write permission rules for.
const RULE_TOOLS: [&str; 14] = [
    "Agent",
    "Bash",
    "Edit",
    "Glob",
    "Grep",
    "MultiEdit",
    "NotebookEdit",
    "PowerShell",
    "Read",
    "Skill",
    "Task",
    "WebFetch",
    "WebSearch",
    "Write",
];

/// A matcher on the events of tools is a list of tool names, or a pattern over them.
pub(super) fn check(matcher: &StringLit<'_>, report: &mut Report<'_>) {
    if !TOOL_EVENTS.contains(&report.event) {
        return;
    }
    let text = matcher.value.as_ref();
    if is_permission_rule(text) {
        let problem = format!("the matcher `{text}` is a permission rule and matches no tool");
        report.add(matcher, Effect::NeverRuns, problem);
    } else if is_list(text) {
        for server in text.split(['|', ',']).map(str::trim).filter(|name| is_mcp_server(name)) {
            let problem = format!(
                "the matcher `{server}` names an MCP server, not its tools: use `{server}__.*`"
            );
            report.add(matcher, Effect::NeverRuns, problem);
        }
    }
}

/// `Read(*.txt)`, or what is left of it after a mistake, `Read(`.
fn is_permission_rule(matcher: &str) -> bool {
    matcher.split_once('(').is_some_and(|(tool, rule)| {
        RULE_TOOLS.contains(&tool) && (rule.is_empty() || rule.ends_with(')'))
    })
}

/// Whether a name in a matcher is that of a server, and of none of its tools.
pub fn is_mcp_server(name: &str) -> bool {
    name.strip_prefix("mcp__").is_some_and(|server| !server.contains("__"))
}
