//! The hosts, one row each: what they send and what they accept. What a row does not list, the host
//! does not have. Sources: `docs/hosts.md`, `docs/internals/protocol.md`.

use super::Host;
use super::description::Mark::{Has, Is, Lacks, Says};
use super::description::Part::{
    Ask, Block, Context, Deny, Grant, GrantOfRewrite, Halt, Message, Output, Rewrite, Terminal,
    Text,
};
use super::description::{Description, Failure, Form};
use super::{limits, setup};

/// All hosts, in the order of [`Host`].
pub const HOSTS: [Description; 9] =
    [CLAUDE_CODE, CODEX, COPILOT, COPILOT_OWN, QWEN, KIMI, GEMINI, DROID, UNKNOWN];

/// Event names that only Claude Code and hosts that follow it use.
const CLAUDES_EVENTS: [&str; 9] = [
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "UserPromptSubmit",
    "Stop",
    "SubagentStart",
    "SubagentStop",
    "PreCompact",
    "PermissionRequest",
];

pub(super) const CLAUDE_CODE: Description = Description {
    host: Host::ClaudeCode,
    name: "Claude Code",
    run: Some("2.1.330"),
    failure: Failure::GoesOn,
    told_by: &[],
    fields: &[],
    events: &[],
    nameless: &[],
    inputs: &[],
    form: Form::Claude,
    takes: &[
        ("PreToolUse", &[Deny, Ask, Grant, Rewrite, Context, Halt, Message, Terminal]),
        ("PreSkillShellCommand", &[Deny, Halt, Message]),
        ("PostToolUse", &[Block, Context, Output, Halt, Message, Terminal]),
        ("PostToolUseFailure", &[Block, Context, Halt, Message, Terminal]),
        ("UserPromptSubmit", &[Block, Context, Halt, Message, Terminal]),
        ("SessionStart", &[Context, Halt, Message, Terminal]),
        ("SubagentStart", &[Context, Halt, Message, Terminal]),
        ("Stop", &[Block, Halt, Message, Terminal]),
        ("SubagentStop", &[Block, Halt, Message, Terminal]),
        ("PreCompact", &[Block, Halt, Text]),
        ("PermissionRequest", &[Deny, Grant, Halt, Message, Terminal]),
        ("Notification", &[Terminal]),
        ("StopFailure", &[Terminal]),
        ("Elicitation", &[Terminal]),
        ("ElicitationResult", &[Terminal]),
    ],
    cannot: &[],
    setup: None,
};

const CODEX: Description = Description {
    host: Host::Codex,
    name: "Codex CLI",
    run: Some("0.169.0"),
    told_by: &[
        &[Has("turn_id"), Lacks("prompt_id"), Lacks("timestamp")],
        &[Has("model"), Has("permission_mode"), Lacks("prompt_id"), Lacks("timestamp")],
    ],
    // It drops a reply with any other part.
    takes: &[
        ("PreToolUse", &[Deny, GrantOfRewrite, Context, Message]),
        ("PostToolUse", &[Block, Context, Halt, Message]),
        ("UserPromptSubmit", &[Block, Context, Halt, Message]),
        ("SessionStart", &[Context, Halt, Message]),
        ("SubagentStart", &[Context, Halt, Message]),
        ("Stop", &[Block, Halt, Message]),
        ("SubagentStop", &[Block, Halt, Message]),
        ("PermissionRequest", &[Deny, Grant, Message]),
    ],
    cannot: limits::CODEX,
    setup: Some(&setup::CODEX),
    ..CLAUDE_CODE
};

const COPILOT: Description = Description {
    host: Host::Copilot,
    name: "Copilot CLI",
    run: Some("1.0.102"),
    failure: Failure::Denies,
    told_by: &[
        &[Has("timestamp"), Has("hook_event_name"), Lacks("transcript_path")],
        &[Has("timestamp"), Has("stop_reason")],
    ],
    fields: &[("tool_result", "tool_response")],
    inputs: &[("file_text", "content"), ("old_str", "old_string"), ("new_str", "new_string")],
    takes: &[
        ("PreToolUse", &[Deny, Ask, Grant, Context]),
        // A block would replace the result.
        ("PostToolUse", &[Context]),
        ("UserPromptSubmit", &[Block, Context]),
        ("SessionStart", &[Context]),
        ("SubagentStart", &[Context]),
        ("Stop", &[Block]),
        ("SubagentStop", &[Block]),
    ],
    form: Form::Copilot,
    cannot: limits::COPILOT,
    setup: Some(&setup::COPILOT),
    ..CLAUDE_CODE
};

const COPILOT_OWN: Description = Description {
    host: Host::CopilotOwn,
    told_by: &[&[Has("sessionId"), Has("timestamp"), Lacks("hook_event_name"), Lacks("taskId")]],
    fields: &[
        ("sessionId", "session_id"),
        ("transcriptPath", "transcript_path"),
        ("hookName", "hook_event_name"),
        ("toolName", "tool_name"),
        ("toolArgs", "tool_input"),
        ("toolInput", "tool_input"),
        ("toolResult", "tool_response"),
    ],
    nameless: &[
        ("toolResult", "PostToolUse"),
        ("toolArgs", "PreToolUse"),
        ("stopReason", "Stop"),
        ("initialPrompt", "SessionStart"),
        ("prompt", "UserPromptSubmit"),
        ("source", "SessionStart"),
        ("reason", "SessionEnd"),
    ],
    form: Form::CopilotOwn,
    takes: &[
        ("PreToolUse", &[Deny, Ask, Grant]),
        ("PermissionRequest", &[Deny, Grant]),
        ("Stop", &[Block]),
    ],
    setup: None,
    ..COPILOT
};

