//! A run must fail its case when it should: each row is a case, made on the spot,
//! and a part of the report that it must cause.

use std::fs;
use std::path::Path;
use std::time::Duration;

use golden::Hook;

use crate::fake::{FAKE, READ, SAY_CONTEXT, WHY, case, check, check_with, hook};

const CONTEXT: &str =
    r#"{"hookSpecificOutput": {"hookEventName": "PreToolUse", "additionalContext": "c"}}"#;

#[test]
fn stdout_must_be_the_reply() {
    let other = CONTEXT.replace("\"c\"", "\"d\"");
    let twice = format!("{SAY_CONTEXT}; {SAY_CONTEXT}");
    let late = format!("echo; {SAY_CONTEXT}");
    let null = "{\"systemMessage\":null}";
    let say_null = format!("echo '{null}'");
    let table = [
        (SAY_CONTEXT, CONTEXT, Ok(())),
        (SAY_CONTEXT, &other, Err("stdout.json differs")),
        ("", CONTEXT, Err("stdout.json was expected, but no run produced it")),
        (&twice, CONTEXT, Err("exactly one JSON object")),
        (&late, CONTEXT, Err("as text")),
        ("printf '%s' '{}'", "{}", Err("not one line with one document")),
        ("printf '{\\n}\\n'", "{}", Err("not one line with one document")),
        (&say_null, null, Err("is null")),
    ];
    for (script, reply, verdict) in table {
        check(&[(FAKE, script), ("stdin.json", READ), ("stdout.json", reply)], verdict);
    }
}

#[test]
fn a_hook_answers_in_json_its_event_or_not_at_all() {
    let (say, stdin) = ((FAKE, SAY_CONTEXT), ("stdin.json", READ));
    check(&[say, stdin], Err("stdout.json was not expected"));
    check(&[(FAKE, "echo hi"), stdin, ("stdout", "hi\n")], Err("as text"));
    let stop = READ.replace("PreToolUse", "Stop");
    let wrong = Err("hookEventName is \"PreToolUse\", not Stop");
    check(&[say, ("stdin.json", &stop), ("stdout.json", CONTEXT)], wrong);
}

#[test]
fn broken_input_arrives_byte_for_byte_and_its_reply_is_still_judged() {
    check(
        &[(FAKE, "cmp -s - \"$HOME/sent\""), ("stdin", "{ [KEY] \n"), ("before/home/sent", "{ [K")],
        Err("status was not expected"),
    );
    check(&[(FAKE, "[ \"$(cat)\" = '{ \"' ]"), ("stdin", "{ \"")], Ok(()));
    check(&[(FAKE, "[ -z \"$(cat)\" ]")], Ok(()));
    check(&[(FAKE, SAY_CONTEXT), ("stdin", "{"), ("stdout.json", CONTEXT)], Ok(()));
    check(&[(FAKE, "echo '{}'"), ("stdin", "{"), ("stdout.json", "{}")], Err("only silence"));
}

#[test]
fn silence_has_a_reason() {
    let silent = [(FAKE, ""), ("stdin.json", READ)];
    let why = |why| [&silent[..], &[("explain", why)]].concat();
    check(&silent, Err("explain was not expected"));
    let (_root, path) = case(&silent);
    check_with(&Hook { explains: false, ..hook() }, &path, Ok(()));
    check(&why("outcome as told\n"), Ok(()));
    check(&why("outcome   as told"), Ok(()));
    check(&why("outcome as tolt\n"), Err("explain differs"));
    check(&why(""), Err("explain differs"));
    check(&[(FAKE, ""), ("args", "x\n")], Ok(()));
    let say = [(FAKE, SAY_CONTEXT), ("stdin.json", READ), ("stdout.json", CONTEXT)];
    check(&say, Ok(()));
    check(&[&say[..], &[("explain", "outcome as told\n")]].concat(), Ok(()));
    check(&[&say[..], &[("explain", "outcome silent\n")]].concat(), Err("explain differs"));
}

#[test]
fn stderr_and_status_must_be_as_expected() {
    let say = "echo \"in $PWD\" >&2; exit 3";
    let stdin = ("stdin.json", READ);
    check(&[(FAKE, say), stdin], Err("stderr was not expected"));
    check(&[(FAKE, say), stdin, ("stderr", "in [PROJECT]\n")], Err("status was not expected"));
    let expected = [(FAKE, say), stdin, ("stderr", "in [PROJECT]\n"), ("status", "3\n")];
    check(&expected, Ok(()));
    check(&[(FAKE, ""), stdin, ("status", "3\n")], Err("status was expected, but no run"));
    check(&[(FAKE, ""), stdin, ("stderr", "x\n")], Err("stderr was expected, but no run"));
    check(&[(FAKE, "kill -9 $$"), stdin], Err("signal: 9"));
}

