//! Commands that the client starts under a plan.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::time::SystemTime;

use confine::{Network, Plan, Plans, Tickets};
use serde_json::{Value, json};

use super::{Project, SESSION};

/// A project whose client was told to start a shell that says it holds plans by `layer`.
fn walled(layer: &str) -> Project {
    let mut project = Project::new("[src/**]");
    let shell = project.folder.path().join("confine-bash");
    hook_state::replace(&shell, format!("#!/bin/sh\necho {layer}\n").as_bytes()).unwrap();
    fs::set_permissions(&shell, fs::Permissions::from_mode(0o755)).unwrap();
    let shell = shell.to_str().unwrap().to_owned();
    project.environment.push(("CLAUDE_CODE_SHELL".to_owned(), shell));
    project
}

fn start(project: &Project) -> String {
    let answer = project.answer(SESSION, "SessionStart", "", &Value::Null);
    told(&answer)
}

fn told(answer: &Value) -> String {
    answer["hookSpecificOutput"]["additionalContext"].as_str().unwrap_or_default().to_owned()
}

fn plan(project: &Project, name: &str) -> Option<Plan> {
    Plans::new(&project.folder.path().join("state")).read(name).unwrap()
}

/// What a plan opens of the project, below its root.
fn opened(project: &Project) -> Vec<String> {
    let root = format!("{}/", fs::canonicalize(project.root()).unwrap().display());
    let entries = plan(project, SESSION).unwrap().writable;
    entries.iter().map(|entry| entry.strip_prefix(&root).unwrap_or(entry).to_owned()).collect()
}

fn bash(project: &Project, command: &str) -> String {
    project.verdict("Bash", &json!({ "command": command }))
}

fn order(project: &Project, tool: &str, intent: &str) -> String {
    let tool = format!("mcp__i__{tool}");
    told(&project.answer(SESSION, "PostToolUse", &tool, &json!({ "intent_id": intent })))
}

#[test]
fn before_a_choice_a_command_runs_read_only_unless_it_says_what_it_changes() {
    let project = walled("mounts");
    let opaque = ["make", "if", "python3 tool.py", "npm run build", "./a.out"];
    for command in opaque {
        assert_eq!(bash(&project, command), "deny NO_INTENT", "no session began: {command}");
    }
    assert!(start(&project).contains("only temporary folders"));
    for command in opaque {
        assert_eq!(bash(&project, command), "", "{command}");
    }
    for command in ["echo x > src/a.ts", "git push --force", "rm -rf lib"] {
        assert_eq!(bash(&project, command), "deny NO_INTENT", "{command}");
    }
    let write = json!({ "file_path": "src/a.ts", "content": "x" });
    assert_eq!(project.verdict("Write", &write), "deny NO_INTENT");
    let plan = plan(&project, SESSION).unwrap();
    assert!(plan.writable.is_empty() && plan.git.is_empty() && plan.caches.is_empty(), "{plan:?}");
    let intents = fs::canonicalize(project.root()).unwrap().join(".orchestration");
    assert!(plan.read_only.contains(&format!("{}/", intents.display())), "{plan:?}");
}

#[test]
fn within_an_intent_what_a_command_names_is_judged_and_the_kernel_holds_the_rest() {
    let project = walled("landlock");
    start(&project);
    assert!(order(&project, "select_active_intent", "A").contains("may write src/**"));
    for command in ["make", "f=$(x); rm $f", "python3 tool.py", "echo x > src/a.ts"] {
        assert_eq!(bash(&project, command), "", "{command}");
    }
    for command in ["echo x > lib/a", "rm -rf .orchestration"] {
        assert_eq!(bash(&project, command), super::OUT, "{command}");
    }
    assert_eq!(bash(&project, "git push --force"), "ask RISK");
}

