//! The ledger under real processes: many at once, killed ones, and people who
//! change what was written.

use std::fs::{self, OpenOptions};
use std::io::{Read as _, Seek, SeekFrom, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::ground::{Ground, PROGRAM, keys};
use serde_json::Value;

const LEDGER: &str = ".orchestration/agent_trace.jsonl";
const CHECKPOINTS: &str = ".orchestration/agent_trace.checkpoints.jsonl";

fn key_files(ground: &Ground) {
    let [key, public_key] = keys();
    ground.write("key.pem", &key);
    ground.write("public.pem", &public_key);
    ground.write(".tacklebox/agent-trace.yaml", "version: 1\nsign_key: key.pem\n");
}

fn stop(ground: &Ground) {
    ground.write("stop.json", r#"{"hook_event_name": "Stop", "session_id": "s"}"#);
    let ran = ground.run("agent-trace-hook <stop.json");
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
}

pub(crate) fn of_thirty_two_writers_none_is_lost() {
    let ground = Ground::new();
    for number in 0..32 {
        let path = format!("{number}.txt");
        ground.write(&path, "one\ntwo\n");
        for round in 1..=3 {
            let event = ground.edit(&format!("s{number}"), &path, "one\n", "one\ntwo\n");
            ground.write(&format!("event-{round}-{number}.json"), &event.to_string());
        }
    }
    let rounds = "for round in 1 2 3; do \
                  for event in event-$round-*.json; do agent-trace-hook <$event & done; wait; done";
    let ran = ground.run(rounds);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    ground.verify(0, "96 records, one chain\n");
    for number in 0..32 {
        let session = Some(format!("s{number}"));
        assert_eq!(ground.blame(&format!("{number}.txt")), [None, session]);
    }
}

pub(crate) fn a_call_that_is_told_twice_is_one_record() {
    let ground = Ground::new();
    for number in 0..16 {
        ground.write("a.txt", &format!("one\n{number}\n"));
        let event = ground.edit("s", "a.txt", "one\n", &format!("one\n{number}\n"));
        ground.write("event.json", &event.to_string());
        let twice = "agent-trace-hook <event.json & agent-trace-hook <event.json & wait";
        let ran = ground.run(twice);
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    }
    ground.verify(0, "16 records, one chain\n");
    // Killed between the record and the word on how far the ledger came.
    let head = ".orchestration/agent_trace.head.json";
    let whole = ground.read(head);
    ground.write(head, "");
    ground.run("agent-trace-hook <event.json");
    assert_eq!(ground.read(head), whole);
    // A host that numbers no calls may mean two.
    let mut event = ground.edit("s", "a.txt", "one\n", "one\n15\n");
    event.as_object_mut().unwrap().remove("tool_use_id");
    ground.hand(&event);
    ground.hand(&event);
    ground.verify(0, "18 records, one chain\n");
}

pub(crate) fn killed_writers_break_no_chain() {
    let ground = Ground::new();
    ground.write("a.txt", "one\ntwo\n");
    let mut random = fastrand::Rng::with_seed(11);
    let mut finished = 0;
    for _ in 0..40 {
        let mut children: Vec<_> = (0..3)
            .map(|_| {
                let event = ground.edit("s", "a.txt", "one\n", "one\ntwo\n").to_string();
                let mut child = Command::new(PROGRAM)
                    .env_clear()
                    .env("CLAUDE_PROJECT_DIR", ground.place.project())
                    .env("TACKLEBOX_STATE_DIR", ground.path("../state"))
                    .stdin(Stdio::piped())
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .spawn()
                    .unwrap();
                let _killed = child.stdin.take().unwrap().write_all(event.as_bytes());
                child
            })
            .collect();
        thread::sleep(Duration::from_micros(random.u64(..12_000)));
        for child in &mut children {
            let _gone = child.kill();
            finished += usize::from(child.wait().unwrap().success());
        }
    }
    ground.hand(&ground.edit("s", "a.txt", "one\n", "one\ntwo\n"));
    let records = ground.records().len();
    assert!(records > finished, "{records} of {finished}");
    ground.verify(0, &format!("{records} records, one chain\n"));
}

pub(crate) fn half_a_last_line_is_cut_off() {
    let ground = Ground::new();
    ground.grow(3);
    let whole = ground.read(LEDGER);
    for cut in [1, 2, 40, whole.lines().last().unwrap().len()] {
        let text = whole.get(..whole.len() - cut).unwrap();
        ground.write(LEDGER, text);
        ground.hand(&ground.edit("s", "a.txt", "", "line 0\n"));
        let records = ground.records();
        // A line that lacks nothing but its end is whole.
        assert_eq!(records.len(), if cut == 1 { 4 } else { 3 }, "{cut}");
        ground.verify(0, "one chain");
    }
}

pub(crate) fn a_large_ledger_is_not_read() {
    let ground = Ground::new();
    ground.grow(1);
    let line = ground.read(LEDGER);
    let mut options = OpenOptions::new();
    let mut file = options.read(true).write(true).open(ground.path(LEDGER)).unwrap();
    // A hole of the file system: nothing to write, and much to read.
    file.set_len(0).unwrap();
    file.seek(SeekFrom::Start(200 << 30)).unwrap();
    file.write_all(format!("\n{line}").as_bytes()).unwrap();
    ground.write("event.json", &ground.edit("s", "a.txt", "", "line 0\n").to_string());
    // To read it takes minutes of the processor.
    let ran = ground.run("ulimit -t 10; agent-trace-hook <event.json");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let mut rest = String::new();
    file.read_to_string(&mut rest).unwrap();
    let last: Value = serde_json::from_str(&rest).unwrap();
    let first: Value = serde_json::from_str(&line).unwrap();
    let ours = |record: &Value, key: &str| record["metadata"]["dev.tacklebox"][key].clone();
    assert_eq!(ours(&last, "prev"), ours(&first, "hash"));
    assert_eq!(ours(&last, "seq"), 2);
}

/// Changes the lines of a ledger of five and looks for `words`.
#[track_caller]
fn check_tampered(change: impl Fn(&mut Vec<String>), words: &str) {
    let ground = Ground::new();
    ground.grow(5);
    let mut lines: Vec<String> = ground.read(LEDGER).lines().map(str::to_owned).collect();
    change(&mut lines);
    ground.write(LEDGER, &(lines.join("\n") + "\n"));
    let ran = ground.run("agent-trace-hook verify");
    assert_eq!(ran.status, 1, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains(words), "{}", ran.out);
}

pub(crate) fn a_changed_byte_is_named() {
    for at in 0..5 {
        let words = format!("agent_trace.jsonl:{}: ", at + 1);
        check_tampered(|lines| lines[at] = lines[at].replace("a.txt", "b.txt"), &words);
        check_tampered(|lines| lines[at] = lines[at].replace("a.txt", "b.txt"), "was changed");
        check_tampered(|lines| lines[at] = lines[at].replace("\"seq\":", "\"seq\":1"), &words);
    }
    check_tampered(
        |lines| lines[2] = lines[2].replacen('{', "", 1),
        "agent_trace.jsonl:3: inserted",
    );
}

pub(crate) fn a_removed_line_is_missed() {
    for at in 0..4 {
        let words = format!("agent_trace.jsonl:{}: ", at + 1);
        let remove = |lines: &mut Vec<String>| drop(lines.remove(at));
        check_tampered(remove, &words);
        check_tampered(remove, "1 record is missing");
    }
    check_tampered(|lines| drop(lines.pop()), "agent_trace.jsonl: ends early: 1 record is missing");
    check_tampered(|lines| lines.truncate(2), "ends early: 3 records are missing");
    check_tampered(Vec::clear, "5 records are missing");
}

pub(crate) fn a_record_after_a_removed_one_does_not_hide_it() {
    let ground = Ground::new();
    ground.grow(5);
    let text = ground.read(LEDGER);
    let whole: Vec<&str> = text.split_inclusive('\n').collect();
    ground.write(LEDGER, &whole[..3].concat());
    let edit = ground.edit("s", "a.txt", "", "line 0\n");
    ground.hand(&edit);
    ground.hand(&edit);
    ground.verify(1, "agent_trace.jsonl:4: ");
    ground.verify(1, "2 records are missing");
    // All of it is another ledger.
    fs::remove_file(ground.path(LEDGER)).unwrap();
    ground.hand(&edit);
    ground.verify(0, "1 record, one chain");
}

pub(crate) fn a_swapped_pair_is_named() {
    for at in 0..4 {
        let words = format!("agent_trace.jsonl:{}: ", at + 1);
        check_tampered(|lines| lines.swap(at, at + 1), &words);
        check_tampered(|lines| lines.swap(at, at + 1), "is not where it was written");
    }
}

pub(crate) fn an_inserted_record_is_named() {
    for at in 0..5 {
        let copy = |lines: &mut Vec<String>| lines.insert(at, lines[(at + 2) % 5].clone());
        check_tampered(copy, &format!("agent_trace.jsonl:{}: ", at + 1));
        // One of another ledger, whole in itself.
        let other = Ground::new();
        other.write("b.txt", "one\n");
        other.hand(&other.edit("s", "b.txt", "", "one\n"));
        other.hand(&other.edit("t", "b.txt", "", "one\n"));
        let foreign = other.read(LEDGER).lines().last().unwrap().to_owned();
        check_tampered(|lines| lines.insert(at, foreign.clone()), "inserted");
    }
    check_tampered(
        |lines| lines.insert(2, "{}".to_owned()),
        "agent_trace.jsonl:3: inserted or changed",
    );
}

pub(crate) fn white_space_and_the_order_of_keys_are_no_content() {
    let ground = Ground::new();
    ground.grow(3);
    let spaced =
        ground.records().into_iter().map(|record| record.to_string().replace("\":", "\" : "));
    let text = spaced.collect::<Vec<_>>().join("\r\n\n") + "\n  \n";
    assert_ne!(text, ground.read(LEDGER));
    ground.write(LEDGER, &text);
    ground.verify(0, "3 records, one chain\n");
}

pub(crate) fn a_link_is_not_written_through() {
    let ground = Ground::new();
    ground.write("a.txt", "one\n");
    ground.write("precious", "half a line");
    ground.write(".orchestration/keep", "");
    std::os::unix::fs::symlink(ground.path("precious"), ground.path(LEDGER)).unwrap();
    let event = ground.edit("s", "a.txt", "", "one\n");
    ground.write("event.json", &event.to_string());
    let ran = ground.run("agent-trace-hook <event.json");
    assert_eq!((ran.status, ran.out.as_str()), (0, ""));
    assert!(ran.err.ends_with(": a symbolic link, which is not followed here\n"), "{}", ran.err);
    assert_eq!(ground.read("precious"), "half a line");
}

pub(crate) fn a_pipe_is_not_waited_for() {
    let ground = Ground::new();
    ground.write("a.txt", "one\n");
    ground.write("event.json", &ground.edit("s", "a.txt", "", "one\n").to_string());
    let places = [
        // A lock is as good on a pipe.
        (".agent_trace.jsonl.lock", ""),
        ("agent_trace.jsonl", "not a regular file\n"),
        ("agent_trace.head.json", "not a regular file\n"),
    ];
    for (name, error) in places {
        let hook = format!(
            "mkdir .orchestration && mkfifo .orchestration/{name} && \
             timeout 100 agent-trace-hook <event.json"
        );
        let ran = ground.run(&hook);
        assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{name}");
        assert!(ran.err.ends_with(error), "{name}: {}", ran.err);
        assert_eq!(ran.err.is_empty(), error.is_empty(), "{name}: {}", ran.err);
        ground.run("rm -r .orchestration");
    }
}

pub(crate) fn a_checkpoint_signs_the_chain() {
    let ground = Ground::new();
    key_files(&ground);
    stop(&ground);
    assert!(!ground.path(CHECKPOINTS).exists());
    ground.grow(2);
    stop(&ground);
    stop(&ground);
    ground.grow(1);
    let half = ground.read(CHECKPOINTS) + "{\"version\":1,\"times";
    ground.write(CHECKPOINTS, &half);
    ground.verify(0, "signed with the key\n");
    stop(&ground);
    assert_eq!(ground.read(CHECKPOINTS).lines().count(), 2);
    assert_eq!(ground.records().len(), 3);
    ground.verify(0, "2 checkpoints, signed with the key\n");

    // Who can write the ledger can make a new chain, but not sign it.
    for file in [LEDGER, ".orchestration/agent_trace.head.json"] {
        fs::remove_file(ground.path(file)).unwrap();
    }
    ground.write("a.txt", "forged\n");
    ground.hand(&ground.edit("s", "a.txt", "", "forged\n"));
    ground
        .verify(1, "agent_trace.checkpoints.jsonl:1: names a record that the ledger does not have");
}

pub(crate) fn a_public_key_is_enough_to_verify() {
    let ground = Ground::new();
    key_files(&ground);
    ground.grow(1);
    stop(&ground);
    fs::remove_file(ground.path(".tacklebox/agent-trace.yaml")).unwrap();
    ground.verify(0, "signed with an unverified key");
    let ran = ground.run("agent-trace-hook verify --public-key public.pem");
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.ends_with("1 checkpoint, signed with the key\n"), "{}", ran.out);
    let ran = ground.run("agent-trace-hook verify --public-key key.pem");
    assert_eq!(ran.status, 2, "{}{}", ran.out, ran.err);
}

pub(crate) fn what_is_no_file_is_no_key_and_no_checkpoint() {
    let ground = Ground::new();
    key_files(&ground);
    ground.grow(1);
    stop(&ground);
    let checkpoint = ground.read(CHECKPOINTS);
    ground.run("mkfifo pipe");
    let verify = "(ulimit -v 2000000; timeout 100 agent-trace-hook verify";
    for key in ["pipe", "/dev/zero", "."] {
        let ran = ground.run(&format!("{verify} --public-key {key})"));
        assert_eq!(ran.status, 2, "{key}: {ran:?}");
        ground.write(".tacklebox/agent-trace.yaml", &format!("sign_key: {key}\n"));
        assert_eq!(ground.run(&format!("{verify})")).status, 2, "{key}");
        let ran = ground.run("timeout 100 agent-trace-hook <stop.json");
        assert!(ran.err.ends_with("not a regular file\n"), "{key}: {}", ran.err);
    }
    // What is wrong with the chain is told all the same.
    let text = ground.read(LEDGER);
    ground.write(LEDGER, &text.replace("a.txt", "b.txt"));
    ground.verify(1, "was changed");
    ground.write(LEDGER, &text);
    ground.write(".tacklebox/agent-trace.yaml", "sign_key: [key.pem\n");
    ground.verify(0, "signed with an unverified key");

    ground.run(&format!("printf '\\377\\n' >>{CHECKPOINTS}"));
    ground.verify(1, "agent_trace.checkpoints.jsonl:2: is not JSON");
    ground.write(CHECKPOINTS, &checkpoint);
    ground.run(&format!("printf '\\377' >>{CHECKPOINTS}"));
    ground.verify(0, "1 checkpoint, ");
    ground.run(&format!("rm {CHECKPOINTS} && mkfifo {CHECKPOINTS}"));
    assert_eq!(ground.run("timeout 100 agent-trace-hook verify").status, 2);
}

pub(crate) fn a_lock_is_not_waited_for_without_end() {
    let ground = Ground::new();
    ground.grow(1);
    let lock = ground.path(".orchestration/.agent_trace.jsonl.lock");
    let lock = OpenOptions::new().write(true).open(lock).unwrap();
    lock.lock().unwrap();
    let ran = ground.run("agent-trace-hook <event.json");
    assert_eq!((ran.status, ran.out.as_str()), (0, ""));
    assert!(ran.err.starts_with("agent-trace-hook: could not lock the ledger in "), "{}", ran.err);
    drop(lock);
    ground.verify(0, "1 record, one chain\n");
}
