//! What a person types.

use std::fs::Permissions;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use crate::calls::{PROGRAM, call, governed, project, type_in};

fn words(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

fn words_of(output: &Output) -> String {
    words(output).1
}

/// The lines that `tacklebox log` prints with these arguments; what it says of nothing is
/// left out.
fn logged(project: &Path, args: &[&str]) -> Vec<String> {
    let output = type_in(project, &[&["log"], args].concat());
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", words(&output).1);
    words(&output).0.lines().map(str::to_owned).collect()
}

pub(crate) fn what_was_denied_is_in_the_log() {
    let project = project();
    assert!(logged(project.path(), &[]).is_empty());
    call(project.path(), &["run", "governance-hook", "prompt-detect-hook"]);
    call(project.path(), &["run", "prompt-detect-hook"]);
    let lines = logged(project.path(), &[]);
    assert!(lines[0].ends_with("  s         deny     AskUserQuestion"), "{lines:?}");
    assert_eq!(lines[1], "    governance-hook deny by rules.user-query.DO: decide");
    assert_eq!(lines.len(), 2, "{lines:?}");
}

pub(crate) fn the_log_is_asked_for_parts_of_it() {
    let project = project();
    for _ in 0..3 {
        call(project.path(), &["run", "governance-hook"]);
    }
    for (args, expected) in [
        (&["--limit", "2"][..], 2),
        (&["--hook", "governance", "--denied"], 3),
        (&["--hook", "governance-hook", "--tool", "AskUserQuestion"], 3),
        (&["--hook", "prompt-detect"], 0),
        (&["--tool", "Bash"], 0),
        (&["--session", "s"], 3),
        (&["--today"], 3),
        (&["--since", "1h"], 3),
        (&["--since", "2100-01-01"], 0),
    ] {
        let lines = logged(project.path(), &[args, &["--json"]].concat());
        let document: Value = serde_json::from_str(&lines.concat()).unwrap();
        let calls = document["calls"].as_array().unwrap();
        assert_eq!(calls.len(), expected, "{args:?}");
        assert!(calls.iter().all(|call| call["verdict"] == "deny"), "{document}");
    }
    for (args, status, words) in [
        (["--session", "t"], 1, "no session \"t\""),
        (["--hook", "nope"], 2, "there is no hook \"nope\""),
    ] {
        let unknown = type_in(project.path(), &[&["log"], &args[..]].concat());
        assert_eq!(unknown.status.code(), Some(status), "{args:?}");
        assert!(words_of(&unknown).contains(words), "{unknown:?}");
    }
    let wrong = type_in(project.path(), &["log", "--since", "soon"]);
    assert_eq!(wrong.status.code(), Some(2));
}

pub(crate) fn the_status_says_who_is_there_and_what_they_did() {
    let project = project();
    let status = |args: &[&str]| words(&type_in(project.path(), &[&["status"], args].concat())).0;
    assert!(status(&[]).contains("governance-hook           enforce  yes        never "));
    for _ in 0..2 {
        call(project.path(), &["run", "governance-hook", "prompt-detect-hook"]);
    }
    let text = status(&[]);
    assert!(text.contains("yes        0 s ago  2     2       0"), "{text}");
    assert!(text.contains("\ngovernance-hook:\n  DO\n"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");

    let document: Value = serde_json::from_str(&status(&["--json"])).unwrap();
    let row = |hook: &str| {
        let rows = document["hooks"].as_array().unwrap();
        rows.iter().find(|row| row["hook"] == hook).unwrap().clone()
    };
    let governance = row("governance-hook");
    assert_eq!((&governance["said"], &governance["denied"]), (&json!(2), &json!(2)));
    assert_eq!(governance["mode"], "enforce");
    assert_eq!(row("prompt-detect-hook")["installed"], true);
    let absent = row("intent-gate-hook");
    assert_eq!((&absent["installed"], &absent["last_asked"]), (&json!(false), &Value::Null));
    assert_eq!(document["hooks"].as_array().unwrap().len(), 8);
    let standing = document["standing"].as_array().unwrap();
    assert!(standing.iter().any(|it| it["hook"] == "governance-hook" && it["says"] == "DO\n"));
}

pub(crate) fn the_status_says_of_a_hook_that_its_program_is_gone() {
    let project = project();
    let status = |args: &[&str]| words(&type_in(project.path(), &[&["status"], args].concat())).0;
    let cells = |hook: &str| {
        let text = status(&[]);
        let line = text.lines().find(|line| line.starts_with(hook)).unwrap();
        line.split_whitespace().skip(1).take(2).map(str::to_owned).collect::<Vec<_>>()
    };
    let broken = |hook: &str| {
        let document: Value = serde_json::from_str(&status(&["--json"])).unwrap();
        let rows = document["hooks"].as_array().unwrap();
        rows.iter().find(|row| row["hook"] == hook).unwrap()["broken"].clone()
    };
    let program = project.path().join(PROGRAM);
    let mode = |mode| std::fs::set_permissions(&program, Permissions::from_mode(mode)).unwrap();
    mode(0o644);
    for hook in ["governance-hook", "prompt-detect-hook"] {
        assert_eq!((cells(hook), broken(hook)), (vec!["-".into(), "broken".into()], json!(true)));
    }
    assert_eq!(
        (cells("post-edit-hook"), broken("post-edit-hook")),
        (vec!["-".into(), "no".into()], json!(false))
    );
    mode(0o755);
    let hook = "governance-hook";
    assert_eq!((cells(hook), broken(hook)), (vec!["enforce".into(), "yes".into()], json!(false)));
    std::fs::remove_file(&program).unwrap();
    assert_eq!((cells(hook), broken(hook)), (vec!["-".into(), "broken".into()], json!(true)));
}

pub(crate) fn the_status_knows_the_hooks_of_a_plugin() {
    let project = project();
    let put = |name: &str, value: &Value| {
        let file = project.path().join("home/.claude").join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        hook_state::replace(&file, value.to_string().as_bytes()).unwrap();
    };
    let folder = project.path().join("home/.claude/plugins/cache/m/p/1");
    let args = json!(["${CLAUDE_PLUGIN_ROOT}/native/run", "tacklebox", "run", "agent-trace-hook"]);
    let entry = json!({"type": "command", "command": "sh", "args": args});
    put("plugins/cache/m/p/1/hooks/hooks.json", &json!({"hooks": {"Stop": [{"hooks": [entry]}]}}));
    let place = json!([{"scope": "user", "installPath": folder}]);
    put("plugins/installed_plugins.json", &json!({"plugins": {"p@m": place}}));
    for (is_on, expected) in [(false, "no"), (true, "yes")] {
        put("settings.json", &json!({"enabledPlugins": {"p@m": is_on}}));
        let status = words(&type_in(project.path(), &["status"])).0;
        let line = status.lines().find(|line| line.starts_with("agent-trace-hook")).unwrap();
        assert_eq!(line.split_whitespace().nth(2), Some(expected), "{status}");
    }
}

pub(crate) fn an_error_is_told_once_with_what_to_do() {
    let project = project();
    let errors = |args: &[&str]| type_in(project.path(), &[&["errors"], args].concat());
    let none = errors(&[]);
    assert_eq!((none.status.code(), words(&none).0.as_str()), (Some(0), "No problems found.\n"));
    let governance = project.path().join(".tacklebox/governance.yaml");
    hook_state::replace(&governance, b"states: [DO\n").unwrap();
    for _ in 0..3 {
        call(project.path(), &["run", "governance-hook"]);
    }
    let found = errors(&[]);
    assert_eq!(found.status.code(), Some(1));
    let text = words(&found).0;
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].contains("governance-hook on PreToolUse, 3 times since "), "{text}");
    assert!(lines[1].contains("governance.yaml"), "{text}");
    assert_eq!(lines[2], "    `tacklebox governance lint` shows what is wrong");
    assert_eq!(lines.len(), 3, "{text}");

    let document: Value = serde_json::from_str(&words(&errors(&["--json"])).0).unwrap();
    let first = &document["errors"][0];
    assert_eq!((&first["times"], &first["event"]), (&json!(3), &json!("PreToolUse")));
    let unknown = errors(&["--hook", "nope"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(words(&unknown).1.contains("there is no hook \"nope\""), "{unknown:?}");
    assert_eq!(errors(&["--hook", "governance"]).status.code(), Some(1));
    for args in [["--hook", "prompt-detect"], ["--since", "2100-01-01"], ["--limit", "0"]] {
        assert_eq!(errors(&args).status.code(), Some(0), "{args:?}");
    }
    assert_eq!(errors(&["--since", "soon"]).status.code(), Some(2));
}

pub(crate) fn a_line_that_was_written_is_one_line() {
    let project = project();
    call(project.path(), &["run", "governance-hook"]);
    let state = std::fs::read_dir(project.path().join("state/projects")).unwrap();
    let state = state.map(|it| it.unwrap().path()).next().unwrap();
    let ts = "2026-11-20T14:03:00.000Z";
    let forged = "x\n2026-11-20T14:04:00.000Z  intent-gate-hook";
    let call = json!({"ts": ts, "event": "PreToolUse", "tool_name": forged, "verdict": "deny", "hooks": [
        {"hook": forged, "outcome": "deny", "rule": forged, "reason": forged}]});
    let error = json!({"ts": ts, "hook": "a-hook", "event": forged, "error": forged});
    for (file, line) in [("calls.jsonl", call), ("hook-errors.jsonl", error)] {
        let text = format!("{line}\n{{}}\n[]\n\"\"\n");
        hook_state::replace(&state.join(file), text.as_bytes()).unwrap();
    }
    for args in [["log"], ["errors"]] {
        let text = words(&type_in(project.path(), &args)).0;
        let forged = |line: &str| line.starts_with("2026-11-20T14:04");
        assert!(text.lines().all(|line| !line.trim().is_empty()), "{text}");
        assert!(text.contains("2026-11-20T14:04") && !text.lines().any(forged), "{text}");
    }
}

pub(crate) fn a_file_of_the_project_is_named_from_its_root() {
    let project = project();
    call(project.path(), &["run", "governance-hook"]);
    let state = std::fs::read_dir(project.path().join("state/projects")).unwrap();
    let file = state.map(|it| it.unwrap().path()).next().unwrap().join("calls.jsonl");
    let root = project.path().canonicalize().unwrap().display().to_string();
    let beside = format!("{root}-beside/b");
    let lines = [format!("{root}/src/a.rs"), beside.clone(), root.clone()].map(|tried| {
        let ts = "2026-11-20T14:03:00.000Z";
        let call = json!({"ts": ts, "event": "PreToolUse", "tool_name": "Write", "tried": tried,
            "verdict": "deny", "hooks": []});
        format!("{call}\n")
    });
    hook_state::replace(&file, lines.concat().as_bytes()).unwrap();
    let logged = logged(project.path(), &[]);
    let files: Vec<_> = logged.iter().map(|line| line.split_once("Write ").unwrap().1).collect();
    assert_eq!(files, ["src/a.rs", &beside, &root]);
}

pub(crate) fn a_call_that_is_described_is_explained() {
    let project = governed("shell-execute", "no shell", (".tacklebox/tacklebox.yaml", ""));
    let explained = |args: &[&str]| type_in(project.path(), &[&["explain"], args].concat());
    let check = |args: &[&str], expected: &str| {
        let text = words(&explained(args)).0;
        assert!(text.contains(expected), "{args:?}: {text}");
    };
    check(&["--command", "ls -l", "governance-hook"], "PreToolUse Bash: ls -l\noutcome: denied\n");
    check(&["--command", "ls"], "\nthe agent gets:\nno shell\n");
    check(&["--command", "ls"], "governance-hook   guard  deny  counts");
    check(&["--command", "ls"], "governance-hook (rules.shell-execute.DO): no shell");
    check(
        &["--file", "src/a.rs"],
        "src/a.rs\noutcome: allowed by the hooks; the host still asks you",
    );
    check(&["--tool", "Bash", "--input", r#"{"command": "ls"}"#], "outcome: denied\n");
    check(&["--tool", "WebSearch"], "PreToolUse WebSearch\noutcome: allowed by");
    assert!(logged(project.path(), &[]).is_empty(), "nothing is kept");
    for wrong in [
        &["--tool", "Bash", "--input", "{"][..],
        &["--input", "{}"],
        &["--command", "ls", "--file", "x"],
        &[],
    ] {
        assert_eq!(explained(wrong).status.code(), Some(2), "{wrong:?}");
    }
}

pub(crate) fn a_hook_without_a_configuration_is_named_with_what_writes_one() {
    let project = project();
    let explained = |args: &[&str]| {
        let call = ["explain", "governance", "intent-gate", "--command", "touch x"];
        words(&type_in(project.path(), &[&call[..], args].concat())).0
    };
    let hint = |hook: &str| {
        let short = hook.strip_suffix("-hook").unwrap();
        format!("No configuration for {hook} yet: `tacklebox {short} init` writes one.\n")
    };
    let text = explained(&[]);
    assert!(text.ends_with(&hint("intent-gate-hook")), "{text}");
    assert!(!text.contains(&hint("governance-hook")), "{text}");
    std::fs::remove_file(project.path().join(".tacklebox/governance.yaml")).unwrap();
    // Its built-in rules apply without a configuration.
    assert!(!explained(&[]).contains(&hint("governance-hook")), "{}", explained(&[]));
    let document: Value = serde_json::from_str(&explained(&["--json"])).unwrap();
    assert_eq!(document["unconfigured"], json!(["intent-gate-hook"]));
}

pub(crate) fn a_hook_is_reached_with_and_without_the_end_of_its_name() {
    let project = project();
    let matrix = words(&type_in(project.path(), &["governance", "matrix"]));
    assert!(matrix.0.contains("user-query"), "{matrix:?}");
    assert_eq!(words(&type_in(project.path(), &["governance-hook", "matrix"])), matrix);
    let unknown = type_in(project.path(), &["governence", "matrix"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(words(&unknown).1.contains("no command and no hook \"governence\""));
}

pub(crate) fn what_was_denied_last_is_explained() {
    let project = project();
    let explained = |args: &[&str]| type_in(project.path(), &[&["explain"], args].concat());
    let none = explained(&["--last-denied"]);
    assert_eq!(none.status.code(), Some(1));
    assert!(words_of(&none).contains("nothing was denied in the last day"), "{none:?}");
    call(project.path(), &["run", "governance-hook"]);
    for args in [&["--last"][..], &["--last-denied"], &["--session", "s"], &["--last", "--json"]] {
        let text = words(&explained(args)).0;
        assert!(text.contains("AskUserQuestion") && text.contains("decide"), "{args:?}: {text}");
    }
    // What came of it then is told, whatever is configured now.
    let policy = project.path().join(".tacklebox/governance.yaml");
    hook_state::replace(&policy, b"version: 1\n").unwrap();
    let then = words(&explained(&["--last-denied"])).0;
    let (past, now) = then.split_once("The same call with the current configuration").unwrap();
    assert!(past.contains(": deny\n") && past.contains("governance-hook deny by "), "{then}");
    assert!(!now.contains("outcome: denied"), "{then}");
    let document: Value =
        serde_json::from_slice(&explained(&["--last-denied", "--json"]).stdout).unwrap();
    assert_eq!(document.pointer("/happened/verdict"), Some(&json!("deny")), "{document}");
    assert_ne!(document.pointer("/call/verdict"), Some(&json!("deny")), "{document}");
    assert_eq!(document.pointer("/fate"), Some(&json!("allowed")), "{document}");
    let unknown = explained(&["--last", "--session", "t"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(words_of(&unknown).contains("no session \"t\""), "{unknown:?}");
    assert_eq!(explained(&["--last", "--command", "ls"]).status.code(), Some(2));
}

/// A shell, where there is one: what it says of a text on its stdin.
fn judged(program: &str, args: &[&str], text: &[u8]) -> Option<Output> {
    let mut child = Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let _unread = child.stdin.take().unwrap().write_all(text);
    Some(child.wait_with_output().unwrap())
}

/// What a script for bash and zsh has to print: a line for each word that was begun. For fish only verbs
/// are known.
const COMPLETED: &str = "governance\nmatrix\nintent-gate-hook\n";
const COMPLETED_IN_FISH: &str = "governance\nmatrix\n";

/// Begins words as a person does who presses the tab key.
const IN_BASH: &[u8] = br#"
for line in "tacklebox gov" "tacklebox governance mat" "tacklebox pause intent"; do
    COMP_WORDS=($line) COMPREPLY=()
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _tacklebox tacklebox "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
    echo "${COMPREPLY[*]}"
done
"#;

/// There is no line to complete without a terminal, so what is offered is printed.
const IN_ZSH: &[u8] = br"
_describe() { print -l -- ${(PM)4:#$begun*} | sed 's/:.*//' }
begun=gov _tacklebox_commands
begun=mat _tacklebox__subcmd__governance_commands
which _tacklebox | grep -o 'hook -- The hook;.*intent-gate-hook' | head -n 1 | sed 's/.* //'
";

const IN_FISH: &[u8] = b"
complete -C 'tacklebox gov' | string replace -r '\\t.*' ''
complete -C 'tacklebox governance mat' | string replace -r '\\t.*' ''
";

pub(crate) fn shells_complete_hooks_and_verbs() {
    let project = project();
    let printed = |shell: &str| type_in(project.path(), &["completions", shell]).stdout;
    let zsh = [b"autoload -U compinit; compinit -D\n".to_vec(), printed("zsh"), IN_ZSH.to_vec()];
    for (shell, args, script) in [
        ("bash", &["--norc", "-s"][..], [printed("bash"), IN_BASH.to_vec()].concat()),
        ("zsh", &["-f", "-s"], zsh.concat()),
        ("fish", &["--no-config"], [printed("fish"), IN_FISH.to_vec()].concat()),
    ] {
        let Some(said) = judged(shell, args, &script) else { continue };
        let (completed, complaints) = words(&said);
        let expected = if shell == "fish" { COMPLETED_IN_FISH } else { COMPLETED };
        assert_eq!((completed.as_str(), complaints.as_str()), (expected, ""), "{shell}");
    }
}