#[test]
fn a_plan_follows_choices_and_what_people_change() {
    let project = walled("mounts");
    start(&project);
    assert_eq!(opened(&project), [""; 0]);
    order(&project, "select_active_intent", "A");
    assert_eq!(opened(&project), ["src/"]);
    let wider = "active_intents: [{ id: A, owned_scope: ['src/**', 'lib/**'], network: closed }]";
    project.write(".orchestration/active_intents.yaml", wider);
    bash(&project, "make");
    assert_eq!(opened(&project), ["src/", "lib/"]);
    assert_eq!(plan(&project, SESSION).unwrap().network, Network::Closed);
    project.write(".tacklebox/intent-gate.yaml", "exempt: [notes/**]\noutputs: [gen]\n");
    bash(&project, "make");
    assert_eq!(opened(&project), ["notes/", "src/", "lib/"]);
    assert_eq!(plan(&project, SESSION).unwrap().outputs, ["gen"]);
    assert!(order(&project, "release_intent", "").contains("only temporary folders"));
    assert_eq!(opened(&project), ["notes/"]);
    project.answer(SESSION, "SessionEnd", "", &Value::Null);
    assert_eq!(plan(&project, SESSION), None);
}

#[test]
fn where_nobody_has_to_choose_commands_run_as_they_are() {
    let project = walled("mounts");
    project.write(".tacklebox/intent-gate.yaml", "require_intent: false\n");
    assert_eq!(start(&project), "");
    assert_eq!(plan(&project, SESSION), None);
    order(&project, "select_active_intent", "A");
    assert_eq!(opened(&project), ["src/"]);
}

#[test]
fn a_subagent_has_a_plan_of_its_own() {
    let project = walled("mounts");
    start(&project);
    let both =
        "active_intents: [{ id: A, owned_scope: ['src/**'] }, { id: B, owned_scope: ['lib/**'] }]";
    project.write(".orchestration/active_intents.yaml", both);
    order(&project, "select_active_intent", "A");
    let state = project.folder.path().join("state");
    let ticket = |command| {
        // A ticket that was written after this is not too old.
        Tickets::new(&state, SESSION).take(command, SystemTime::UNIX_EPOCH)
    };
    bash(&project, "make");
    assert_eq!(ticket("make"), None, "nobody else has a plan");
    let of_agent = |name: &str, tool: &str, input: Value| {
        project.answer_as(SESSION, Some("a1"), name, tool, &input)
    };
    of_agent("PostToolUse", "mcp__i__select_active_intent", json!({ "intent_id": "B" }));
    of_agent("PreToolUse", "Bash", json!({ "command": "make" }));
    assert_eq!(ticket("make").as_deref(), Some("s@a1"));
    bash(&project, "make");
    assert_eq!(ticket("make").as_deref(), Some("s"));
    assert!(plan(&project, "s@a1").unwrap().writable[0].ends_with("/lib/"));
    assert_eq!(opened(&project), ["src/"]);
    of_agent("SubagentStop", "", Value::Null);
    assert_eq!(plan(&project, "s@a1"), None);
    bash(&project, "make");
    assert_eq!(ticket("make"), None);
}

#[test]
fn the_keys_of_a_person_are_hidden_from_commands() {
    let project = walled("mounts");
    let key = project.folder.path().join("config/grants.key");
    fs::create_dir_all(key.parent().unwrap()).unwrap();
    hook_state::replace(&key, b"secret").unwrap();
    start(&project);
    let hidden = plan(&project, SESSION).unwrap().hidden;
    assert!(hidden.contains(&fs::canonicalize(key).unwrap()), "{hidden:?}");
}

#[test]
fn without_a_layer_commands_are_judged_by_their_text() {
    let project = walled("nothing");
    assert!(start(&project).contains("only checked by their text"));
    assert_eq!(bash(&project, "make"), "deny NO_INTENT");
    let project = walled("mounts");
    project.write(".tacklebox/intent-gate.yaml", "confine: off\n");
    assert_eq!(start(&project), "");
    assert_eq!(bash(&project, "make"), "deny NO_INTENT");
    // A client that was not told to start such a shell does not hear of it.
    assert_eq!(start(&Project::new("[src/**]")), "");
}

