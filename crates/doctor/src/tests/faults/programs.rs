//! Programs that do not start, or answer what no host takes.

use std::fs;

use hook_installer::{Engine, Scope};

use super::{GATE, Row, SETTINGS, check, foreign, governance_says, plugin};
use crate::Foreign;
use crate::tests::machine::SILENT;

const PROGRAMS_THAT_DO_NOT_START: &[Row] = &[
    ("deleted", |it| fs::remove_file(it.path(GATE)).unwrap(), "error program intent-gate-hook"),
    ("without a run bit", |it| it.mode(GATE, 0o644), "error program intent-gate-hook"),
    (
        "a folder",
        |it| {
            fs::remove_file(it.path(GATE)).unwrap();
            fs::create_dir(it.path(GATE)).unwrap();
        },
        "error program intent-gate-hook",
    ),
    (
        "a link to nowhere",
        |it| {
            fs::remove_file(it.path(GATE)).unwrap();
            std::os::unix::fs::symlink("nowhere", it.path(GATE)).unwrap();
        },
        "error program intent-gate-hook",
    ),
    ("empty", |it| it.program(GATE, ""), "error program intent-gate-hook"),
    ("words", |it| it.program(GATE, "no program\n"), "error program intent-gate-hook"),
    (
        "without its interpreter",
        |it| it.program(GATE, "#!/no/such/sh\n"),
        "error program intent-gate-hook",
    ),
    (
        "for another machine",
        |it| {
            it.program(GATE, &format!("\x7fELF{}", "\0".repeat(60)));
        },
        "error program intent-gate-hook",
    ),
    (
        "all of them deleted",
        |it| fs::remove_dir_all(it.path("project/.claude/hooks")).unwrap(),
        "error program governance-hook, error program intent-gate-hook",
    ),
    (
        "changed",
        |it| it.program(GATE, &format!("{SILENT}# another\n")),
        "warning program intent-gate-hook",
    ),
    (
        "a plugin's that is gone",
        |it| {
            plugin(
                it,
                "{\"hooks\": {\"PostToolUse\": [{\"matcher\": \"Edit|Write|MultiEdit|NotebookEdit\", \"hooks\": [{\"type\": \"command\", \"command\": \"${CLAUDE_PLUGIN_ROOT}/bin/post-edit-hook\", \"args\": [], \"timeout\": 120}]}]}}",
            );
        },
        "error program post-edit-hook, warning configuration post-edit-hook",
    ),
    (
        "our plugin's that are gone",
        |it| plugin(it, &of_our_plugin("PostToolUse", "post-edit-hook")),
        "error played post-edit-hook, warning configuration post-edit-hook",
    ),
    (
        "our plugin beside the settings",
        |it| {
            plugin(it, &of_our_plugin("PreToolUse", "governance-hook"));
            let run = "home/.claude/plugins/cache/m/p/1/native/run";
            it.program(run, "cat > /dev/null\n: > \"$CLAUDE_PLUGIN_DATA/copy\"\n");
        },
        "error entry governance-hook, error twice governance-hook",
    ),
];

/// The entry of our plugin for a hook: a shell starts its programs.
fn of_our_plugin(event: &str, hook: &str) -> String {
    let args =
        format!("[\"${{CLAUDE_PLUGIN_ROOT}}/native/run\", \"tacklebox\", \"run\", \"{hook}\"]");
    format!(
        "{{\"hooks\": {{\"{event}\": [{{\"matcher\": \"*\", \"hooks\": [{{\"type\": \"command\", \"command\": \"sh\", \"args\": {args}, \"timeout\": 120}}]}}]}}}}"
    )
}

#[test]
fn programs_that_do_not_start() {
    check(PROGRAMS_THAT_DO_NOT_START);
}

const PROGRAMS_THAT_ANSWER_WHAT_NO_HOST_TAKES: &[Row] = &[
    ("status 1", |it| governance_says(it, "exit 1"), "error played governance-hook"),
    (
        "no JSON on a tool",
        |it| governance_says(it, "grep -q PreToolUse && echo hello; exit 0"),
        "error played governance-hook",
    ),
    (
        "another event's answer",
        |it| {
            governance_says(
                it,
                "grep -q PreToolUse && echo '{\"hookSpecificOutput\":{\"hookEventName\":\"Stop\"}}'; exit 0",
            );
        },
        "error played governance-hook",
    ),
    (
        "an error",
        |it| governance_says(it, "grep -q PreToolUse && echo oh >&2; exit 0"),
        "error played governance-hook",
    ),
    (
        "no end",
        |it| {
            it.edit(SETTINGS, "\"timeout\": 5", "\"timeout\": 4");
            governance_says(it, "if grep -q PreToolUse; then sleep 20; fi");
        },
        "error played governance-hook",
    ),
    (
        "too much context",
        |it| {
            governance_says(
                it,
                "if grep -q UserPromptSubmit; then printf '{\"hookSpecificOutput\":{\"hookEventName\":\"UserPromptSubmit\",\"additionalContext\":\"%010001d\"}}' 0; fi",
            );
        },
        "warning context governance-hook",
    ),
    (
        "slow at the end",
        |it| {
            let text = "#!/bin/sh\nif grep -q SessionEnd; then sleep 1.7; fi\n";
            it.program(GATE, text);
            it.program("programs/intent-gate-hook", text);
        },
        "warning timeout intent-gate-hook",
    ),
    (
        "a broken configuration",
        |it| {
            governance_says(
                it,
                "echo \"governance-hook: could not read $CLAUDE_PROJECT_DIR/.tacklebox/governance.yaml:2:1: foo: unknown field\" >&2",
            );
        },
        "error configuration governance-hook",
    ),
    (
        "a rule without an effect",
        |it| {
            it.mistakes.insert("governance-hook".to_owned(), "X is no state".to_owned());
        },
        "error lint governance-hook",
    ),
    (
        "a formatter that is not there",
        |it| {
            it.install(&["post-edit-hook"], Scope::Project, Engine::Off);
            it.write("project/.tacklebox/post-edit.yaml", "version: 1\n");
            it.mistakes.insert("post-edit-hook".to_owned(), "`x` is not found".to_owned());
        },
        "warning lint post-edit-hook",
    ),
    (
        "a configuration that cannot be read, and that lint names too",
        |it| {
            it.mistakes.insert("governance-hook".to_owned(), "foo: unknown field".to_owned());
            governance_says(
                it,
                "echo \"governance-hook: could not read $CLAUDE_PROJECT_DIR/.tacklebox/governance.yaml:2:1: foo: unknown field\" >&2",
            );
        },
        "error configuration governance-hook",
    ),
    (
        "no configuration",
        |it| fs::remove_file(it.path("project/.tacklebox/governance.yaml")).unwrap(),
        "warning configuration governance-hook",
    ),
    (
        "no intents",
        |it| fs::remove_dir_all(it.path("project/.orchestration")).unwrap(),
        "warning configuration intent-gate-hook",
    ),
    (
        "somebody else who allows",
        |it| {
            it.foreign = Foreign::Played;
            it.program("allow", "#!/bin/sh\necho '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"allow\"}}'\n");
            let path = it.path("allow");
            foreign(
                it,
                "PreToolUse",
                &format!(
                    "{{\"hooks\": [{{\"type\": \"command\", \"command\": {:?}, \"args\": []}}]}}",
                    path.to_str().unwrap()
                ),
            );
        },
        "warning foreign -",
    ),
];

#[test]
fn programs_that_answer_what_no_host_takes() {
    check(PROGRAMS_THAT_ANSWER_WHAT_NO_HOST_TAKES);
}
