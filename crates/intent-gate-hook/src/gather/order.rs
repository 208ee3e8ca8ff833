//! What a call wants of the gate itself: by a tool of the server for intents, or by
//! the gate's own program.

#[cfg(test)]
mod tests;

use serde_json::Value;
use shell_syntax::{SimpleCommand, Word};

use crate::gather::program::{ENGINE, PROGRAM, SHORT};

/// What a call wants of the gate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Order {
    /// Choose this intent.
    Select(String),
    /// Free the intent that was chosen.
    Release,
    /// Have the scope grow.
    Request { paths: Vec<String>, reason: String },
    /// Something that only a person may do.
    OfAPerson(String),
}

/// What a tool of the server for intents wants, whatever that server is called;
/// `Some(None)` for one that only reads.
#[expect(clippy::option_option, reason = "no tool of ours, one that wants nothing, one that does")]
pub(crate) fn of_mcp(tool: &str, input: &Value) -> Option<Option<Order>> {
    let text = |key: &str| input.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    // The name of a server may end within what is taken for the tool's.
    Some(match tool.rsplit("__").next().unwrap_or(tool) {
        "select_active_intent" => Some(Order::Select(text("intent_id"))),
        "release_intent" => Some(Order::Release),
        "scope_expansion_request" => {
            let paths = input.get("paths").and_then(Value::as_array);
            let paths = paths.into_iter().flatten().filter_map(Value::as_str);
            let paths = paths.map(str::to_owned).collect();
            Some(Order::Request { paths, reason: text("reason") })
        }
        "list_intents" => None,
        _ => return None,
    })
}

/// Whether a command calls the gate's own program: by its name, or as `tacklebox intent-gate`.
pub(crate) fn is_own(command: &SimpleCommand) -> bool {
    match command.program() {
        Some(PROGRAM) => true,
        Some(ENGINE) => {
            let first = command.args().next();
            first.is_some_and(|word| word.literal && [PROGRAM, SHORT].contains(&word.text.as_str()))
        }
        _ => false,
    }
}

/// What a call of the gate's own program wants, for a session.
pub(crate) fn of_command(command: &SimpleCommand, session: &str) -> Option<Order> {
    let mut words: Vec<&str> = behind(command).map(|word| word.text.as_str()).collect();
    let is_elsewhere = take_project(&mut words);
    let is_literal = command.args().all(|word| word.literal);
    let is_own = |option: &str, value: &str| option == "--session" && value == session;
    match words.as_slice() {
        [.., "-h" | "--help"] => None,
        // What a session works on is said in its own project.
        ["select" | "release", ..] if is_elsewhere => Some(of_a_person(command)),
        ["select", id] if is_literal && !id.starts_with('-') => {
            Some(Order::Select((*id).to_owned()))
        }
        ["select", id, option, value] | ["select", option, value, id] if is_own(option, value) => {
            Some(Order::Select((*id).to_owned()))
        }
        ["release"] => Some(Order::Release),
        ["release", option, value] if is_own(option, value) => Some(Order::Release),
        // Without arguments it is a hook, which believes the event that it is told.
        []
        | ["select" | "release" | "complete" | "init" | "trailer", ..]
        | ["requests", "approve" | "refuse", ..] => Some(of_a_person(command)),
        _ if !is_literal => Some(of_a_person(command)),
        _ => None,
    }
}

/// Takes `--project DIR` out, wherever it stands, and says whether it was there.
fn take_project(words: &mut Vec<&str>) -> bool {
    const OPTION: &str = "--project";
    let before = words.len();
    while let Some(at) = words.iter().position(|word| *word == OPTION) {
        words.drain(at..words.len().min(at + 2));
    }
    words.retain(|word| !word.strip_prefix(OPTION).is_some_and(|rest| rest.starts_with('=')));
    words.len() < before
}

/// The words behind the gate's name.
fn behind(command: &SimpleCommand) -> impl Iterator<Item = &Word> {
    command.args().skip(usize::from(command.program() == Some(ENGINE)))
}

pub(crate) fn of_a_person(command: &SimpleCommand) -> Order {
    let words: Vec<&str> = behind(command).map(|word| word.text.as_str()).collect();
    Order::OfAPerson(format!("{PROGRAM} {}", words.join(" ")).trim_end().to_owned())
}

/// Whether a command sets, or takes away, that by which the gate's program knows
/// the session in whose shell it runs, its project and its folders.
pub(crate) fn speaks_of_the_session(command: &SimpleCommand) -> bool {
    const SESSION: [&str; 2] = ["CLAUDE_CODE_SESSION_ID", "CLAUDECODE"];
    const FOLDERS: [&str; 4] = ["CLAUDE_", "TACKLEBOX_", "XDG_", "HOME="];
    let mut words = command.words.iter().chain(&command.assignments);
    words.any(|word| {
        SESSION.iter().any(|name| word.text.contains(name))
            || FOLDERS.iter().any(|name| word.text.starts_with(name))
    })
}
