//! Whether a word such as `delete` is a part of a name: `the delete path`, `the publish job`.

use crate::Words;
use crate::deed::{Lead, lead};
use crate::text::Text;

/// What stands before a name.
pub(crate) const DETERMINERS: [&str; 10] =
    ["a", "an", "any", "each", "every", "its", "our", "that", "the", "this"];

/// What has its name behind it.
const CALLED: [&str; 8] =
    ["class", "constant", "enum", "field", "function", "method", "parameter", "variable"];

/// What is made of code, text or a screen and has a name.
const NAMED: [&str; 56] = [
    "action",
    "api",
    "badge",
    "button",
    "case",
    "class",
    "color",
    "colour",
    "command",
    "dialog",
    "endpoint",
    "enum",
    "error",
    "event",
    "feature",
    "field",
    "flag",
    "flow",
    "function",
    "guide",
    "handler",
    "helper",
    "hook",
    "icon",
    "item",
    "label",
    "link",
    "logic",
    "mail",
    "menu",
    "message",
    "method",
    "modal",
    "mode",
    "module",
    "page",
    "panel",
    "path",
    "phase",
    "policy",
    "process",
    "route",
    "rule",
    "scenario",
    "screen",
    "section",
    "semantics",
    "signature",
    "stage",
    "state",
    "status",
    "template",
    "test",
    "tests",
    "variant",
    "workflow",
];

/// What has a process begin: `Start the purge process`, `Continue with the delete stage`.
const BEGINS: [&str; 13] = [
    "begin", "down", "enable", "execute", "for", "initiate", "launch", "off", "on", "queue",
    "resume", "start", "with",
];
/// Those that say so only behind a certain word.
const BEHIND: [(&str, &str); 6] = [
    ("go", "down"),
    ("kick", "off"),
    ("turn", "on"),
    ("continue", "with"),
    ("ahead", "with"),
    ("ready", "for"),
];
/// And what is begun so.
const PROCESSES: [&str; 9] =
    ["command", "flow", "mode", "path", "phase", "policy", "process", "stage", "workflow"];

impl Words {
    /// How many words are a name here: what would be done, and what that is the name of.
    pub(crate) fn name_length_at(&self, text: &Text, at: usize) -> Option<usize> {
        let before = at.checked_sub(1).filter(|_| text.is_joined(at, at + 1))?;
        let is_named = DETERMINERS.contains(&text.letters_at(before))
            && lead(text, at) == Lead::Other
            && !self.is_acted_on(text, at);
        // `the variable purge`.
        if CALLED.contains(&text.letters_at(before)) && before > 0 {
            let is_called = DETERMINERS.contains(&text.letters_at(before - 1));
            let entry = self.matches(text, at).find_map(|entry| entry.length_at(text, at));
            return entry.filter(|_| is_called);
        }
        let mut entries = self.matches(text, at).filter(|_| is_named);
        entries.find_map(|entry| {
            let end = at + entry.length_at(text, at)?;
            let named = text.letters_at(end);
            let is_begun = PROCESSES.contains(&named) && is_begun(text, before);
            let is_name = text.is_joined(end, end + 1) && NAMED.contains(&named) && !is_begun;
            is_name.then_some(end + 1 - at)
        })
    }
}

/// Whether what stands from here on is begun: somebody says so before it.
fn is_begun(text: &Text, at: usize) -> bool {
    let Some(last) = at.checked_sub(1).filter(|_| text.is_joined(at, at + 1)) else {
        return false;
    };
    let word = text.letters_at(last);
    let mut certain = BEHIND.iter().filter(|(_, second)| *second == word).peekable();
    if certain.peek().is_none() {
        return BEGINS.contains(&word);
    }
    last.checked_sub(1).is_some_and(|first| certain.any(|it| it.0 == text.letters_at(first)))
}
