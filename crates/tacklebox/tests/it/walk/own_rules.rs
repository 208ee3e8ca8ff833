//! What a host calls, and what becomes another program.

use std::io::Write as _;

use serde_json::Value;

use super::Broken;
use super::ground::{Ground, text};

pub(super) fn broken_by() -> Broken {
    let mut found = Broken::new();
    let mut hold = |rule: &str, is_kept: bool| {
        if !is_kept {
            found.insert(rule.to_owned());
        }
    };
    hold("does not answer a host: run", answers_a_host());
    hold("does not answer for the hooks that there are: run", answers_for_those_that_are_known());
    hold("does not end quietly where nobody reads: run", ends_quietly());
    hold("has no help: run", has_help("run"));
    hold("has no help: confine", has_help("confine"));
    hold("does not become the command: confine", becomes_the_command());
    found
}

/// Whatever is there, a document or nothing is the answer, and the call goes on.
fn answers_a_host() -> bool {
    let grounds = [Ground::bare(), Ground::configured(), Ground::installed(), Ground::used()];
    grounds.iter().all(|ground| {
        let output = ground.call(&["run", "governance-hook", "agent-trace-hook"], &[]);
        let is_document = || serde_json::from_slice::<Value>(&output.stdout).is_ok();
        output.status.code() == Some(0)
            && output.stderr.is_empty()
            && (output.stdout.is_empty() || is_document())
    })
}

/// A person may ask what it is for, wherever stdin is.
fn has_help(verb: &str) -> bool {
    [[verb, "--help"], ["help", verb]].iter().all(|args| {
        let output = Ground::bare().call(args, &[]);
        output.status.code() == Some(0) && text(&output.stdout).contains("Usage: ")
    })
}

/// A name that there is not, an option that is none and no name at all are told in a line, and deny
/// nothing: 2 would be a denial.
fn answers_for_those_that_are_known() -> bool {
    let wrong: [&[&str]; 4] = [
        &["run"],
        &["run", "no-hook"],
        &["run", "--project", "no/such"],
        &["run", "--host", "none"],
    ];
    wrong.iter().all(|args| {
        let output = Ground::configured().call(args, &[]);
        let stderr = text(&output.stderr);
        let is_told =
            (1..=2).contains(&stderr.lines().count()) && stderr.starts_with("tacklebox: ");
        output.status.code() == Some(0) && output.stdout.is_empty() && is_told
    })
}

fn ends_quietly() -> bool {
    let ground = Ground::configured();
    let mut child = ground.command(&["run", "agent-trace-hook"], &[]).spawn().unwrap();
    drop(child.stdout.take());
    let _unread = child.stdin.take().unwrap().write_all(&ground.event());
    let output = child.wait_with_output().unwrap();
    output.status.code() == Some(0) && output.stderr.is_empty()
}

/// Its output and its exit status are those of the command.
fn becomes_the_command() -> bool {
    let output = Ground::bare().call(&["confine", "--", "sh", "-c", "echo said; exit 3"], &[]);
    let is_missing = Ground::bare().call(&["confine", "--", "no-such-program"], &[]);
    output.status.code() == Some(3)
        && output.stdout == b"said\n"
        && is_missing.status.code() == Some(2)
        && text(&is_missing.stderr).contains("no-such-program")
}
