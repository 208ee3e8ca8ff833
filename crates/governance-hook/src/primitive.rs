//! What kind of activity a tool call is.
//!
//! Rules speak of primitives, not of tools, so that one rule holds for a tool
//! under all its names and for all tools of a kind.

use std::collections::BTreeSet;

use hook_protocol::{BashInput, Mcp, Tool, ToolCall};
use project_paths::Pattern;
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

const SEARCHING: [&str; 7] = [
    "search", "query", "recall", "retrieve", "get", "read", "list",
];
const STORING: [&str; 8] = [
    "ingest", "store", "add", "save", "write", "create", "update", "delete",
];

/// The primitive of a call: by the project's own table, whose first match wins,
/// else by the built-in one. `None` for a tool that neither knows.
pub(crate) fn of<'a>(policy: &'a Policy, call: &ToolCall) -> Option<&'a str> {
    let mapped = policy.tools.iter().find(|mapping| maps(mapping, call));
    mapped
        .map(|mapping| mapping.primitive.as_str())
        .or_else(|| built_in(call))
}

/// Every primitive that some tool can reach, in order.
pub(crate) fn reachable(policy: &Policy) -> BTreeSet<&str> {
    let built_in = BUILT_IN.into_iter().filter(|name| *name != UNREACHED);
    built_in
        .chain(
            policy
                .tools
                .iter()
                .map(|mapping| mapping.primitive.as_str()),
        )
        .collect()
}

fn maps(mapping: &ToolMapping, call: &ToolCall) -> bool {
    let pattern = Pattern::trusted(mapping.tool.clone());
    let named = [call.name.as_sent(), call.name.canonical()];
    named.iter().any(|name| pattern.matches_text(name))
        && mapping
            .input
            .iter()
            .all(|(key, wanted)| call.input.get(key).is_some_and(|value| is(value, wanted)))
}

fn is(value: &Value, wanted: &Literal) -> bool {
    match (value, wanted) {
        (Value::Bool(value), Literal::Boolean(wanted)) => value == wanted,
        (Value::Number(value), Literal::Integer(wanted)) => value.as_i64() == Some(*wanted),
        (Value::String(value), Literal::Text(glob)) => {
            Pattern::trusted(glob.clone()).matches_text(value)
        }
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

/// The first word that says something decides: `list_stores` only looks.
fn of_memory(tool: &str) -> Option<&'static str> {
    tool.split(|c: char| !c.is_ascii_alphanumeric())
        .find_map(|word| {
            let says = |words: &[&str]| words.iter().any(|known| word.contains(known));
            if says(&SEARCHING) {
                Some("memory-search")
            } else {
                says(&STORING).then_some("memory-store")
            }
        })
}
