//! What a host sees that writes the event in pieces, leaves stdin open, or writes more than an event.
use std::io::{PipeWriter, Write};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::process::{Run, Seen};

const EVENT: &str = r#"{"hook_event_name": "PreToolUse", "x": "\"}", "tool_name": "deny"}"#;

/// The pause of a host that is slow.
const PAUSE: Duration = Duration::from_millis(20);

/// What comes of `write`, which gets the pipe to the hook; it stays open until the hook has ended.
fn answered(run: Run, write: impl FnOnce(&mut PipeWriter) + Send) -> Seen {
    let (stdin, mut pipe) = std::io::pipe().unwrap();
    let mut command = run.command();
    command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    drop(command);
    let output = thread::scope(|scope| {
        let _still_open = scope.spawn(move || {
            write(&mut pipe);
            pipe
        });
        child.wait_with_output().unwrap()
    });
    Seen { output, state: run.state }
}

fn in_pieces(run: Run, pieces: &[&str]) -> Seen {
    answered(run, |pipe| {
        for (at, piece) in pieces.iter().enumerate() {
            thread::sleep(if at == 0 { Duration::ZERO } else { PAUSE });
            // A hook may have answered already.
            let _broken_pipe = pipe.write_all(piece.as_bytes());
        }
    })
}

fn denies(run: Run, pieces: &[&str]) {
    assert_eq!(in_pieces(run, pieces).reply()["permissionDecisionReason"], "as told");
}

#[test]
fn a_complete_event_is_answered_though_stdin_stays_open() {
    denies(Run::new(), &[EVENT]);
    denies(Run::new(), &["\u{feff} ", EVENT, "\n"]);
    let large = EVENT.replace("\\\"", &format!("\\\"{}", "[{x".repeat(100_000)));
    denies(Run::new(), &[&large]);
}

#[test]
fn an_event_may_come_in_pieces() {
    denies(
        Run::new(),
        &[
            r#"{"hook_event_name": "PreToolUse", "x": "}"#,
            r"\",
            r#""", "#,
            r#""tool_name": "deny"}"#,
        ],
    );
}

#[test]
fn what_does_not_come_in_time_is_a_failure() {
    let check = |pieces: &[&str]| {
        thread::scope(|scope| {
            for run in [Run::new(), Run::closed()] {
                scope.spawn(|| {
                    let is_closed = run.is_closed();
                    let seen = in_pieces(run, pieces);
                    let error = "no complete event within 4 seconds";
                    if is_closed { seen.failed_closed(error) } else { seen.failed_open(error) }
                });
            }
        });
    };
    thread::scope(|scope| {
        for cut in
            [&[] as &[&str], &[r#"{"hook_event_name": "PreToolUse", "#], &["{\"a\": \"", "}"]]
        {
            scope.spawn(move || check(cut));
        }
    });
}

#[test]
fn bytes_that_trickle_do_not_keep_a_hook_beyond_its_time() {
    let seen = answered(Run::closed(), |pipe| {
        let _broken_pipe = pipe.write_all(br#"{"hook_event_name": "PreToolUse", "x": ""#);
        while pipe.write_all(b"}").is_ok() {
            thread::sleep(PAUSE);
        }
    });
    seen.failed_closed("no complete event within 4 seconds");
}

#[test]
fn what_comes_with_an_event_is_a_part_of_it() {
    for more in ["{}", "}", " garbage", EVENT] {
        let both = format!("{EVENT}{more}");
        in_pieces(Run::closed(), &[&both]).failed_closed("not one JSON object");
        Run::new().send(both.as_bytes()).failed_open("not one JSON object");
        let large = both.replacen("\\\"", &"\\\"".repeat(200_000), 1);
        Run::new().send(large.as_bytes()).failed_open("not one JSON object");
    }
}

#[test]
fn strings_that_are_no_strict_json_hide_no_event() {
    for inside in ["a\tb", "a\nb\u{1}", r"\e[0m", r"\x41", r"\ud800", r"\u12"] {
        let event = EVENT.replace(r#"\"}"#, inside);
        let reply = Run::new().send(event.as_bytes()).reply();
        assert_eq!(reply["permissionDecision"], "deny", "{inside}");
    }
}
