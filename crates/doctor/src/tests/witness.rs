//! What a client is seen to do, by a client that only writes down what hooks would have.

use super::machine::Machine;
use crate::{Examination, Level, State};

/// What 2.1.330 reported of both hooks, in a session in which it wrote and read a file and ran `true`;
/// what it says of itself and of the person is taken out.
const REPORTED: &str = include_str!("telemetry.json");

/// A client that leaves this account of calls, and says this.
fn examined(lines: &[String], says: &str) -> Examination {
    examined_by(lines, says, REPORTED)
}

/// One that reports this besides.
fn examined_by(lines: &[String], says: &str, reports: &str) -> Examination {
    let mut machine = Machine::healthy();
    machine.write("reports", reports);
    let script = format!(
        "#!/bin/bash\nset -e\ntest -n \"$ANTHROPIC_BASE_URL\" && test \"$HOME\" != \"{}\"\n\
         grep -q governance-hook .claude/settings.json\ngrep -q 'account: all' .tacklebox/tacklebox.yaml\n\
         mkdir -p \"$TACKLEBOX_STATE_DIR/projects/p\"\n\
         cat > \"$TACKLEBOX_STATE_DIR/projects/p/calls.jsonl\" <<'END'\n{}\nEND\ncat <<'END'\n{says}\nEND\n\
         exec 3<>\"/dev/tcp/127.0.0.1/${{OTEL_EXPORTER_OTLP_ENDPOINT##*:}}\"\n\
         printf 'POST /v1/logs HTTP/1.1\\r\\nContent-Length: {}\\r\\n\\r\\n' >&3\n\
         cat '{}' >&3\ncat <&3 > /dev/null\n",
        machine.path("home").display(),
        lines.join("\n"),
        reports.len(),
        machine.path("reports").display(),
    );
    machine.program("client", &script);
    machine.client = Some(machine.path("client"));
    machine.examine(Level::Witnessed)
}

/// A line of the account, of both hooks.
fn line(event: &str, tool: Option<&str>) -> String {
    let tool = tool.map(|tool| format!("\"tool_name\":\"{tool}\",")).unwrap_or_default();
    format!(
        "{{\"event\":\"{event}\",{tool}\"verdict\":\"none\",\"hooks\":[{{\"hook\":\"governance-hook\"}},\
         {{\"hook\":\"intent-gate-hook\"}}]}}"
    )
}

/// All that both hooks are entered for.
fn all() -> Vec<String> {
    let others =
        ["SessionStart", "UserPromptSubmit", "SubagentStart", "SubagentStop", "SessionEnd"];
    let mut lines: Vec<String> = others.iter().map(|event| line(event, None)).collect();
    for tool in ["Write", "Read", "Edit", "Bash"] {
        lines.push(line("PreToolUse", Some(tool)));
    }
    lines
}

fn findings(examined: &Examination) -> Vec<&str> {
    examined.findings.iter().map(|finding| finding.message.as_str()).collect()
}

#[test]
fn hooks_that_heard_of_everything_are_witnessed() {
    let mut lines = all();
    lines.push(line("PostToolUse", Some("Read")));
    let examined = examined(&lines, "");
    assert!(findings(&examined).is_empty(), "{examined}");
    for hook in &examined.hooks {
        assert_eq!((hook.state, hook.level), (State::Protecting, Level::Witnessed), "{hook:?}");
    }
    assert!(examined.to_string().contains("project, witnessed; "), "{examined}");
}

