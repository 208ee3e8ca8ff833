//! What the model has the client do, so that it comes to the events for which hooks are entered, and
//! what hooks have to hear of then.

use std::path::Path;

use scripted_client::ToolCall;
use serde_json::json;

use crate::facts::{Entered, Facts};
use crate::matching::read;

/// The tools that are used, in an order in which each can be.
const TOOLS: [&str; 4] = ["Write", "Read", "Edit", "Bash"];

/// What a client comes to in every session that it is asked something.
const ALWAYS: [&str; 4] = ["SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"];

/// What comes with a subagent.
const OF_SUBAGENTS: [&str; 2] = ["SubagentStart", "SubagentStop"];

/// The tool that starts one, as clients call it.
const AGENT: [&str; 2] = ["Agent", "Task"];

/// What a hook has to hear of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Expected {
    pub(super) hook: String,
    pub(super) event: String,
    /// One of these; empty where the event is about none.
    pub(super) tools: Vec<String>,
    /// Whether it comes only after a tool has run.
    pub(super) needs_a_run: bool,
}

/// The calls of the model.
pub(super) fn calls(facts: &Facts<'_>, project: &Path) -> Vec<ToolCall> {
    let file = project.join("doctor.txt");
    let is_reached = |tool: &&str| facts.ours().any(|entry| reaches(entry, tool));
    let mut tools: Vec<&str> = TOOLS.into_iter().filter(is_reached).collect();
    if tools.contains(&"Edit") || tools.contains(&"Read") {
        // What is edited has to have been written, and read.
        tools = TOOLS.into_iter().filter(|tool| *tool != "Bash" || tools.contains(tool)).collect();
    }
    let input = |tool: &str| match tool {
        "Write" => json!({"file_path": file, "content": "one\n"}),
        "Edit" => json!({"file_path": file, "old_string": "one", "new_string": "two"}),
        "Bash" => json!({"command": "true", "description": "nothing"}),
        _ => json!({"file_path": file}),
    };
    let call = |tool: &str| ToolCall { name: tool.to_owned(), input: input(tool) };
    let mut calls: Vec<ToolCall> = tools.into_iter().map(call).collect();
    if facts.ours().any(|entry| OF_SUBAGENTS.contains(&entry.handler.event.as_str())) {
        let input = json!({
            "description": "look",
            "prompt": "Say that you are done.",
            "subagent_type": "general-purpose",
            "run_in_background": false,
        });
        calls.push(ToolCall { name: "Agent".to_owned(), input });
    }
    calls
}

/// What these hooks have to hear of.
pub(super) fn expected(facts: &Facts<'_>, hooks: &[&str], calls: &[ToolCall]) -> Vec<Expected> {
    let mut expected = Vec::new();
    for hook in hooks.iter().filter(|hook| (facts.given.about)(hook).mode != "off") {
        for entry in facts.of(hook).filter(|entry| !entry.handler.is_async) {
            let event = entry.handler.event.as_str();
            let tools: Vec<String> = match event {
                "PreToolUse" | "PostToolUse" => {
                    let its = |tool: &str| reaches(entry, tool) && wants(facts, hook, event, tool);
                    let reached = calls.iter().filter(|call| its(&call.name));
                    reached.map(|call| call.name.clone()).collect()
                }
                _ => Vec::new(),
            };
            let is_of_tools = !tools.is_empty();
            if is_of_tools || ALWAYS.contains(&event) && is_of_the_beginning(facts, hook, entry) {
                let needs_a_run = event == "PostToolUse";
                let (hook, event) = ((*hook).to_owned(), event.to_owned());
                expected.push(Expected { hook, event, tools, needs_a_run });
            } else if OF_SUBAGENTS.contains(&event) {
                let (hook, event) = ((*hook).to_owned(), event.to_owned());
                expected.push(Expected { hook, event, tools: Vec::new(), needs_a_run: false });
            }
        }
    }
    expected
}

/// Whether the client came to all events on which a hook decides.
pub(super) fn is_whole(facts: &Facts<'_>, hook: &str, expected: &[Expected]) -> bool {
    let is_expected = |event: &str| expected.iter().any(|it| it.hook == hook && it.event == event);
    let mut deciding = facts.of(hook).filter(|entry| entry.handler.event == "PreToolUse");
    deciding.all(|entry| is_expected(&entry.handler.event))
        && expected.iter().any(|it| it.hook == hook)
}

/// Whether an entry is not about a beginning other than that of a new session.
fn is_of_the_beginning(facts: &Facts<'_>, hook: &str, entry: &Entered) -> bool {
    let event = &entry.handler.event;
    event != "SessionStart"
        || read(entry.handler.matcher.as_deref()).reaches("startup")
            && wants(facts, hook, event, "startup")
}

/// Whether a hook is for this, where its entry is for others too.
fn wants(facts: &Facts<'_>, hook: &str, event: &str, subject: &str) -> bool {
    let wanted = facts.wanted(hook, event);
    wanted.is_some_and(|wanted| read(wanted.matcher.as_deref()).reaches(subject))
}

fn reaches(entry: &Entered, tool: &str) -> bool {
    let handler = &entry.handler;
    let is_of_tools = ["PreToolUse", "PostToolUse"].contains(&handler.event.as_str());
    let matcher = read(handler.matcher.as_deref());
    let names: &[&str] = if AGENT.contains(&tool) { &AGENT } else { &[tool] };
    is_of_tools && handler.rule.is_none() && names.iter().any(|name| matcher.reaches(name))
}
