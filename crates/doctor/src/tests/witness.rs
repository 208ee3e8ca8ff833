//! What a client is seen to do, by a client that only writes down what hooks would have.

use super::machine::Machine;
use crate::{Examination, Level, State};

/// A client that leaves this account of calls, and says this.
fn examined(lines: &[String], says: &str) -> Examination {
    let mut machine = Machine::healthy();
    let script = format!(
        "#!/bin/sh\nset -e\ntest -n \"$ANTHROPIC_BASE_URL\" && test \"$HOME\" != \"{}\"\n\
         grep -q governance-hook .claude/settings.json\ngrep -q 'account: all' .tacklebox/tacklebox.yaml\n\
         mkdir -p \"$TACKLEBOX_STATE_DIR/projects/p\"\n\
         cat > \"$TACKLEBOX_STATE_DIR/projects/p/calls.jsonl\" <<'END'\n{}\nEND\ncat <<'END'\n{says}\nEND\n",
        machine.path("home").display(),
        lines.join("\n"),
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
    assert!(examined.to_string().contains("no client was witnessed: the client ended with"));
    assert!(examined.to_string().contains("no such option"), "{examined}");
}

#[test]
fn what_a_client_says_of_a_failure_is_told() {
    let says =
        r#"{"subtype":"hook_response","hook_name":"Stop","outcome":"error","output":"gone"}"#;
    let examined = examined(&all(), says);
    assert_eq!(findings(&examined), ["the client says that a hook of Stop failed: gone"]);
}