#[test]
fn the_environment_is_rebuilt() {
    let dump = "for name in HOME CLAUDE_PROJECT_DIR TACKLEBOX_STATE_DIR TACKLEBOX_CONFIG_DIR \
                TACKLEBOX_NOW CLAUDE_CODE_SESSION_ID EXTRA CARGO_MANIFEST_DIR; do \
                eval echo \"$name=\\$$name\"; done; echo \"$@\"";
    let text = "HOME=[HOME]\nCLAUDE_PROJECT_DIR=[PROJECT]\nTACKLEBOX_STATE_DIR=[STATE]\n\
                TACKLEBOX_CONFIG_DIR=[CONFIG]\nTACKLEBOX_NOW=2026-11-20T14:03:00Z\n\
                CLAUDE_CODE_SESSION_ID=s-1\nEXTRA=a=[PROJECT]\nCARGO_MANIFEST_DIR=\n\
                show [STATE] [KEY]\n";
    let files = [
        (FAKE, dump),
        ("stdin.json", r#"{"session_id":"s-1"}"#),
        ("args", "show\n[STATE]\n[KEY]\n"),
        ("env", "EXTRA=a=[PROJECT]\n"),
        ("stdout", text),
    ];
    check(&files, Ok(()));
    let (say, args) = ((FAKE, "echo set"), ("args", "x\n"));
    check(&[say, args], Err("stdout was not expected"));
    check(&[say, args, ("env", "CLAUDE_PROJECT_DIR\n")], Ok(()));
    let sub = [
        (FAKE, "pwd"),
        ("before/project/sub/a", ""),
        ("stdin.json", READ),
        ("args", "x\n"),
        ("stdout", "[PROJECT]/sub\n"),
    ];
    check(&sub, Ok(()));
}

#[test]
fn the_secret_of_the_host_must_stay_secret() {
    let args = ("args", "x\n");
    check(&[(FAKE, "env"), args], Err("the output holds the host's secret"));
    check(&[(FAKE, "env >&2"), args], Err("the output holds the host's secret"));
    let write = "env > \"$TACKLEBOX_STATE_DIR/env\"";
    check(&[(FAKE, write), args], Err("state/env holds the host's secret"));
}

#[test]
fn a_file_that_is_no_case_fails() {
    check(&[], Err("the case is empty"));
    check(&[("stdout.jsn", "{}"), (FAKE, "")], Err("stdout.jsn has no meaning here"));
    check(&[("stdin.json", "{"), (FAKE, "")], Err("is not JSON"));
    check(&[("stdin.json", "{}"), ("stdin", "")], Err("exclude each other"));
    check(&[("event", "none"), (FAKE, "")], Err("could not read the payload `none`"));
    check(&[("args", "")], Err("args has no argument"));
    check(&[("stdin.json", READ), ("stdout.json", "{")], Err("stdout.json was expected"));
    let (root, path) = case(&[("stdin.json", "{}")]);
    let renamed = root.path().join("A_Case.txtar");
    fs::copy(&path, &renamed).unwrap();
    check_with(&hook(), &renamed, Err("a case is named by lower-case words"));
    fs::write(&path, "-- args --\r\n").unwrap();
    check_with(&hook(), &path, Err("line 1: a carriage return"));
}

#[test]
fn an_event_is_a_captured_payload_and_what_differs() {
    let event = "claude-code-2.1.330/PreToolUse-Read\n{ \"x\": \"[FILL:3][HOME]\" }\n";
    let show = "tr -d '\\n' | tail -c 100 | grep -o '\"x\".*' | sed \"s#$HOME#home#\"";
    let parts = [(FAKE, show), ("args", "x\n"), ("event", event)];
    check(&[&parts[..], &[("stdout", "\"x\":\"xxxhome\"}\n")]].concat(), Ok(()));
}

#[test]
fn a_program_that_hangs_is_ended_with_its_children() {
    let brief = Hook { limit: Duration::from_millis(400), ..hook() };
    let table = [
        ("sleep 60", "its stdout is still open"),
        ("sleep 60 & exit 0", "its stdout is still open"),
    ];
    for (script, part) in table {
        let (_root, path) = case(&[(FAKE, script), ("stdin.json", READ)]);
        check_with(&brief, &path, Err(part));
    }
    let absent = Hook::new("fake-hook", Path::new("/nowhere/fake-hook"));
    let (_root, path) = case(&[("stdin.json", READ)]);
    check_with(&absent, &path, Err("could not start"));
}

#[test]
fn input_may_be_large_and_go_unread() {
    let huge = r#"{ "hook_event_name": "Stop", "x": "[FILL:3000000]" }"#;
    check(&[(FAKE, "exit 0"), ("stdin.json", huge), WHY], Ok(()));
    let count = [(FAKE, "wc -c | tr -d ' '"), ("stdin.json", huge), ("args", "x\n")];
    let wire = r#"{"hook_event_name":"Stop","x":""}"#.len() + 1 + 3_000_000;
    let expected = format!("{wire}\n");
    check(&[&count[..], &[("stdout", &expected)]].concat(), Ok(()));
}
