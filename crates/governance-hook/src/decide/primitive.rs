//! What kind of activity a tool call is.
//!
//! Rules speak of primitives, not of tools, so that one rule holds for a tool
//! under all its names and for all tools of a kind.

use std::collections::BTreeSet;

use hook_protocol::{BashInput, Mcp, Tool, ToolCall, ToolName};
use project_paths::text_matches;
use serde_json::Value;

use crate::policy::{Literal, Policy, ToolMapping};

pub(crate) const SHELL_EXECUTE: &str = "shell-execute";
pub(crate) const SHELL_BACKGROUND: &str = "shell-background";

/// The primitives that have a meaning of their own. All but `mcp-mutate` are
/// reached by some tool without any configuration.
pub(crate) const BUILT_IN: [&str; 24] = [
    "content-search",
    "db-query",
    "file-edit",
    "file-read",
    "file-search",
    "file-write",
    "mcp-call",
    "mcp-list",
    "mcp-mutate",
    "mcp-read",
    "memory-search",
    "memory-store",
    "notebook-edit",
    "plan-enter",
    "plan-exit",
    "schema-query",
    SHELL_BACKGROUND,
    SHELL_EXECUTE,
    "skill-invoke",
    "task-spawn",
    "task-track",
    "user-query",
    "web-fetch",
    "web-search",
];

/// Has no tool until a configuration maps one to it: the protocol does not say
/// which MCP tools change something.
const UNREACHED: &str = "mcp-mutate";

const SEARCHING: [&str; 7] = ["search", "query", "recall", "retrieve", "get", "read", "list"];
const STORING: [&str; 8] =
    ["ingest", "store", "add", "save", "write", "create", "update", "delete"];

/// The primitive of a call: by the project's own table, whose first match wins,
/// else by the built-in one. `None` for a tool that neither knows.
pub(crate) fn of<'a>(policy: &'a Policy, call: &ToolCall) -> Option<&'a str> {
    let mapped = policy.tools.iter().find(|mapping| maps(mapping, call));
    mapped.map(|mapping| mapping.primitive.as_str()).or_else(|| built_in(call))
}

/// Every primitive that some tool can reach, in order.
pub(crate) fn reachable(policy: &Policy) -> BTreeSet<&str> {
    let built_in = BUILT_IN.into_iter().filter(|name| *name != UNREACHED);
    built_in.chain(policy.tools.iter().map(|mapping| mapping.primitive.as_str())).collect()
}

/// The primitive of the tool of this name, where it is a tool that is known.
pub(crate) fn of_tool(name: &str) -> Option<&'static str> {
    built_in(&ToolCall::new(name, Value::Null))
}

fn maps(mapping: &ToolMapping, call: &ToolCall) -> bool {
    let named = [call.name.as_sent(), call.name.canonical()];
    // A tool is meant by its old names too: `Task` is `Agent`.
    let is_meant = ToolName::new(mapping.tool.as_str(), None).canonical() == call.name.canonical();
    (is_meant || named.iter().any(|name| text_matches(&mapping.tool, name)))
        && mapping
            .input
            .iter()
            .all(|(key, wanted)| call.input.get(key).is_some_and(|value| is(value, wanted)))
}

fn is(value: &Value, wanted: &Literal) -> bool {
    match (value, wanted) {
        (Value::Bool(value), Literal::Boolean(wanted)) => value == wanted,
        (Value::Number(value), Literal::Integer(wanted)) => value.as_i64() == Some(*wanted),
        (Value::String(value), Literal::Text(glob)) => text_matches(glob, value),
        _ => false,
    }
}

