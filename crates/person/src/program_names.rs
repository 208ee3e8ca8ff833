//! The names by which agents are known.

/// What hosts set in the environment of the programs that they start (seen: Claude Code;
/// documented: the others).
pub(crate) const MARKS: [&str; 13] = [
    "CLAUDECODE",
    "CLAUDE_CODE_ENTRYPOINT",
    "CLAUDE_CODE_SESSION_ID",
    "CLAUDE_CODE_CHILD_SESSION",
    "AI_AGENT",
    "CODEX_SANDBOX",
    "CODEX_SANDBOX_NETWORK_DISABLED",
    "CODEX_THREAD_ID",
    "CURSOR_AGENT",
    "GEMINI_CLI",
    "QWEN_CODE",
    "OPENCODE",
    "COPILOT_CLI",
];

/// What Claude Code gives to the shells of its tools and to hooks.
pub(crate) const TOOL_MARK: &str = "CLAUDECODE";

/// What it gives to hooks alone (seen, 2.1.112 and 2.1.330).
pub(crate) const PROJECT: &str = "CLAUDE_PROJECT_DIR";

/// The programs of hosts.
pub(crate) const HOSTS: [&str; 10] = [
    "claude",
    "claude-code",
    "codex",
    "gemini",
    "qwen",
    "copilot",
    "cursor-agent",
    "opencode",
    "droid",
    "crush",
];

/// Parts of the paths at which hosts are installed.
pub(crate) const HOST_PACKAGES: [&str; 7] = [
    "/claude/versions/",
    "/claude-code/",
    "@anthropic-ai/",
    "@openai/codex",
    "@google/gemini-cli",
    "@qwen-code/",
    "@github/copilot",
];

/// What runs the script of a host.
pub(crate) const RUNTIMES: [&str; 5] = ["node", "nodejs", "bun", "deno", "MainThread"];