const QWEN: Description = Description {
    host: Host::Qwen,
    name: "Qwen Code",
    run: Some("0.24.4"),
    // Gemini CLI sends `timestamp` too, but has other names for these events.
    told_by: &[
        &[Has("timestamp"), Has("permission_mode"), Has("session_id")],
        &[Has("timestamp"), Has("transcript_path"), Is("hook_event_name", &CLAUDES_EVENTS)],
    ],
    fields: &[("tool_input.directory", "call_dir")],
    // It accepts context before a tool, which had no effect in this version.
    takes: &[
        ("PreToolUse", &[Deny, Ask, Context]),
        ("PostToolUse", &[Context]),
        ("UserPromptSubmit", &[Block, Context]),
        ("SessionStart", &[Context]),
        ("SubagentStart", &[Context]),
        ("Stop", &[Block]),
        ("SubagentStop", &[Block]),
    ],
    cannot: limits::QWEN,
    setup: Some(&setup::QWEN),
    ..CLAUDE_CODE
};

const KIMI: Description = Description {
    host: Host::Kimi,
    name: "Kimi Code",
    run: Some("2.1.0"),
    told_by: &[&[Has("client_type"), Has("session_id")]],
    fields: &[("tool_call_id", "tool_use_id"), ("tool_output", "tool_response")],
    form: Form::Kimi,
    takes: &[("PreToolUse", &[Deny]), ("UserPromptSubmit", &[Block, Context]), ("Stop", &[Block])],
    cannot: limits::KIMI,
    setup: Some(&setup::KIMI),
    ..CLAUDE_CODE
};

const GEMINI: Description = Description {
    host: Host::Gemini,
    name: "Gemini CLI",
    run: Some("0.61.0"),
    told_by: &[&[Has("timestamp"), Has("transcript_path"), Lacks("permission_mode")]],
    fields: &[("mcp_context", "mcp_server"), ("tool_input.dir_path", "call_dir")],
    events: &[
        ("BeforeTool", "PreToolUse"),
        ("AfterTool", "PostToolUse"),
        ("BeforeAgent", "UserPromptSubmit"),
        ("AfterAgent", "Stop"),
        ("PreCompress", "PreCompact"),
    ],
    inputs: &[("dir_path", "path")],
    form: Form::Gemini,
    // A block after a tool would hide the tool's result.
    takes: &[
        ("PreToolUse", &[Deny, Ask, Halt, Message]),
        ("PostToolUse", &[Context, Halt, Message]),
        ("UserPromptSubmit", &[Block, Context, Halt, Message]),
        ("SessionStart", &[Context, Message]),
        ("Stop", &[Block, Halt, Message]),
    ],
    cannot: limits::GEMINI,
    setup: Some(&setup::GEMINI),
    ..CLAUDE_CODE
};

const DROID: Description = Description {
    host: Host::Droid,
    name: "Factory Droid",
    run: Some("0.225.2"),
    told_by: &[
        &[Says("transcript_path", "/.factory/")],
        &[Is("permission_mode", &["off", "spec", "auto-low", "auto-medium", "auto-high"])],
    ],
    inputs: &[("old_str", "old_string"), ("new_str", "new_string")],
    // A question ran the command unasked; context before a tool never came, nor a block after one.
    takes: &[
        ("PreToolUse", &[Deny, Halt, Message]),
        ("PostToolUse", &[Context, Halt, Message]),
        ("UserPromptSubmit", &[Block, Context, Halt, Message]),
        ("SessionStart", &[Context, Halt, Message]),
        ("Stop", &[Block, Halt, Message]),
        ("SubagentStop", &[Block, Halt, Message]),
    ],
    cannot: limits::DROID,
    ..CLAUDE_CODE
};

/// Common names of events and fields in unknown hosts.
const UNKNOWN: Description = Description {
    host: Host::Unknown,
    name: "an unknown host",
    run: None,
    fields: &[
        ("hookEventName", "hook_event_name"),
        ("event_name", "hook_event_name"),
        ("eventName", "hook_event_name"),
        ("hook_event", "hook_event_name"),
        ("hookName", "hook_event_name"),
        ("event", "hook_event_name"),
        ("sessionId", "session_id"),
        ("conversation_id", "session_id"),
        ("conversationId", "session_id"),
        ("toolName", "tool_name"),
        ("tool", "tool_name"),
        ("toolInput", "tool_input"),
        ("toolArgs", "tool_input"),
        ("parameters", "tool_input"),
        ("args", "tool_input"),
        ("input", "tool_input"),
    ],
    takes: &[
        ("PreToolUse", &[Deny, Context]),
        ("PostToolUse", &[Block, Context]),
        ("UserPromptSubmit", &[Block, Context]),
        ("SessionStart", &[Context]),
        ("SubagentStart", &[Context]),
        ("Stop", &[Block]),
        ("SubagentStop", &[Block]),
    ],
    ..CLAUDE_CODE
};