#[test]
fn a_shell_that_the_client_does_not_start_is_said_and_is_no_wall() {
    type Break = fn(&mut Project);
    let shell = |project: &Project| project.folder.path().join("confine-bash");
    let set = |project: &mut Project, value: &str| {
        project.environment.retain(|(name, _)| name != "CLAUDE_CODE_SHELL");
        project.environment.push(("CLAUDE_CODE_SHELL".to_owned(), value.to_owned()));
    };
    let breaks: [(&str, Break); 5] = [
        ("gone", |it| fs::remove_file(it.folder.path().join("confine-bash")).unwrap()),
        ("no run bit", |it| {
            let shell = it.folder.path().join("confine-bash");
            fs::set_permissions(shell, fs::Permissions::from_mode(0o644)).unwrap();
        }),
        ("no program", |it| {
            let shell = it.folder.path().join("confine-bash");
            hook_state::replace(&shell, b"\x7fELF").unwrap();
            fs::set_permissions(shell, fs::Permissions::from_mode(0o755)).unwrap();
        }),
        ("a folder", |it| {
            let shell = it.folder.path().join("confine-bash");
            fs::remove_file(&shell).unwrap();
            fs::create_dir(shell).unwrap();
        }),
        ("said before, and gone where it goes on", |it| {
            start(it);
            fs::remove_file(it.folder.path().join("confine-bash")).unwrap();
        }),
    ];
    for (name, break_it) in breaks {
        let mut project = walled("mounts");
        break_it(&mut project);
        assert!(start(&project).contains("only checked by their text"), "{name}");
        assert_eq!(bash(&project, "make"), "deny NO_INTENT", "{name}");
        assert_eq!(plan(&project, SESSION), None, "{name}");
    }
    let mut project = walled("mounts");
    for value in ["bin/confine-bash", "${CLAUDE_PROJECT_DIR}/confine-bash", "/opt/confine"] {
        set(&mut project, value);
        assert!(start(&project).contains("only checked by their text"), "{value}");
        assert_eq!(bash(&project, "make"), "deny NO_INTENT", "{value}");
    }
    set(&mut project, "/bin/zsh");
    assert_eq!(start(&project), "");
    let file = shell(&project);
    set(&mut project, file.to_str().unwrap());
    assert!(start(&project).contains("only temporary folders"));
}

#[test]
fn a_client_that_began_before_it_was_told_of_the_shell_starts_the_plain_one() {
    let project = walled("mounts");
    let begin = |source: &str| {
        let source = ("source", &json!(source));
        told(&project.answer_with(SESSION, "SessionStart", "", &Value::Null, source))
    };
    for source in ["compact", "clear"] {
        assert!(begin(source).contains("only checked by their text"), "{source}");
    }
    assert!(begin("startup").contains("only temporary folders"));
    for source in ["compact", "clear", "resume"] {
        assert!(begin(source).contains("only temporary folders"), "{source}");
    }
}

#[test]
fn what_the_system_refused_is_explained() {
    let project = walled("mounts");
    let after = |project: &Project, name: &str, key: &str, said: &Value| {
        let event = json!({ "command": "make" });
        told(&project.answer_with(SESSION, name, "Bash", &event, (key, said)))
    };
    let refusal = "touch: cannot touch 'docs/a': Read-only file system";
    let failed =
        |project: &Project, said: &str| after(project, "PostToolUseFailure", "error", &json!(said));
    assert_eq!(failed(&project, refusal), "", "there is no plan");
    start(&project);
    order(&project, "select_active_intent", "A");
    assert!(failed(&project, refusal).contains("may write src/**"));
    assert!(failed(&project, "rm: docs/a: Permission denied").contains("scope_expansion_request"));
    assert_eq!(failed(&project, "make: *** No targets."), "");
    let ended = json!({ "stdout": "", "stderr": refusal });
    assert!(after(&project, "PostToolUse", "tool_response", &ended).contains("may write src/**"));
}

#[test]
fn a_plan_that_is_gone_is_written_again_before_the_next_command() {
    let project = walled("mounts");
    start(&project);
    let before = plan(&project, SESSION);
    assert!(before.is_some());
    Plans::new(&project.folder.path().join("state")).remove(SESSION).unwrap();
    assert_eq!(bash(&project, "make"), "");
    assert_eq!(plan(&project, SESSION), before);
}
