//! A sweep must fail when it should, and the suite must name its trials.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Output};
use std::time::Duration;

use golden::{Hook, InProcess, Mode, Sent, sweep_payload, sweep_without_payload, trials};
use tempfile::TempDir;

fn crate_path(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn hook() -> Hook {
    let program = crate_path("tests/fixtures/fake-hook");
    Hook { explains: true, limit: Duration::from_secs(100), ..Hook::new("fake-hook", &program) }
}

fn payloads() -> PathBuf {
    crate_path("../../tests/payloads")
}

/// A folder with the archive of a project in which the hook runs `script`.
fn setup(script: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let archive = folder.path().join("scripted.txtar");
    fs::write(&archive, format!("-- project/fake.sh --\n{script}\n")).unwrap();
    (folder, archive)
}

/// Sweeps a hook that runs `script` with one payload.
#[track_caller]
fn check(name: &str, script: &str, expected: Result<(), &str>) {
    let (_folder, setup) = setup(script);
    let result = sweep_payload(&hook(), &payloads(), name, Some(&setup), Sent::Mutated);
    let result = result.map_err(|err| format!("{err:#}"));
    match (&result, expected) {
        (Ok(()), Ok(())) => {}
        (Err(report), Err(part)) if report.contains(part) => {}
        _ => panic!("{script}: expected {expected:?}, got {result:?}"),
    }
}

const READ: &str = "claude-code-2.1.330/PreToolUse-Read";
const CODEX: &str = "codex-0.169.0/PreToolUse-Bash";

#[test]
fn what_is_allowed() {
    check(READ, "", Ok(()));
    check(READ, "echo 'fake-hook: could not parse' >&2", Ok(()));
    check(READ, "echo '{}'", Ok(()));
    check("claude-code-typed/foreign-cursor-running-claude-hook", "echo '{}'", Ok(()));
}

#[test]
fn what_is_not() {
    check(READ, "exit 1", Err("exit status: 1"));
    check(READ, "kill -9 $$", Err("signal: 9"));
    check(READ, "echo hello", Err("as text"));
    check(READ, "echo '{\"systemMessage\":null}'", Err("is null"));
    check(READ, "echo thread panicked >&2", Err("does not begin with the hook's name"));
    check(READ, "env", Err("as text"));
    check(READ, "env > \"$HOME/env\"", Err("home/env holds the host's secret"));
    check(READ, "echo \"fake-hook: $CLAUDE_CODE_MESSAGING_TOKEN\" >&2", Err("host's secret"));
    check(READ, "echo > \"$HOME/../stray\"", Err("stray was written outside"));
    let unknown = "echo '{\"additionalContext\":\"x\"}'";
    check("gemini-cli-0.61.0/BeforeTool-read_file", unknown, Err("unknown field"));
    check("copilot-1.0.102/preToolUse-bash", unknown, Err("unknown field"));
    check("gemini-cli-0.61.0/SessionEnd", "echo '{}'", Err("only silence fits"));
}

#[test]
fn codex_is_the_stricter_host() {
    let unknown = "echo '{\"unheardOf\":1}'";
    check(READ, unknown, Ok(()));
    check(CODEX, unknown, Err("unknown field"));
}

#[test]
fn one_mutation_is_enough_to_fail() {
    let table = [
        ("case $(tr -d '\\0') in *tool_use_id*) ;; *) exit 1 ;; esac", "tool_use_id is absent"),
        ("case $(tr -d '\\0') in *'ud800'*) exit 1 ;; esac", "a lone surrogate"),
        ("case $(tr -d '\\0') in *'\"tool_input\":null'*) exit 1 ;; esac", "tool_input is null"),
        ("case $(tr -d '\\0') in *}) ;; *) exit 1 ;; esac", "cut off after"),
        ("case $(tr -d '\\0') in *'[[[['*) exit 1 ;; esac", "an extra deep list"),
    ];
    for (script, part) in table {
        check(READ, script, Err(part));
    }
}

#[test]
fn a_hook_that_hangs_fails_within_half_its_limit() {
    let hook = Hook { limit: Duration::from_millis(100), ..hook() };
    let (_folder, setup) = setup("sleep 60");
    let report = sweep_payload(&hook, &payloads(), READ, Some(&setup), Sent::Mutated).unwrap_err();
    assert!(report.to_string().contains("no end within 50ms"), "{report}");
}

/// Sweeps a hook that runs in process, with a program that says nothing.
fn in_process(
    answer: impl Fn(&[u8]) -> &'static str + Send + Sync + 'static,
) -> Result<(), String> {
    in_process_within(Duration::from_secs(100), answer)
}

fn in_process_within(
    limit: Duration,
    answer: impl Fn(&[u8]) -> &'static str + Send + Sync + 'static,
) -> Result<(), String> {
    let answer = InProcess::new(move |env, cwd, stdin| {
        assert!(cwd.ends_with("project") && env.contains_key("CLAUDE_PROJECT_DIR"));
        let stdout = answer(stdin).into();
        Output { status: ExitStatus::default(), stdout, stderr: Vec::new() }
    });
    let hook = Hook { in_process: Some(answer), limit, ..hook() };
    sweep_payload(&hook, &payloads(), READ, None, Sent::Mutated).map_err(|err| format!("{err:#}"))
}

#[test]
fn a_hook_in_process_is_held_to_the_same() {
    assert_eq!(in_process(|_| ""), Ok(()));
    assert_eq!(in_process(|_| "{}\n"), Ok(()));
    let holds = |stdin: &[u8], part: &str| String::from_utf8_lossy(stdin).contains(part);
    let text = move |stdin: &[u8]| if holds(stdin, "\"cwd\":null") { "hello" } else { "" };
    assert!(in_process(text).unwrap_err().starts_with("cwd is null: "));
}

#[test]
fn a_panic_in_process_is_found_even_where_it_is_caught() {
    let caught = |stdin: &[u8]| {
        let _caught = std::panic::catch_unwind(|| assert!(!stdin.is_empty(), "none"));
        ""
    };
    assert_eq!(in_process(caught), Ok(()), "no mutation is empty");
    let caught = |stdin: &[u8]| {
        let _caught = std::panic::catch_unwind(|| assert_ne!(stdin, b"{", "a brace"));
        ""
    };
    let report = in_process(caught).unwrap_err();
    assert!(report.starts_with("cut off after 1 bytes: it panicked at "), "{report}");
    assert!(report.contains("a brace"), "{report}");
    assert!(in_process(|stdin| if stdin == b"{" { panic!("x") } else { "" }).is_err());
}

#[test]
fn a_hang_in_process_is_found_and_the_rest_is_swept() {
    let hangs = |stdin: &[u8]| {
        if stdin == b"{" {
            std::thread::sleep(Duration::from_secs(600));
        }
        if stdin.starts_with(b"[") { "hello" } else { "" }
    };
    let report = in_process_within(Duration::from_secs(4), hangs).unwrap_err();
    assert!(report.starts_with("cut off after 1 bytes: no end within 2s"), "{report}");
    assert!(report.contains("wrapped in a list: "), "{report}");
}

#[test]
fn some_inputs_in_process_go_to_the_program_too() {
    let (_folder, setup) = setup("echo not JSON");
    let silent = InProcess::new(|_, _, _| Output {
        status: ExitStatus::default(),
        stdout: Vec::new(),
        stderr: Vec::new(),
    });
    let hook = Hook { in_process: Some(silent), ..hook() };
    let names = ["PreToolUse-Bash", "PreToolUse-Read", "PostToolUse-Read", "Stop"];
    let sweep = |name: &str| {
        let payload = format!("claude-code-2.1.330/{name}");
        sweep_payload(&hook, &payloads(), &payload, Some(&setup), Sent::Mutated)
    };
    let refused = names.iter().filter(|name| sweep(name).is_err()).count();
    assert!(refused > 0, "no input of four payloads went to the program");
}

#[test]
fn input_without_a_payload_is_swept_too() {
    sweep_without_payload(&hook(), None).unwrap();
    let (_folder, setup) = setup("case $(head -c 1) in '') exit 1 ;; esac");
    let report = sweep_without_payload(&hook(), Some(&setup)).unwrap_err();
    assert!(report.to_string().starts_with("nothing: exit status: 1"), "{report}");
}

#[test]
fn trials_are_named_after_cases_payloads_and_setups() {
    let tests = tempfile::tempdir().unwrap();
    for name in [
        "golden/fake-hook/stay-silent.txtar",
        "payloads/some-client/deeper/Stop.json",
        "payloads/README.md",
        "sweep/fake-hook/rich.txtar",
    ] {
        let path = tests.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "{}").unwrap();
    }
    let event = format!("-- stdin.json --\n{}\n", crate::fake::READ);
    let case = |name: &str| tests.path().join("golden/fake-hook").join(name);
    fs::write(case("hear-an-event.txtar"), &event).unwrap();
    let settings = "-- before/project/.tacklebox/tacklebox.yaml --\n";
    fs::write(case("hear-an-event-in-a-mode.txtar"), event.clone() + settings).unwrap();
    let elsewhere = "-- env --\nTACKLEBOX_CONFIG_DIR\n";
    fs::write(case("hear-an-event-without-settings.txtar"), event.clone() + elsewhere).unwrap();
    let large = event.replace("Read", "[FILL:20971520]");
    fs::write(case("hear-too-much.txtar"), large).unwrap();
    fs::write(case("use-a-tool.txtar"), "-- args --\nexplain\n".to_owned() + &event).unwrap();
    let trials = trials(&hook(), tests.path(), Mode::Check).unwrap();
    let names: Vec<_> = trials.iter().map(|trial| trial.name().to_owned()).collect();
    let expected = [
        "golden::hear-an-event-in-a-mode",
        "golden::hear-an-event-without-settings",
        "golden::hear-an-event",
        "golden::hear-too-much",
        "golden::stay-silent",
        "golden::use-a-tool",
        "shadow::hear-an-event",
        "sweep::some-client/deeper/Stop",
        "sweep::no-payload",
        "sweep::some-client/deeper/Stop@rich",
        "sweep::no-payload@rich",
    ];
    assert_eq!(names, expected);
    let nothing = golden::trials(&Hook::new("other", Path::new("x")), tests.path(), Mode::Check);
    assert!(nothing.is_err(), "a hook without cases is not tested");
}
