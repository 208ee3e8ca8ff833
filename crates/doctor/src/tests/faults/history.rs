//! What sessions that were tell, what is kept, and plugins that are behind.

use std::time::{Duration, SystemTime};

use humantime::format_rfc3339;

use super::{Row, check, foreign, plugin};
use crate::Foreign;
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
    (
        "two that rewrite one input",
        |it| {
            it.foreign = Foreign::Played;
            it.program("rewrites", "#!/bin/sh\necho '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"updatedInput\":{}}}'\n");
            let path = it.path("rewrites");
            let group = |n: usize| {
                format!(
                    "{{\"matcher\": \"Bash\", \"hooks\": [{{\"type\": \"command\", \"command\": {:?}, \"args\": [\"{n}\"]}}]}}",
                    path.to_str().unwrap()
                )
            };
            foreign(it, "PreToolUse", &format!("{}, {}", group(1), group(2)));
        },
        "warning foreign -, warning rewriters -",
    ),
    (
        "a plugin that is behind",
        |it| {
            let hooks = "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"${CLAUDE_PLUGIN_ROOT}/bin/agent-trace-hook\", \"args\": [], \"timeout\": 5}]}], \"PostToolUse\": [{\"matcher\": \"Edit|Write|MultiEdit|NotebookEdit\", \"hooks\": [{\"type\": \"command\", \"command\": \"${CLAUDE_PLUGIN_ROOT}/bin/agent-trace-hook\", \"args\": [], \"timeout\": 5}]}]}}";
            plugin(it, hooks);
            let text = it.read("programs/agent-trace-hook");
            it.program("home/.claude/plugins/cache/m/p/1/bin/agent-trace-hook", &text);
            it.write(
                "home/.claude/plugins/cache/m/p/1/.claude-plugin/plugin.json",
                "{\"version\": \"1.0.0\"}",
            );
            let market = it.path("market");
            it.write(
                "home/.claude/plugins/known_marketplaces.json",
                &format!("{{\"m\": {{\"installLocation\": {:?}}}}}", market.to_str().unwrap()),
            );
            it.write(
                "market/.claude-plugin/marketplace.json",
                "{\"plugins\": [{\"name\": \"p\", \"source\": \"./p\"}]}",
            );
            it.write("market/p/.claude-plugin/plugin.json", "{\"version\": \"1.1.0\"}");
        },
        "warning program agent-trace-hook",
    ),
];

#[test]
fn history_and_what_is_kept() {
    check(HISTORY);
}
