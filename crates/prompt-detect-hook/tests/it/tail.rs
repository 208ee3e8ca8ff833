//! `tail`: each line once, in order, whatever happens to the file.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use serde_json::{Value, json};

use crate::ground::{Ground, LONG, Running, SETTLED, answer, event, question};

/// The lines that a tool prints, as it prints them.
fn lines(tool: &mut Running) -> Receiver<String> {
    let (sender, receiver) = channel();
    let stdout = BufReader::new(tool.0.stdout.take().unwrap());
    thread::spawn(move || {
        for line in stdout.lines().map_while(Result::ok) {
            let _ended = sender.send(line);
        }
    });
    receiver
}

fn journal(ground: &Ground) -> PathBuf {
    let found = ground.run("echo ../state/projects/*").stdout;
    ground.file(String::from_utf8(found).unwrap().trim()).join("agent-events.jsonl")
}

pub(crate) fn what_is_there_is_shown_without_following() {
    let ground = Ground::new("");
    assert_eq!(ground.run("prompt-detect-hook tail --no-follow").stdout, b"");
    ground.send(&question("s", "1", "Which \u{1f600}\u{1b}[2J?"));
    ground.send(&answer("s", "1"));
    let mut failed = event("StopFailure", "s", json!({ "error": "rate_limit" }));
    failed["agent_id"] = Value::Null;
    ground.send(&failed);
    let output = ground.run("prompt-detect-hook tail --no-follow");
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "1  2026-11-20 14:03:00 UTC  s  prompting          asks: Which \u{1f600} [2J?\n\
         2  2026-11-20 14:03:00 UTC  s  working            resolved: question\n\
         3  2026-11-20 14:03:00 UTC  s  failed             failed: rate_limit\n"
    );
    let output = ground.run("prompt-detect-hook tail --no-follow --json");
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(!shown.contains('\u{1b}'), "{shown:?}");
    let shown: Vec<Value> = shown.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kept = fs::read_to_string(journal(&ground)).unwrap();
    let kept: Vec<Value> = kept.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(shown, kept);
}

/// From before the first hook, when there is not even a folder.
pub(crate) fn what_happens_is_shown_as_it_happens() {
    let ground = Ground::new("");
    let mut tail = ground.start(&["tail", "--json"]);
    let shown = lines(&mut tail);
    let next = || {
        let line = shown.recv_timeout(LONG).unwrap();
        serde_json::from_str::<Value>(&line).unwrap()["seq"].as_u64().unwrap()
    };
    ground.send(&question("s", "1", "Which?"));
    assert_eq!(next(), 1);
    ground.send(&answer("s", "1"));
    assert_eq!(next(), 2);
    let file = journal(&ground);
    fs::rename(&file, file.with_file_name("agent-events.1.jsonl")).unwrap();
    ground.send(&question("s", "2", "Which?"));
    assert_eq!(next(), 3);
    fs::OpenOptions::new().write(true).open(&file).unwrap().set_len(0).unwrap();
    ground.send(&answer("s", "2"));
    // The numbers go on from the rotated file, which ends with the second.
    assert_eq!(next(), 3);
    fs::remove_dir_all(file.parent().unwrap()).unwrap();
    ground.send(&question("s", "3", "Which?"));
    assert_eq!(next(), 1);
    assert!(shown.recv_timeout(SETTLED).is_err());
}

pub(crate) fn sixteen_hooks_at_once_are_shown_once_each_and_in_order() {
    let ground = Ground::new("");
    let mut tail = ground.start(&["tail", "--json"]);
    let shown = lines(&mut tail);
    thread::scope(|scope| {
        for at in 0..16 {
            let ground = &ground;
            scope.spawn(move || ground.send(&question(&format!("s{at}"), "1", "Which?")));
        }
    });
    for seq in 1..=16 {
        let line = shown.recv_timeout(LONG).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap()["seq"], seq);
    }
}

pub(crate) fn a_reader_that_goes_away_is_no_error() {
    let ground = Ground::new("");
    let mut tail = ground.start(&["tail"]);
    drop(tail.0.stdout.take());
    ground.send(&question("s", "1", "Which?"));
    crate::ground::until(|| tail.0.try_wait().unwrap().is_some());
    assert_eq!(tail.0.wait().unwrap().code(), Some(0));
}
