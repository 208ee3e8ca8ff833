//! What a tool is called, over hosts and versions.

use std::fmt;

/// The name of a tool as a host sent it, and the tool that it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolName {
    sent: String,
    tool: Tool,
}

/// A built-in tool of Claude Code, under its current name, or what else a name
/// can mean. Tools that no hook tells apart are [`Tool::Other`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are the tools' own names")]
pub enum Tool {
    Read,
    Write,
    Edit,
    MultiEdit,
    ApplyPatch,
    NotebookEdit,
    Glob,
    Grep,
    Bash,
    PowerShell,
    WebFetch,
    WebSearch,
    Agent,
    TaskCreate,
    TaskUpdate,
    TodoWrite,
    Skill,
    AskUserQuestion,
    EnterPlanMode,
    ExitPlanMode,
    ListMcpResources,
    ReadMcpResource,
    /// A tool of an MCP server.
    Mcp(Mcp),
    /// A name that we do not know.
    Other,
}

/// A tool of an MCP server, whose name is `mcp__<server>__<tool>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mcp {
    /// The server.
    pub server: String,
    /// The tool, by the name that the server gave it.
    pub tool: String,
}

/// Current names, old ones that hosts still accept in matchers, and the names
/// of other hosts for the same tools (captured: Codex 0.169, Copilot 1.0.102,
/// Gemini 0.61, Qwen 0.24; documented: Cursor, Factory Droid).
const NAMES: [(&str, Tool); 56] = [
    ("Read", Tool::Read),
    ("read_file", Tool::Read),
    ("view", Tool::Read),
    ("Write", Tool::Write),
    ("write_file", Tool::Write),
    ("Create", Tool::Write),
    ("create", Tool::Write),
    ("Edit", Tool::Edit),
    ("edit", Tool::Edit),
    ("replace", Tool::Edit),
    ("MultiEdit", Tool::MultiEdit),
    ("apply_patch", Tool::ApplyPatch),
    ("ApplyPatch", Tool::ApplyPatch),
    ("NotebookEdit", Tool::NotebookEdit),
    ("Glob", Tool::Glob),
    ("glob", Tool::Glob),
    ("Grep", Tool::Grep),
    ("grep", Tool::Grep),
    ("grep_search", Tool::Grep),
    ("search_file_content", Tool::Grep),
    ("Bash", Tool::Bash),
    ("bash", Tool::Bash),
    ("Shell", Tool::Bash),
    ("shell", Tool::Bash),
    ("local_shell", Tool::Bash),
    ("run_shell_command", Tool::Bash),
    ("Execute", Tool::Bash),
    ("PowerShell", Tool::PowerShell),
    ("powershell", Tool::PowerShell),
    ("WebFetch", Tool::WebFetch),
    ("web_fetch", Tool::WebFetch),
    ("FetchUrl", Tool::WebFetch),
    ("WebSearch", Tool::WebSearch),
    ("web_search", Tool::WebSearch),
    ("google_web_search", Tool::WebSearch),
    ("Agent", Tool::Agent),
    ("Task", Tool::Agent),
    ("task", Tool::Agent),
    ("spawn_agent", Tool::Agent),
    ("TaskCreate", Tool::TaskCreate),
    ("TaskUpdate", Tool::TaskUpdate),
    ("TodoWrite", Tool::TodoWrite),
    ("todo_write", Tool::TodoWrite),
    ("update_plan", Tool::TodoWrite),
    ("Skill", Tool::Skill),
    ("skill", Tool::Skill),
    ("AskUserQuestion", Tool::AskUserQuestion),
    ("ask_user_question", Tool::AskUserQuestion),
    ("request_user_input", Tool::AskUserQuestion),
    ("EnterPlanMode", Tool::EnterPlanMode),
    ("ExitPlanMode", Tool::ExitPlanMode),
    ("exit_plan_mode", Tool::ExitPlanMode),
    ("ListMcpResourcesTool", Tool::ListMcpResources),
    ("ListMcpResources", Tool::ListMcpResources),
    ("ReadMcpResourceTool", Tool::ReadMcpResource),
    ("ReadMcpResource", Tool::ReadMcpResource),
];

