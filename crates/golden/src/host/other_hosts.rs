//! What hosts with a form of their own honour in a reply: Gemini CLI 0.61.0 and Kimi Code 2.1.0
//! after their published sources and runs, Copilot CLI 1.0.102 after its reference; and Factory Droid
//! 0.225.2, which has Claude's form and takes less, after runs of `droid exec` and its documentation.

use reply_rules::table::{CONTEXT, Event, Field, Shape, field};

const OUTPUT: &[Field] = &[field("hookSpecificOutput", Shape::Object)];
const REASON: &[Field] = &[field("reason", Shape::Text)];
const GATES: &[Field] = &[field("decision", Shape::Word(&["deny", "ask", "block"]))];
const BLOCKS: &[Field] = &[field("decision", Shape::Word(&["deny", "block"]))];
const CONTROL: &[Field] = &[
    field("continue", Shape::Flag),
    field("stopReason", Shape::Text),
    field("systemMessage", Shape::Text),
];

/// `allow` is left out on purpose, as everywhere: it would grant what nobody was asked for.
pub(super) const GEMINI: &[Event] = &[
    Event { name: "BeforeTool", top: &[GATES, REASON, CONTROL], output: None },
    Event { name: "AfterTool", top: &[CONTROL, OUTPUT], output: Some(CONTEXT) },
    Event { name: "BeforeAgent", top: &[BLOCKS, REASON, CONTROL, OUTPUT], output: Some(CONTEXT) },
    Event { name: "AfterAgent", top: &[BLOCKS, REASON, CONTROL], output: None },
    Event { name: "SessionStart", top: &[CONTROL, OUTPUT], output: Some(CONTEXT) },
];

const DENIAL: &[Field] = &[
    field("permissionDecision", Shape::Word(&["deny"])),
    field("permissionDecisionReason", Shape::Text),
];
const MESSAGE: &[Field] = &[field("message", Shape::Text)];

pub(super) const KIMI: &[Event] = &[
    Event { name: "PreToolUse", top: &[OUTPUT], output: Some(DENIAL) },
    Event { name: "UserPromptSubmit", top: &[OUTPUT, MESSAGE], output: Some(DENIAL) },
    Event { name: "Stop", top: &[OUTPUT], output: Some(DENIAL) },
];

/// Before a tool, `ask` lets the command run unasked and context is not delivered; after one, a block
/// is not.
pub(super) const DROID: &[Event] = &[
    Event { name: "PreToolUse", top: &[CONTROL, OUTPUT], output: Some(DENIAL) },
    Event { name: "PostToolUse", top: &[CONTROL, OUTPUT], output: Some(CONTEXT) },
    Event {
        name: "UserPromptSubmit",
        top: &[BLOCKS, REASON, CONTROL, OUTPUT],
        output: Some(CONTEXT),
    },
    Event { name: "SessionStart", top: &[CONTROL, OUTPUT], output: Some(CONTEXT) },
    Event { name: "Stop", top: &[BLOCKS, REASON, CONTROL], output: None },
    Event { name: "SubagentStop", top: &[BLOCKS, REASON, CONTROL], output: None },
];

pub(super) const COPILOT_OWN: &[Event] = &[
    Event {
        name: "PreToolUse",
        top: &[&[
            field("permissionDecision", Shape::Word(&["deny", "ask"])),
            field("permissionDecisionReason", Shape::Text),
        ]],
        output: None,
    },
    Event {
        name: "PermissionRequest",
        top: &[&[field("behavior", Shape::Word(&["deny"])), field("message", Shape::Text)]],
        output: None,
    },
    Event { name: "AgentStop", top: &[BLOCKS, REASON], output: None },
];
