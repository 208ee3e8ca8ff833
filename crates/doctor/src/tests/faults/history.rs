//! What sessions that were tell, what is kept, and plugins that are behind.

use std::time::{Duration, SystemTime};

use humantime::format_rfc3339;

use super::{Row, check};
use crate::tests::machine::Machine;

/// A session with one call of this tool, which began two hours ago or so much later. Its times are
/// those of its lines.
fn session(machine: &Machine, tool: &str, later: u64) {
    let at = |seconds: u64| {
        let begun = now() - Duration::from_secs(7200);
        format_rfc3339(begun + Duration::from_secs(seconds)).to_string()
    };
    let project = machine.path("project");
    let name: String = project
        .to_str()
        .unwrap()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    let call = format!(r#"{{"type":"tool_use","id":"t1","name":"{tool}","input":{{}}}}"#);
    let lines = format!(
        "{{\"type\":\"user\",\"timestamp\":\"{}\",\"message\":{{\"content\":\"go\"}}}}\n\
         {{\"type\":\"assistant\",\"timestamp\":\"{}\",\"message\":{{\"content\":[{call}]}}}}\n",
        at(later),
        at(later + 60),
    );
    machine.write(&format!("home/.claude/projects/{name}/s.jsonl"), &lines);
}

#[expect(clippy::disallowed_methods, reason = "files are compared with the system's clock")]
fn now() -> SystemTime {
    SystemTime::now()
}

const HISTORY: &[Row] = &[
    (
        "a call of which nobody heard",
        |it| session(it, "Edit", 10_800),
        "warning unheard governance-hook, warning unheard intent-gate-hook",
    ),
    (
        "a call of a tool that one is not for",
        |it| session(it, "WebFetch", 10_800),
        "warning unheard governance-hook",
    ),
    (
        "a call of which all heard",
        |it| {
            session(it, "Edit", 10_800);
            it.asked = Some(now() + Duration::from_secs(3600));
        },
        "",
    ),
    ("a session from before", |it| session(it, "Edit", 0), ""),
    (
        "a denial that was lifted",
        |it| {
            it.overruled.insert("governance-hook".to_owned(), "Bash rm, 1h ago".to_owned());
        },
        "error overruled governance-hook",
    ),
    (
        "a ledger that does not verify",
        |it| {
            it.damaged.insert("intent-gate-hook".to_owned(), "line 3 was changed".to_owned());
        },
        "error kept intent-gate-hook",
    ),
];

#[test]
fn history_and_what_is_kept() {
    check(HISTORY);
}