#[test]
fn only_what_has_run_has_an_end() {
    let examined_with = |error: &str| {
        let result = format!(r#"{{"tool_use_id":"toolu_scripted_1",{error}"type":"tool_result"}}"#);
        examined(&all(), &format!(r#"{{"type":"user","message":{{"content":[{result}]}}}}"#))
    };
    let denied = examined_with("\"is_error\":true,");
    assert!(findings(&denied).is_empty(), "{denied}");
    let unheard = "the client came to PostToolUse Read, and intent-gate-hook was not asked";
    assert_eq!(findings(&examined_with("")), [unheard]);
}

#[test]
fn a_hook_that_was_not_asked_does_not_protect() {
    let lines: Vec<String> =
        all().into_iter().filter(|line| !line.contains("UserPromptSubmit")).collect();
    let examined = examined(&lines, "");
    let governance = "the client came to UserPromptSubmit, and governance-hook was not asked";
    assert!(findings(&examined).contains(&governance), "{examined}");
    assert_eq!(examined.exit_status(), 1);
    assert!(examined.hooks.iter().all(|hook| hook.state == State::Not), "{examined}");
}

#[test]
fn a_client_that_fails_says_nothing_of_hooks() {
    let mut machine = Machine::healthy();
    machine.program("client", "#!/bin/sh\necho 'no such option'; exit 1\n");
    machine.client = Some(machine.path("client"));
    let examined = machine.examine(Level::Witnessed);
    assert_eq!(examined.exit_status(), 3);
    let said = examined.to_string();
    for words in
        ["no client was witnessed: ", "/client ended with exit status: 1", "no such option"]
    {
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn what_a_client_says_of_a_failure_is_told() {
    let says =
        r#"{"subtype":"hook_response","hook_name":"Stop","outcome":"error","output":"gone"}"#;
    let examined = examined(&all(), says);
    assert_eq!(findings(&examined), ["the client says that a hook of Stop failed: gone"]);
}

/// What is found where the client reports `to` in place of `from` of the event of this name.
fn found_where(name: &str, from: &str, to: &str) -> Vec<String> {
    let is_meant = |line: &&str| line.contains(&format!("\"{name}\"}}")) && line.contains(from);
    let line = REPORTED.lines().find(is_meant).unwrap();
    let examined = examined_by(&all(), "", &REPORTED.replace(line, &line.replace(from, to)));
    findings(&examined).into_iter().map(str::to_owned).collect()
}

/// An attribute of a record.
fn attribute(key: &str, value: &str) -> String {
    format!(r#"{{"key": "{key}", "value": {{"stringValue": "{value}"}}}}"#)
}

#[test]
fn a_client_that_reports_nothing_is_named() {
    let silent = "the client reported nothing of its hooks by telemetry: \
        this is said by the account of calls and by what the client printed";
    let examined = examined_by(&all(), "", "{}");
    assert_eq!(findings(&examined), [silent]);
    assert_eq!(examined.exit_status(), 0);
}

#[test]
fn an_entry_that_the_client_did_not_register_is_an_error() {
    let event = |name: &str| attribute("hook_event", name);
    let lines = REPORTED.lines().filter(|line| !line.contains(&event("SessionEnd")));
    let examined = examined_by(&all(), "", &lines.collect::<Vec<_>>().join("\n"));
    let unregistered = "the client did not register intent-gate-hook for SessionEnd";
    assert_eq!(findings(&examined), [unregistered]);
    assert_eq!(examined.exit_status(), 1);
}

#[test]
fn what_a_client_reports_of_an_end_is_told() {
    let none = |key: &str| (attribute(key, "0"), attribute(key, "1"));
    let (from, to) = none("num_cancelled");
    let cancelled = "the client ended 1 of its hooks of PreToolUse:Read: their time was over";
    assert_eq!(found_where("PreToolUse:Read", &from, &to), [cancelled]);
    let (from, to) = none("num_outputs_persisted");
    let cut = "0 characters of context on UserPromptSubmit: the client passed on a part";
    assert_eq!(found_where("UserPromptSubmit", &from, &to), [cut]);
}

#[test]
fn a_denial_counts_where_the_client_says_so() {
    let mut lines = all();
    lines.push(line("PreToolUse", Some("Bash")).replace("none", "deny"));
    let uncounted = "a hook denied PreToolUse:Bash, and the client counted no denial";
    assert_eq!(findings(&examined(&lines, "")), [uncounted]);
    let (from, to) = (attribute("num_blocking", "0"), attribute("num_blocking", "1"));
    let counted = REPORTED.replace(&from, &to);
    assert!(findings(&examined_by(&lines, "", &counted)).is_empty());
}
