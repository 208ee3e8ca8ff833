//! A settings file, and what its hooks do to each other.

use std::fs;
use std::path::Path;

use hooklint::{Hook, Origin, Person, Report};

use crate::bench::{faults, looked_at};

fn looked_at_file(text: &str, origin: &Origin) -> Report {
    let person = Person { cwd: Path::new("/"), home: None };
    looked_at(Hook::of_settings(text, origin, &person), Some(text))
}

#[track_caller]
fn check(tool: &str, commands: &[&str], expected: &[&str]) {
    let handler = |command: &&str| {
        let answer =
            format!(r#"{{"hookSpecificOutput":{{"hookEventName":"PreToolUse",{command}}}}}"#);
        let line =
            format!("if grep -q '{tool}_it\\|rm -rf /\"\\|questions'; then echo '{answer}'; fi");
        serde_json::json!({"type": "command", "command": line})
    };
    let handlers: Vec<_> = commands.iter().map(handler).collect();
    let text = serde_json::json!({"hooks": {"PreToolUse": [{"matcher": tool, "hooks": handlers}]}});
    let report = looked_at_file(&text.to_string(), &Origin::Elsewhere);
    assert_eq!(faults(&report), expected, "{:#?}", report.findings);
}

#[test]
fn two_hooks_that_cannot_both_have_their_way_are_found() {
    let rewrite = r#""updatedInput":{"command":"ls","description":"d"}"#;
    let other = r#""updatedInput":{"command":"ls -a","description":"d"}"#;
    check("Bash", &[rewrite, other], &["two-rewriters"]);
    let allow = r#""permissionDecision":"allow""#;
    let deny = r#""permissionDecision":"deny","permissionDecisionReason":"r""#;
    check("Bash", &[allow, deny], &["allow-and-deny"]);
    check("Bash", &[deny, deny], &[]);
    let [yes, no] = ["Yes", "No"].map(|word| {
        format!(
            r#""permissionDecision":"allow","updatedInput":{{"questions":[],"answers":{{"Which?":"{word}"}}}}"#
        )
    });
    check("AskUserQuestion", &[&yes, &no], &["two-answers"]);
}

#[test]
fn what_the_host_drops_of_the_file_is_found() {
    let never = r#"{"hooks":{"PreToolUse":[{"matcher":"mcp__github","hooks":[]}]}}"#;
    assert_eq!(faults(&looked_at_file(never, &Origin::Elsewhere)), ["settings"]);
    assert_eq!(faults(&looked_at_file("{\"hooks\":{},}", &Origin::Elsewhere)), ["settings"]);
}

#[test]
fn who_is_not_waited_for_decides_nothing() {
    let block = r#"echo '{\"decision\":\"block\",\"reason\":\"r\"}'"#;
    let text = format!(
        r#"{{"hooks":{{"UserPromptSubmit":[{{"hooks":[{{"type":"command","command":"{block}","async":true}}]}}]}}}}"#
    );
    assert_eq!(faults(&looked_at_file(&text, &Origin::Elsewhere)), ["async-decides"]);
}

#[test]
fn a_hook_of_a_project_is_run_in_a_copy_of_it() {
    let project = tempfile::tempdir().unwrap();
    let hooks = project.path().join(".claude/hooks");
    fs::create_dir_all(&hooks).unwrap();
    fs::copy("/bin/true", hooks.join("silent")).unwrap();
    let command = |name: &str| {
        format!(
            r#"{{"hooks":{{"Stop":[{{"hooks":[{{"type":"command","command":"\"$CLAUDE_PROJECT_DIR\"/.claude/hooks/{name}; touch here"}}]}}]}}}}"#
        )
    };
    let looked_at =
        |name: &str| looked_at_file(&command(name), &Origin::Project(project.path().to_owned()));
    assert_eq!(faults(&looked_at("silent")), ["writes-project"]);
    assert!(!project.path().join("here").exists());
}

#[test]
fn a_hook_of_a_plugin_is_found_in_its_folder() {
    let plugin = tempfile::tempdir().unwrap();
    fs::copy("/bin/true", plugin.path().join("silent")).unwrap();
    let text = r#"{"hooks":{"Stop":[{"hooks":[
        {"type":"command","command":"\"${CLAUDE_PLUGIN_ROOT}/silent\""},
        {"type":"command","command":"${CLAUDE_PLUGIN_ROOT}/silent","args":[]}]}]}}"#;
    let of = |origin: &Origin| looked_at_file(text, origin);
    assert_eq!(faults(&of(&Origin::Plugin(plugin.path().to_owned()))), [""; 0]);
    assert_eq!(faults(&of(&Origin::Elsewhere)), ["missing-program"]);
}
