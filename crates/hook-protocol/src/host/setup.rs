//! Where a host's hooks are configured, and for which events.
//!
//! The forms of the files were tested; the names of the events are those that the host's own
//! program lists.

/// How hooks are installed in a host's file.
#[derive(Debug)]
pub struct Setup {
    /// The host's key on a command line.
    pub key: &'static str,
    /// Its program.
    pub program: &'static str,
    /// Its file in a project; `None` if it reads none there.
    pub in_project: Option<&'static str>,
    /// Its folder in a home.
    pub folder: &'static str,
    /// The environment variable that overrides the folder.
    pub folder_variable: Option<&'static str>,
    /// Its file in that folder.
    pub in_folder: &'static str,
    /// The layout of the file.
    pub layout: FileLayout,
    /// The environment variable with the project's folder, if the host sets one for hooks.
    pub project_variable: Option<&'static str>,
    /// The events for which it starts hooks, by our names.
    pub events: &'static [&'static str],
    /// Events with a shorter time limit, in seconds.
    pub short: &'static [(&'static str, u32)],
    /// What a person needs to know before the first hook runs.
    pub first: &'static str,
    /// How a person adds an MCP server, with the placeholders `NAME` and `PROGRAM`.
    pub server: &'static str,
}

/// The layout of hooks in a host's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileLayout {
    /// JSON like Claude's settings: `hooks`, events, groups, handlers.
    Groups(Unit),
    /// JSON with `version` and `hooks`, events, handlers.
    Flat,
    /// TOML with a table `[[hooks]]` for each.
    Tables,
}

/// The unit of a hook's time limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Seconds.
    Seconds,
    /// Milliseconds.
    Milliseconds,
}

pub(super) const CODEX: Setup = Setup {
    key: "codex",
    program: "codex",
    in_project: Some(".codex/hooks.json"),
    folder: ".codex",
    folder_variable: Some("CODEX_HOME"),
    in_folder: "hooks.json",
    layout: FileLayout::Groups(Unit::Seconds),
    project_variable: None,
    events: &[
        "PreToolUse",
        "PostToolUse",
        "PermissionRequest",
        "UserPromptSubmit",
        "SessionStart",
        "SessionEnd",
        "SubagentStart",
        "SubagentStop",
        "PreCompact",
        "Stop",
    ],
    short: &[("SessionEnd", 3)],
    first: "Codex CLI runs a hook only after you have trusted it: it asks when it starts (or in \
            /hooks), and again after the entry has changed",
    server: "`codex mcp add NAME -- PROGRAM` adds it",
};

pub(super) const COPILOT: Setup = Setup {
    key: "copilot",
    program: "copilot",
    in_project: Some(".github/hooks/tacklebox.json"),
    folder: ".copilot",
    folder_variable: Some("COPILOT_HOME"),
    in_folder: "hooks/tacklebox.json",
    layout: FileLayout::Flat,
    project_variable: Some("COPILOT_PROJECT_DIR"),
    events: &[
        "PreToolUse",
        "PostToolUse",
        "UserPromptSubmit",
        "SessionStart",
        "SessionEnd",
        "SubagentStart",
        "SubagentStop",
        "PreCompact",
        "Stop",
    ],
    short: &[],
    first: "Copilot CLI runs the hooks of a project only in a folder that you trust",
    server: "`copilot mcp add NAME -- PROGRAM` adds it",
};

pub(super) const QWEN: Setup = Setup {
    key: "qwen",
    program: "qwen",
    in_project: Some(".qwen/settings.json"),
    folder: ".qwen",
    folder_variable: Some("QWEN_HOME"),
    in_folder: "settings.json",
    layout: FileLayout::Groups(Unit::Milliseconds),
    project_variable: Some("QWEN_PROJECT_DIR"),
    events: &[
        "PreToolUse",
        "PostToolUse",
        "PostToolUseFailure",
        "PermissionRequest",
        "Notification",
        "UserPromptSubmit",
        "SessionStart",
        "SessionEnd",
        "SubagentStart",
        "SubagentStop",
        "PreCompact",
        "Stop",
    ],
    short: &[],
    first: "Qwen Code reads the settings of the folder that it is started in, not of its parents",
    server: "`qwen mcp add NAME PROGRAM` adds it",
};

pub(super) const KIMI: Setup = Setup {
    key: "kimi",
    program: "kimi",
    in_project: None,
    folder: ".kimi-code",
    folder_variable: Some("KIMI_CODE_HOME"),
    in_folder: "config.toml",
    layout: FileLayout::Tables,
    project_variable: None,
    events: &[
        "PreToolUse",
        "PostToolUse",
        "PostToolUseFailure",
        "PermissionRequest",
        "Notification",
        "UserPromptSubmit",
        "SessionStart",
        "SessionEnd",
        "SubagentStart",
        "SubagentStop",
        "PreCompact",
        "Stop",
        "StopFailure",
    ],
    short: &[],
    first: "Kimi Code reads hooks only from its own file in your home, so they run in all projects",
    server: "add it to `mcp.json` in the folder of Kimi Code, under `mcpServers`, as NAME with \
             the command PROGRAM",
};

pub(super) const GEMINI: Setup = Setup {
    key: "gemini",
    program: "gemini",
    in_project: Some(".gemini/settings.json"),
    folder: ".gemini",
    folder_variable: None,
    in_folder: "settings.json",
    layout: FileLayout::Groups(Unit::Milliseconds),
    project_variable: Some("GEMINI_PROJECT_DIR"),
    events: &[
        "PreToolUse",
        "PostToolUse",
        "UserPromptSubmit",
        "SessionStart",
        "SessionEnd",
        "Notification",
        "PreCompact",
        "Stop",
    ],
    short: &[],
    first: "Gemini CLI reads the settings of the folder that it is started in, not of its parents, \
            and only if you trust it",
    server: "`gemini mcp add NAME PROGRAM` adds it",
};
