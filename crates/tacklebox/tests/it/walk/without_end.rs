//! What a host calls, and what goes on until it is told to end.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Output};

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
    hold("has no help: run", has_help());
    hold("does not serve until it is told to end: prompt-detect serve", serves_until_its_end());
    hold("does not say what is wrong with a call: prompt-detect serve", names_what_is_wrong());
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
fn has_help() -> bool {
    [["run", "--help"], ["help", "run"]].iter().all(|args| {
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

/// It listens, needs no reader, and leaves no socket.
fn serves_until_its_end() -> bool {
    let ground = Ground::bare();
    let args = ["prompt-detect", "serve", "--socket", "s.sock"];
    let mut child = ground.command(&args, &[]).spawn().unwrap();
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let _end = stdout.read_line(&mut line).unwrap();
    drop(stdout);
    let socket = ground.path().join("s.sock");
    let listens = line == "listening on s.sock\n" && socket.exists();
    let told = Command::new("kill").arg(child.id().to_string()).status().unwrap();
    let output = child.wait_with_output().unwrap();
    listens
        && told.success()
        && output.status.code() == Some(0)
        && output.stderr.is_empty()
        && !socket.exists()
}

fn names_what_is_wrong() -> bool {
    let ground = Ground::bare();
    let serve = |more: &[&str]| -> Output {
        ground.call(&[&["prompt-detect", "serve"], more].concat(), &[])
    };
    let usage = "Usage: prompt-detect-hook serve";
    let [no_socket, no_flag] = [serve(&[]), serve(&["--socket", "s", "--no-such-flag"])];
    let no_project = serve(&["--socket", "s", "--project", "no/such"]);
    let no_folder = serve(&["--socket", "no/such/s"]);
    let says = |output: &Output, words: &str| {
        output.status.code() == Some(2) && text(&output.stderr).contains(words)
    };
    says(&no_socket, "--socket")
        && says(&no_flag, usage)
        && says(&no_project, "no/such")
        && says(&no_folder, "no/such")
}