fn built_in(call: &ToolCall) -> Option<&'static str> {
    if call.name.asks_the_person() {
        return Some("user-query");
    }
    Some(match call.name.tool() {
        Tool::Read => "file-read",
        Tool::Write => "file-write",
        Tool::Edit | Tool::MultiEdit | Tool::ApplyPatch => "file-edit",
        Tool::NotebookEdit => "notebook-edit",
        Tool::Glob => "file-search",
        Tool::Grep => "content-search",
        Tool::Bash | Tool::PowerShell => shell(call),
        Tool::WebFetch => "web-fetch",
        Tool::WebSearch => "web-search",
        Tool::Agent => "task-spawn",
        Tool::TaskCreate | Tool::TaskUpdate | Tool::TodoWrite => "task-track",
        Tool::Skill => "skill-invoke",
        Tool::AskUserQuestion => "user-query",
        Tool::EnterPlanMode => "plan-enter",
        Tool::ExitPlanMode => "plan-exit",
        Tool::ListMcpResources => "mcp-list",
        Tool::ReadMcpResource => "mcp-read",
        Tool::Mcp(mcp) => of_mcp(mcp),
        Tool::Other => return None,
    })
}

fn shell(call: &ToolCall) -> &'static str {
    match call.view::<BashInput<'_>>() {
        Some(input) if input.run_in_background => SHELL_BACKGROUND,
        _ => SHELL_EXECUTE,
    }
}

fn of_mcp(mcp: &Mcp) -> &'static str {
    let server = mcp.server.to_ascii_lowercase();
    let tool = mcp.tool.to_ascii_lowercase();
    if server.contains("memory")
        && let Some(primitive) = of_memory(&tool)
    {
        return primitive;
    }
    if tool.contains("schema") {
        "schema-query"
    } else if tool.contains("db_query") || tool.contains("sql") {
        "db-query"
    } else {
        "mcp-call"
    }
}

/// What is said first decides: `list_stores` only looks, `saveThread` does not.
fn of_memory(tool: &str) -> Option<&'static str> {
    let first = |words: &[&str]| words.iter().filter_map(|word| tool.find(word)).min();
    match (first(&SEARCHING), first(&STORING)) {
        (None, None) => None,
        (Some(searching), Some(storing)) if storing < searching => Some("memory-store"),
        (Some(_), _) => Some("memory-search"),
        (None, Some(_)) => Some("memory-store"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::policy::testing::policy;

    #[test]
    fn every_tool_has_the_primitive_of_its_kind() {
        let policy = policy("");
        let check = |tool: &str, expected: Option<&str>| {
            let call = ToolCall::new(tool, json!({ "command": "ls" }));
            assert_eq!(of(&policy, &call), expected, "{tool}");
        };
        for (tool, primitive) in [
            ("Read", "file-read"),
            ("read_file", "file-read"),
            ("Write", "file-write"),
            ("write_file", "file-write"),
            ("Edit", "file-edit"),
            ("MultiEdit", "file-edit"),
            ("apply_patch", "file-edit"),
            ("Glob", "file-search"),
            ("Grep", "content-search"),
            ("Bash", "shell-execute"),
            ("PowerShell", "shell-execute"),
            ("Shell", "shell-execute"),
            ("run_shell_command", "shell-execute"),
            ("NotebookEdit", "notebook-edit"),
            ("WebFetch", "web-fetch"),
            ("WebSearch", "web-search"),
            ("Agent", "task-spawn"),
            ("Task", "task-spawn"),
            ("TaskCreate", "task-track"),
            ("TaskUpdate", "task-track"),
            ("TodoWrite", "task-track"),
            ("Skill", "skill-invoke"),
            ("AskUserQuestion", "user-query"),
            ("mcp__any__AskUserQuestion", "user-query"),
            ("EnterPlanMode", "plan-enter"),
            ("ExitPlanMode", "plan-exit"),
            ("ListMcpResourcesTool", "mcp-list"),
            ("ReadMcpResourceTool", "mcp-read"),
        ] {
            check(tool, Some(primitive));
        }
        for tool in ["", "Telescope", "bash ", "READ", "mcp__server"] {
            check(tool, None);
        }
    }

    #[test]
    fn all_built_in_primitives_but_one_are_reachable() {
        let policy = policy("");
        let unreached: Vec<_> =
            BUILT_IN.into_iter().filter(|name| !reachable(&policy).contains(name)).collect();
        assert_eq!(unreached, ["mcp-mutate"]);
        assert!(BUILT_IN.is_sorted());
    }
}
