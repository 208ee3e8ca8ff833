//! Programs that do not start, or answer what no host takes.

use std::collections::BTreeSet;
use std::fs;

use hook_installer::{Engine, Scope};

use super::{GATE, Row, SETTINGS, check, governance_says, plugin};
use crate::tests::machine::{Machine, SILENT, offers};
use crate::{Level, State, list};

/// Writes all paths of the settings otherwise.
fn rename(machine: &Machine, from: &str, to: &str) {
    let text = machine.read(SETTINGS);
    assert!(text.contains(from), "{text}");
    machine.write(SETTINGS, &text.replace(from, to));
}

#[test]
fn no_hook_protects_whose_program_is_gone() {
    let all = offers().into_iter().map(|offer| offer.hook).collect::<Vec<_>>();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    for engine in [Engine::Off, Engine::On] {
        let machine = Machine::healthy();
        machine.write("project/.tacklebox/post-edit.yaml", "version: 1\n");
        machine.install(&all, Scope::Project, engine);
        let bin = machine.path("project/.claude/hooks/bin");
        let names = if engine == Engine::On { vec!["tacklebox"] } else { all.clone() };
        for name in names {
            let away = machine.path("away");
            fs::rename(bin.join(name), &away).unwrap();
            let gone = |hook: &str| engine == Engine::On || hook == name;
            for level in [Level::Static, Level::Played] {
                let examined = machine.examine(level);
                assert_eq!(examined.hooks.len(), all.len(), "{examined}");
                for hook in &examined.hooks {
                    let expected = if gone(&hook.hook) { State::Not } else { State::Protecting };
                    assert_eq!(hook.state, expected, "{name}: {}\n{examined}", hook.hook);
                    let is_final = if gone(&hook.hook) { "no" } else { "yes" };
                    assert_eq!(hook.is_final, is_final, "{name}: {}", hook.hook);
                }
                let messages = examined.findings.iter().map(|finding| &finding.message);
                let different = messages.collect::<BTreeSet<_>>().len();
                let said = examined.to_string().matches("error (program)").count();
                assert_eq!(said, different, "once for all: {examined}");
            }
            for listed in machine.with(Level::Static, list).hooks {
                assert_eq!(listed.protects, Some(!gone(&listed.hook)), "{name}: {listed:?}");
            }
            fs::rename(&away, bin.join(name)).unwrap();
        }
    }
}

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
        "another name that nothing has",
        |it| rename(it, "bin/intent-gate-hook", "bin/intent-gate-hook-old"),
        "error program intent-gate-hook",
    ),
    (
        "a variable that nobody fills in",
        |it| rename(it, "${CLAUDE_PROJECT_DIR}/.claude/hooks/bin/intent", "$ROOT/intent"),
        "error program intent-gate-hook",
    ),
    (
        "an engine by another name",
        |it| {
            it.install(&["governance-hook", "intent-gate-hook"], Scope::Project, Engine::On);
            rename(it, "bin/tacklebox\"", "bin/tacklebox-old\"");
        },
        "error program governance-hook, error program intent-gate-hook",
    ),
    (
        "a name that is no hook's",
        |it| rename(it, "bin/intent-gate-hook", "bin/gate"),
        "error program -, note foreign -",
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
        "no intents",
        |it| fs::remove_dir_all(it.path("project/.orchestration")).unwrap(),
        "warning configuration intent-gate-hook",
    ),
];

#[test]
fn programs_that_answer_what_no_host_takes() {
    check(PROGRAMS_THAT_ANSWER_WHAT_NO_HOST_TAKES);
}
