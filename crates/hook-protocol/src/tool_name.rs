//! The names of tools in different hosts and versions.

use std::fmt;

/// The name of a tool as a host sent it, and the tool that it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolName {
    sent: String,
    tool: Tool,
    /// Claude Code's name for it, if it is not in [`NAMES`].
    spelled: Option<String>,
}

/// A built-in tool of Claude Code by its current name, an MCP tool, or another tool. Tools that no
/// hook distinguishes are [`Tool::Other`].
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
    /// An unknown name.
    Other,
}

/// A tool of an MCP server, whose name is `mcp__<server>__<tool>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mcp {
    /// The server.
    pub server: String,
    /// The server's name for the tool.
    pub tool: String,
}

/// Claude Code's tool that runs a command line in the background and sends its output to the agent.
pub(crate) const MONITOR: &str = "Monitor";

/// Each tool with its names: Claude Code's current one first, then old ones that it still accepts
/// in matchers, then those of other hosts. No name has two meanings, so the host does not matter
/// (captured from Codex 0.169, Copilot 1.0.102, Gemini 0.61, Qwen 0.24, Kimi 2.1 and Factory Droid
/// 0.225).
const NAMES: [(Tool, &[&str]); 22] = [
    (Tool::Read, &["Read", "read_file", "view", "read_many_files"]),
    (Tool::Write, &["Write", "write_file", "Create", "create"]),
    (Tool::Edit, &["Edit", "edit", "replace"]),
    (Tool::MultiEdit, &["MultiEdit"]),
    (Tool::ApplyPatch, &["apply_patch", "ApplyPatch"]),
    (Tool::NotebookEdit, &["NotebookEdit", "notebook_edit"]),
    (Tool::Glob, &["Glob", "glob", "LS", "list_directory"]),
    (Tool::Grep, &["Grep", "grep", "grep_search", "search_file_content"]),
    (
        Tool::Bash,
        &[
            "Bash",
            "bash",
            "Shell",
            "shell",
            "local_shell",
            "exec_command",
            "run_shell_command",
            "Execute",
            MONITOR,
        ],
    ),
    (Tool::PowerShell, &["PowerShell", "powershell"]),
    (Tool::WebFetch, &["WebFetch", "web_fetch", "FetchUrl", "FetchURL"]),
    (Tool::WebSearch, &["WebSearch", "web_search", "google_web_search"]),
    (Tool::Agent, &["Agent", "agent", "Task", "task", "spawn_agent", "invoke_agent"]),
    (Tool::TaskCreate, &["TaskCreate"]),
    (Tool::TaskUpdate, &["TaskUpdate"]),
    (Tool::TodoWrite, &["TodoWrite", "todo_write", "write_todos", "TodoList", "update_plan"]),
    (Tool::Skill, &["Skill", "skill", "activate_skill"]),
    (
        Tool::AskUserQuestion,
        &["AskUserQuestion", "ask_user_question", "request_user_input", "ask_user", "AskUser"],
    ),
    (Tool::EnterPlanMode, &["EnterPlanMode", "enter_plan_mode"]),
    (Tool::ExitPlanMode, &["ExitPlanMode", "exit_plan_mode"]),
    (Tool::ListMcpResources, &["ListMcpResourcesTool", "ListMcpResources"]),
    (Tool::ReadMcpResource, &["ReadMcpResourceTool", "ReadMcpResource"]),
];

impl ToolName {
    /// Reads a name. `server` is the MCP server that provides the tool, if the host names it; it
    /// shows where the server's name ends in `mcp_<server>_<tool>`.
    pub fn new(sent: impl Into<String>, server: Option<&str>) -> Self {
        let sent = sent.into();
        if let Some(mcp) = split_mcp(&sent, server) {
            return Self::of_mcp(sent, mcp);
        }
        let row = NAMES.iter().find(|(_, names)| names.contains(&sent.as_str()));
        let tool = row.map_or(Tool::Other, |(tool, _)| tool.clone());
        Self { sent, tool, spelled: None }
    }

    fn of_mcp(sent: String, mcp: Mcp) -> Self {
        let spelled =
            (!sent.starts_with("mcp__")).then(|| format!("mcp__{}__{}", mcp.server, mcp.tool));
        Self { sent, tool: Tool::Mcp(mcp), spelled }
    }

    /// All known names; the current name of a tool comes before its others.
    pub fn known() -> impl Iterator<Item = &'static str> {
        NAMES.iter().flat_map(|(_, names)| names.iter().copied())
    }

    /// The name as the host sent it.
    pub fn as_sent(&self) -> &str {
        &self.sent
    }

    /// The tool.
    pub fn tool(&self) -> &Tool {
        &self.tool
    }

    /// Claude Code's current name for the tool; for an unknown tool, the name as it was sent.
    pub fn canonical(&self) -> &str {
        let row = NAMES.iter().find(|(tool, _)| *tool == self.tool);
        let current = row.and_then(|(_, names)| names.first().copied());
        current.or(self.spelled.as_deref()).unwrap_or(&self.sent)
    }

    /// Whether the tool asks the person a question: the built-in one, or a proxy named
    /// `mcp__<server>__AskUserQuestion`.
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

/// `mcp__<server>__<tool>`; with Gemini `mcp_<server>_<tool>`.
fn split_mcp(name: &str, server: Option<&str>) -> Option<Mcp> {
    let (rest, between) = match name.strip_prefix("mcp__") {
        Some(rest) => (rest, "__"),
        None => (name.strip_prefix("mcp_")?, "_"),
    };
    let by_server = server.and_then(|server| {
        let tool = rest.strip_prefix(server)?.strip_prefix(between)?;
        Some((server, tool))
    });
    let (server, tool) = by_server.or_else(|| rest.split_once(between))?;
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
        check("Monitor", Tool::Bash, "Bash");
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
        check("mcp_my_srv_store", Some("my_srv"), Some(("my_srv", "store")));
        check("mcp_srv_store", None, Some(("srv", "store")));
        check("Read", None, None);
    }

    #[test]
    fn a_tool_of_a_server_has_one_name_on_all_hosts() {
        let check = |name: ToolName| assert_eq!(name.canonical(), "mcp__srv__store", "{name}");
        check(ToolName::new("mcp__srv__store", None));
        check(ToolName::new("mcp_srv_store", Some("srv")));
    }

    #[test]
    fn no_name_means_two_tools() {
        let mut names: Vec<_> = ToolName::known().collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
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