impl ToolName {
    /// Reads a name. `server` is the MCP server that the host says provides the
    /// tool, if it says so; it settles where an underscored name is cut.
    pub fn new(sent: impl Into<String>, server: Option<&str>) -> Self {
        let sent = sent.into();
        let tool = match split_mcp(&sent, server) {
            Some(mcp) => Tool::Mcp(mcp),
            None => NAMES
                .iter()
                .find(|(name, _)| *name == sent)
                .map_or(Tool::Other, |(_, tool)| tool.clone()),
        };
        Self { sent, tool }
    }

    /// All names that are known; of one tool the current name comes first.
    pub fn known() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(name, _)| *name)
    }

    /// The name as the host sent it.
    pub fn as_sent(&self) -> &str {
        &self.sent
    }

    /// The tool that is meant.
    pub fn tool(&self) -> &Tool {
        &self.tool
    }

    /// The name that Claude Code has for the tool today; for an unknown tool
    /// the name as it was sent.
    pub fn canonical(&self) -> &str {
        NAMES.iter().find(|(_, tool)| *tool == self.tool).map_or(&self.sent, |(name, _)| *name)
    }

    /// Whether the tool asks the person a question: the built-in one, or one
    /// that a host proxies as `mcp__<server>__AskUserQuestion`.
    pub fn asks_the_person(&self) -> bool {
        match &self.tool {
            Tool::AskUserQuestion => true,
            Tool::Mcp(mcp) => {
                mcp.tool == "AskUserQuestion" || mcp.tool.ends_with("__AskUserQuestion")
            }
            _ => false,
        }
    }
}

impl fmt::Display for ToolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sent)
    }
}

fn split_mcp(name: &str, server: Option<&str>) -> Option<Mcp> {
    let rest = name.strip_prefix("mcp__")?;
    let by_server = server.and_then(|server| {
        let tool = rest.strip_prefix(server)?.strip_prefix("__")?;
        Some((server, tool))
    });
    let (server, tool) = by_server.or_else(|| rest.split_once("__"))?;
    (!server.is_empty() && !tool.is_empty())
        .then(|| Mcp { server: server.to_owned(), tool: tool.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_all_hosts_mean_the_same_tools() {
        let check = |sent: &str, tool: Tool, canonical: &str| {
            let name = ToolName::new(sent, None);
            assert_eq!((name.tool(), name.canonical()), (&tool, canonical), "{sent}");
        };
        check("Read", Tool::Read, "Read");
        check("read_file", Tool::Read, "Read");
        check("Task", Tool::Agent, "Agent");
        check("run_shell_command", Tool::Bash, "Bash");
        check("apply_patch", Tool::ApplyPatch, "apply_patch");
        check("ReadMcpResource", Tool::ReadMcpResource, "ReadMcpResourceTool");
        check("read", Tool::Other, "read");
        check("", Tool::Other, "");
    }

    #[test]
    fn mcp_names_are_split() {
        let check = |sent: &str, server: Option<&str>, expected: Option<(&str, &str)>| {
            let name = ToolName::new(sent, server);
            let found = match name.tool() {
                Tool::Mcp(mcp) => Some((mcp.server.as_str(), mcp.tool.as_str())),
                _ => None,
            };
            assert_eq!(found, expected, "{sent}");
        };
        check("mcp__srv__AskUserQuestion", Some("srv"), Some(("srv", "AskUserQuestion")));
        check("mcp__memory__store__all", None, Some(("memory", "store__all")));
        check("mcp__my__srv__store", Some("my__srv"), Some(("my__srv", "store")));
        check("mcp__my__srv__store", Some("other"), Some(("my", "srv__store")));
        check("mcp__plugin_db_pg__query", None, Some(("plugin_db_pg", "query")));
        check("mcp__srv", None, None);
        check("mcp____tool", None, None);
        check("mcp__srv__", None, None);
        check("Read", None, None);
    }

    #[test]
    fn a_question_is_a_question_through_a_proxy_too() {
        assert!(ToolName::new("AskUserQuestion", None).asks_the_person());
        assert!(ToolName::new("mcp__srv__AskUserQuestion", None).asks_the_person());
        assert!(ToolName::new("mcp__my__srv__AskUserQuestion", None).asks_the_person());
        assert!(ToolName::new("request_user_input", None).asks_the_person());
        assert!(!ToolName::new("mcp__AskUserQuestion__read", None).asks_the_person());
    }
}
