//! `wait`: at once where it is so already, else as soon as it is.

use std::thread;
use std::time::Duration;

use serde_json::json;

use crate::ground::{Ground, Running, answer, event, question, text};

#[track_caller]
fn check(ground: &Ground, args: &str, status: i32, stdout: &str) {
    let output = ground.run(&format!("prompt-detect-hook wait {args}"));
    assert_eq!(text(output.stdout), stdout, "{args}: {}", text(output.stderr));
    assert_eq!(output.status.code(), Some(status), "{args}");
}

#[track_caller]
fn check_end(wait: Running, expected: &str) {
    assert_eq!(wait.end(), (Some(0), expected.to_owned(), String::new()));
}

pub(crate) fn what_is_so_already_is_not_waited_for() {
    let ground = Ground::new("");
    ground.send(&question("s", "1", "Which?"));
    check(&ground, "--for prompting", 0, "s\n");
    check(&ground, "--for prompting --session s --timeout 1h", 0, "s\n");
    ground.send(&answer("s", "1"));
    check(&ground, "--for working", 0, "s\n");
    ground.send(&event("Stop", "s", json!({})));
    check(&ground, "--for idle", 0, "s\n");
    ground.send(&event("StopFailure", "s", json!({ "error": "overloaded" })));
    check(&ground, "--for idle", 0, "s\n");
    ground.send(&event("SessionEnd", "s", json!({ "reason": "other" })));
    check(&ground, "--for exited", 0, "s\n");
}

pub(crate) fn a_session_is_known_by_the_beginning_of_its_id() {
    let ground = Ground::new("");
    ground.send(&question("session-2", "1", "Which?"));
    check(&ground, "--for prompting --session sess", 0, "session-2\n");
    ground.send(&answer("session", "1"));
    // That one is meant, since it is there.
    check(&ground, "--for prompting --session session --timeout 30ms", 1, "");
}

pub(crate) fn what_does_not_happen_is_not_waited_for_longer_than_told() {
    let ground = Ground::new("");
    check(&ground, "--for prompting --timeout 30ms", 1, "");
    check(&ground, "--for exited --timeout 0s", 1, "");
    ground.send(&question("s", "1", "Which?"));
    check(&ground, "--for working --timeout 30ms", 1, "");
    check(&ground, "--for prompting --session t --timeout 30ms", 1, "");
}

pub(crate) fn all_sessions_have_to_be_over_for_it_to_be_over() {
    let ground = Ground::new("");
    ground.send(&event("SessionEnd", "old", json!({ "reason": "other" })));
    ground.send(&question("new", "1", "Which?"));
    check(&ground, "--for exited --timeout 30ms", 1, "");
    check(&ground, "--for exited --session old", 0, "old\n");
    let wait = ground.start(&["wait", "--for", "exited"]);
    let later = "TACKLEBOX_NOW=2026-11-20T14:04:00Z";
    ground.send_in(later, &event("SessionEnd", "new", json!({ "reason": "other" })));
    check_end(wait, "new\n");
}

/// Before the first hook there is not even a folder.
pub(crate) fn it_is_woken_when_it_is_so() {
    let ground = Ground::new("");
    let first = ground.start(&["wait", "--for", "prompting"]);
    let other = ground.start(&["wait", "--for", "prompting", "--session", "t"]);
    thread::sleep(Duration::from_millis(50));
    ground.send(&question("s", "1", "Which?"));
    check_end(first, "s\n");
    ground.send(&question("t", "1", "Which?"));
    check_end(other, "t\n");
}

pub(crate) fn what_cannot_be_meant_is_refused() {
    let ground = Ground::new("");
    for args in ["", "--for", "--for sleeping", "--for idle --timeout soon", "prompting"] {
        check(&ground, args, 2, "");
    }
}

pub(crate) fn a_prompt_becomes_too_old_while_it_is_waited_for() {
    let ground = Ground::new("stale_after: 1s");
    ground.send(&question("s", "1", "Which?"));
    let wait = ground.start(&["wait", "--for", "exited", "--timeout", "100s"]);
    check_end(wait, "s\n");
}
