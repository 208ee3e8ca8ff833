//! What a hook cannot do with a host. Each text continues "a hook cannot".

/// On every host but Claude Code.
pub const ELSEWHERE: &[&str] = &[
    "answer a question for the person (`question-preference-hook` denies it and gives the answer)",
    "replace a tool's result",
    "reach the terminal",
    "add to the instructions of a compaction",
];

pub(super) const CODEX: &[&str] = &[
    "know the folder of a shell call: a command is judged as if it ran in the session's folder",
    "see a read or a search: it has no tools for them but the shell",
    "see what is typed into a running shell (`write_stdin`): there is no such event",
];

pub(super) const COPILOT: &[&str] = &[
    "get permission requests in Claude's form: Copilot sends its own",
    "block after a tool, which would hide the result: the reason becomes context",
    "recognise MCP tools as `mcp__server__tool`: their names there are unknown",
];

pub(super) const QWEN: &[&str] = &[
    "tell the agent anything before a tool: context there has no effect",
    "see what its `tool_call` starts under another name (not tested)",
];

pub(super) const KIMI: &[&str] = &[
    "tell a subagent or a new session anything: it is told with the first prompt instead",
    "stop the agent from stopping more than once a turn",
    "deny a call if the hook's program cannot be started",
];

pub(super) const GEMINI: &[&str] = &[
    "tell the agent anything before a tool",
    "block after a tool, which would hide the result: the reason becomes context",
    "act when a subagent starts: there is no such event",
];

pub(super) const DROID: &[&str] = &[
    "ask the person or tell the agent anything before a tool: a question ran the command at once",
    "block after a tool: the reason becomes context",
];
