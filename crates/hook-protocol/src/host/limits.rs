//! What a hook cannot do on a host. The sentences continue "a hook cannot".

/// On every host but Claude Code.
pub const ELSEWHERE: &[&str] = &[
    "answer a question in the person's place (`question-preference-hook` denies it, with the answer)",
    "replace a tool's result",
    "reach the terminal",
    "add to the instructions of a compaction",
];

pub(super) const CODEX: &[&str] = &[
    "be told the folder of a shell call: a command is judged as one of the session's folder",
    "see a read or a search: it has no tools for them but the shell",
    "see what is typed into a shell that runs already (`write_stdin`): that is no event",
];

pub(super) const COPILOT: &[&str] = &[
    "hold a permission request in Claude's form: it sends them in its own",
    "block after a tool, which would hide the result: it is told as context",
    "be told of MCP tools by `mcp__server__tool`: what they are called there is not known",
];

pub(super) const QWEN: &[&str] = &[
    "tell the agent anything before a tool: context there has no effect",
    "see what its `tool_call` starts under another name: that was not looked at",
];

pub(super) const KIMI: &[&str] = &[
    "tell a subagent or a new session anything: what is to be said comes with the first prompt",
    "stop the agent from stopping more than once a turn",
    "keep a call from running where its program cannot be started",
];

pub(super) const GEMINI: &[&str] = &[
    "tell the agent anything before a tool",
    "block after a tool, which would hide the result: it is told as context",
    "be asked about a subagent: there is no such event",
];

pub(super) const DROID: &[&str] = &[
    "ask the person or tell the agent anything before a tool: a question ran the command unasked",
    "block after a tool: it is told as context",
];
