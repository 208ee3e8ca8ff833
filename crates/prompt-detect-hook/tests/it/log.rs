//! `log --follow`: each line once, in order, whatever happens to the file.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use serde_json::Value;

use crate::ground::{Ground, LONG, Running, SETTLED, answer, question};

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

/// From before the first hook, when there is not even a folder.
pub(crate) fn what_happens_is_shown_as_it_happens() {
    let ground = Ground::new("");
    let mut log = ground.start(&["log", "--follow", "--json"]);
    let shown = lines(&mut log);
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
    thread::scope(|scope| {
        for at in 0..16 {
            let ground = &ground;
            scope.spawn(move || ground.send(&question(&format!("s{at}"), "1", "Which?")));
        }
    });
    assert_eq!((0..16).map(|_| next()).collect::<Vec<_>>(), (4..20).collect::<Vec<_>>());
    fs::remove_dir_all(file.parent().unwrap()).unwrap();
    ground.send(&question("s", "3", "Which?"));
    assert_eq!(next(), 1);
    assert!(shown.recv_timeout(SETTLED).is_err());
}

pub(crate) fn a_reader_that_goes_away_is_no_error() {
    let ground = Ground::new("");
    let mut log = ground.start(&["log", "--follow"]);
    drop(log.0.stdout.take());
    ground.send(&question("s", "1", "Which?"));
    crate::ground::until(|| log.0.try_wait().unwrap().is_some());
    assert_eq!(log.0.wait().unwrap().code(), Some(0));
}
