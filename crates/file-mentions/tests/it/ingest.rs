//! Reading a transcript as it grows: each part once, nothing twice.

use std::fs;
use std::io::Write;

use file_mentions::{IngestError, LastMessage, Role, StoreError};
use serde_json::{Value, json};

use crate::ground::{Ground, append, at, rel, texts};

#[test]
fn prompt_and_answer_are_turns_of_every_file_touched_between() {
    let ground = Ground::new();
    let root = ground.path("app");
    let path = |name: &str| root.join(name).to_str().unwrap().to_owned();
    let entries = [
        ground.prompt("mend both"),
        ground.says("I look at a."),
        ground.reads(&path("a.rs"), "1"),
        ground.says("And change b."),
        ground.calls("Edit", &json!({"file_path": path("b.rs"), "old_string": "x"}), "2"),
        ground.says("Both are mended."),
        ground.prompt("thanks"),
        ground.says("No file in this one."),
    ];
    ground.ingest("s", &ground.transcript("t", &entries));
    let answer = "I look at a.\n\nAnd change b.\n\nBoth are mended.";
    assert_eq!(ground.told("a.rs"), [answer, "mend both"]);
    assert_eq!(ground.told("b.rs"), [answer, "mend both"]);
    let turns = ground.reader().turns(None, 10).unwrap();
    let about: Vec<_> = turns.iter().map(|turn| (turn.role, turn.last_words())).collect();
    assert_eq!(about[..2], [(Role::Assistant, "No file in this one."), (Role::User, "thanks")]);
    assert_eq!(about[2], (Role::Assistant, "Both are mended."));
    assert_eq!(turns[2].at, at(2), "a turn has the time of its beginning");
    append(&ground.path("t"), &[ground.prompt("next")]);
    ground.ingest("s", &ground.path("t"));
    let left = ground.reader().turns(None, 10).unwrap();
    assert_eq!(texts(&left), ["next", answer, "mend both"], "no file, no turn");
}

#[test]
fn a_second_time_adds_nothing() {
    let ground = Ground::new();
    let mut entries = ground.exchange("a.rs", "one", "One.");
    entries.extend(ground.exchange("b.rs", "two", "Two."));
    let transcript = ground.transcript("t", &entries);
    let first = ground.ingest("s", &transcript);
    assert_eq!(first.bytes, fs::metadata(&transcript).unwrap().len());
    let turns = ground.reader().turns(None, 10).unwrap();
    let status = ground.reader().status().unwrap();
    assert_eq!((status.turns, status.mentions), (4, 2));
    assert_eq!(ground.ingest("s", &transcript).bytes, 0);
    assert_eq!(ground.reader().turns(None, 10).unwrap(), turns);
    assert_eq!(ground.reader().status().unwrap(), status);
}

/// However the file was cut when it was read, the store is the same.
#[test]
fn any_cut_leads_to_the_same_store() {
    let whole = Ground::new();
    let mut entries = vec![whole.says("Before any prompt.")];
    entries.extend(whole.exchange("a.rs", "one é", "One ✓."));
    entries.extend(whole.exchange("b.rs", "two", "Two."));
    entries.push(whole.says("More of two."));
    entries.extend(whole.exchange("b.rs", "three", "Three."));
    let bytes = fs::read(whole.transcript("t", &entries)).unwrap();
    whole.ingest("s", &whole.path("t"));
    let turns = |ground: &Ground| {
        let turns = ground.reader().turns(None, 99).unwrap();
        turns.into_iter().map(|turn| (turn.at, turn.text)).collect::<Vec<_>>()
    };
    let expected = turns(&whole);
    for cut in (0..bytes.len()).step_by(97) {
        let ground = Ground::new();
        let path = ground.path("t");
        let bytes = String::from_utf8_lossy(&bytes).into_owned();
        let bytes =
            bytes.replace(whole.path("").to_str().unwrap(), ground.path("").to_str().unwrap());
        let cut = cut.min(bytes.len());
        fs::write(&path, &bytes.as_bytes()[..cut]).unwrap();
        ground.ingest("s", &path);
        fs::write(&path, &bytes).unwrap();
        assert!(!ground.ingest("s", &path).anew, "cut at {cut}");
        assert_eq!(turns(&ground), expected, "cut at {cut}");
    }
}

#[test]
fn half_a_line_waits_for_its_other_half() {
    let ground = Ground::new();
    let transcript = ground.transcript("t", &ground.exchange("a.rs", "ask", "Said."));
    let line = ground.says("Later é.").to_string();
    let (half, rest) = line.as_bytes().split_at(line.len() - 5);
    let append = |bytes: &[u8]| {
        let mut file = fs::OpenOptions::new().append(true).open(&transcript).unwrap();
        file.write_all(bytes).unwrap();
    };
    ground.ingest("s", &transcript);
    append(half);
    assert_eq!(ground.ingest("s", &transcript).bytes, 0);
    append(rest);
    assert_eq!(ground.ingest("s", &transcript).bytes, line.len() as u64, "whole, if without end");
    append(b"\n");
    ground.ingest("s", &transcript);
    assert_eq!(ground.told("a.rs")[0], "Said.\n\nLater é.");
}

#[test]
fn unknown_and_broken_lines_are_passed_over() {
    let ground = Ground::new();
    let transcript = ground.transcript("t", &ground.exchange("a.rs", "ask", "Said."));
    let mut file = fs::OpenOptions::new().append(true).open(&transcript).unwrap();
    file.write_all(b"\n\n{\"type\":\"new-kind\",\"x\":[1]}\nno json\n[]\n42\n{}\n\xff\xfe\n")
        .unwrap();
    let nested = "[".repeat(10_000);
    writeln!(file, "{{\"type\":\"assistant\",\"message\":{nested}").unwrap();
    let odd = [
        json!({"type": "assistant"}),
        json!({"type": "assistant", "message": null, "timestamp": 7}),
        json!({"type": "assistant", "message": {"content": 7}, "timestamp": "2026-01-01T00:00:00Z"}),
        json!({"type": "user", "message": {"content": [7, {}]}, "timestamp": "2026-01-01T00:00:00Z"}),
        json!({"type": "assistant", "message": {"content": "no time"}, "timestamp": "yesterday"}),
        json!({"type": "assistant", "timestamp": "2026-01-01T00:00:00Z",
            "message": {"content": [{"type": "tool_use", "name": "Read", "input": 5},
                {"type": "thinking", "thinking": "hm"}, {"type": "text", "text": " "}]}}),
    ];
    append(&transcript, &odd);
    append(&transcript, &[ground.says("At the end.")]);
    ground.ingest("s", &transcript);
    assert_eq!(ground.told("a.rs"), ["Said.\n\nAt the end.", "ask"]);
}

#[test]
fn what_is_null_is_absent() {
    let ground = Ground::new();
    let mut entries = ground.exchange("a.rs", "ask", "Said.");
    for entry in &mut entries {
        for key in ["isMeta", "isSidechain", "isCompactSummary", "subtype", "promptSource"] {
            entry[key] = Value::Null;
        }
        entry["cwd"] = Value::Null;
        entry["promptId"] = Value::Null;
    }
    ground.ingest("s", &ground.transcript("t", &entries));
    assert_eq!(ground.told("a.rs"), ["Said.", "ask"]);
}

#[test]
fn a_rewritten_file_takes_the_place_of_the_old_one() {
    let ground = Ground::new();
    let mut entries = ground.exchange("a.rs", "one", "One.");
    entries.extend(ground.exchange("a.rs", "two", "Two."));
    let transcript = ground.transcript("t", &entries);
    assert!(!ground.ingest("s", &transcript).anew);
    let check = |entries: &[Value], expected: &[&str]| {
        ground.transcript("t", entries);
        assert!(ground.ingest("s", &transcript).anew);
        assert_eq!(ground.told("a.rs"), expected);
    };
    check(&entries[..3], &["One.", "one"]);
    let mut longer = ground.exchange("a.rs", "three", "Three.");
    longer.extend(ground.exchange("a.rs", "four", "Four."));
    check(&longer, &["Four.", "four", "Three.", "three"]);
    check(&[], &[]);
    assert_eq!(ground.reader().status().unwrap().mentions, 4, "what was touched, was touched");
}

#[test]
fn the_last_message_is_taken_where_the_transcript_lags() {
    let ground = Ground::new();
    let entries = ground.exchange("a.rs", "ask", "First.");
    let transcript = ground.transcript("t", &entries);
    let ingest = |text: &str| {
        let message = LastMessage { text, at: at(50) };
        ground.ingest_with("s", None, &transcript, Some(message))
    };
    ingest("First.");
    assert_eq!(ground.told("a.rs")[0], "First.", "it is there already");
    ingest("Done, password=hunter2.");
    assert_eq!(ground.told("a.rs")[0], "First.\n\nDone, password=[redacted]");
    ingest("Done, password=hunter2.");
    assert_eq!(ground.told("a.rs")[0], "First.\n\nDone, password=[redacted]", "told twice");
    let file = ground.path("app/b.rs");
    append(&transcript, &[ground.says("Second."), ground.reads(file.to_str().unwrap(), "late")]);
    ground.ingest("s", &transcript);
    let expected = "First.\n\nSecond.\n\nDone, password=[redacted]";
    assert_eq!(ground.told("a.rs")[0], expected, "the transcript still lags");
    assert_eq!(ground.told("b.rs")[0], expected);
    append(&transcript, &[ground.says("Done, password=hunter2."), ground.prompt("next")]);
    ground.ingest("s", &transcript);
    assert_eq!(ground.told("a.rs")[0], expected, "it has caught up");
}

#[test]
fn a_last_message_that_never_arrives_stays_in_its_turn() {
    let ground = Ground::new();
    let transcript = ground.transcript("t", &ground.exchange("a.rs", "ask", "First."));
    let message = LastMessage { text: "Last.", at: at(50) };
    ground.ingest_with("s", None, &transcript, Some(message));
    append(&transcript, &ground.exchange("b.rs", "next", "Other."));
    ground.ingest("s", &transcript);
    assert_eq!(ground.told("a.rs"), ["First.\n\nLast.", "ask"]);
    assert_eq!(ground.told("b.rs"), ["Other.", "next"]);
}

#[test]
fn a_call_that_failed_touched_nothing() {
    let ground = Ground::new();
    let file = ground.path("app/a.rs");
    let entries = [
        ground.prompt("ask"),
        ground.reads(file.to_str().unwrap(), "1"),
        ground.fails("1"),
        ground.says("There is none."),
    ];
    ground.ingest("s", &ground.transcript("t", &entries));
    assert_eq!(ground.reader().status().unwrap().mentions, 0);
    assert_eq!(ground.told("a.rs"), Vec::<String>::new());
}

#[test]
fn prompts_of_the_host_are_nobodys_and_begin_something_new() {
    let ground = Ground::new();
    let mut entries = ground.exchange("a.rs", "ask", "Answer.");
    entries.extend(ground.exchange("b.rs", "<task-notification>done", "Noted."));
    let mut machine = ground.exchange("c.rs", "loop", "Looped.");
    machine[0]["promptSource"] = "loop_wakeup".into();
    entries.extend(machine);
    let mut meta = ground.prompt("what the host adds to a prompt");
    meta["isMeta"] = true.into();
    entries.extend([meta, ground.says("Still looping.")]);
    let mut after = ground.exchange("d.rs", "This session is being continued", "On with it.");
    after[0]["isCompactSummary"] = true.into();
    entries.extend(after);
    ground.ingest("s", &ground.transcript("t", &entries));
    assert_eq!(ground.told("a.rs"), ["Answer.", "ask"]);
    assert_eq!(ground.told("b.rs"), ["Noted."]);
    assert_eq!(ground.told("c.rs"), ["Looped.\n\nStill looping."]);
    assert_eq!(ground.told("d.rs"), ["On with it."]);
}

#[test]
fn an_agent_of_another_transcript_is_not_listened_to() {
    let ground = Ground::new();
    let mut entries = ground.exchange("a.rs", "ask", "Answer.");
    let mut aside = ground.exchange("b.rs", "task", "Aside.");
    for entry in &mut aside {
        entry["isSidechain"] = true.into();
    }
    entries.extend(aside);
    let transcript = ground.transcript("t", &entries);
    ground.ingest("s", &transcript);
    assert_eq!(ground.told("b.rs"), Vec::<String>::new());
    ground.ingest_with("s", Some("agent"), &transcript, None);
    assert_eq!(ground.told("b.rs"), ["Aside."], "its task is no person's prompt");
    let files = ground.reader().recent_files("s", 10).unwrap();
    let marks: Vec<_> = files.iter().map(|file| (file.path.as_str(), file.by_subagent)).collect();
    assert_eq!(marks, [("b.rs", true), ("a.rs", false)]);
    let turn = &ground.reader().turns(None, 1).unwrap()[0];
    assert_eq!(turn.agent.as_deref(), Some("agent"));
    let mut compaction = ground.compacts();
    compaction["isSidechain"] = true.into();
    append(&transcript, &[compaction]);
    ground.ingest_with("s", Some("agent"), &transcript, None);
    let known = ground.reader().history(&rel("a.rs"), "s", 10).unwrap();
    assert!(known.turns.is_empty(), "the main agent has not forgotten what it said");
}

#[test]
fn the_event_and_the_transcript_report_one_mention() {
    let ground = Ground::new();
    let path = rel("a.rs");
    let reported = crate::ground::mention("s", &path, "call Said.", 2);
    ground.store().record(std::slice::from_ref(&reported)).unwrap();
    let transcript = ground.transcript("t", &ground.exchange("a.rs", "ask", "Said."));
    ground.ingest("s", &transcript);
    ground.store().record(&[reported]).unwrap();
    assert_eq!(ground.reader().status().unwrap().mentions, 1);
    assert_eq!(ground.told("a.rs"), ["Said.", "ask"]);
}

#[test]
fn nothing_secret_is_stored() {
    let ground = Ground::new();
    ground.file("app/a.rs", "").file("app/.env", "").file("app/target/x", "");
    let root = ground.path("app");
    let path = |name: &str| root.join(name).to_str().unwrap().to_owned();
    let entries = [
        ground.prompt("use @.env and password=hunter2secret with @a.rs"),
        ground.reads(&path(".env"), "1"),
        ground.reads(&path("target/x"), "2"),
        ground.calls("Bash", &json!({"command": "cat .env target/x a.rs"}), "3"),
        ground.says("The token is a1b2c3d4e5f6g7h8, I put it into .env"),
    ];
    ground.ingest("s", &ground.transcript("t", &entries));
    let files = ground.reader().recent_files("s", 10).unwrap();
    assert_eq!(files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), ["a.rs"]);
    let stored = fs::read(ground.database()).unwrap();
    let stored = String::from_utf8_lossy(&stored);
    for secret in ["hunter2secret", "a1b2c3d4", "target/x"] {
        assert!(!stored.contains(secret), "{secret}");
    }
    assert_eq!(ground.told("a.rs").len(), 2);
}

#[test]
fn a_long_turn_keeps_its_end() {
    let ground = Ground::new();
    let file = ground.path("app/a.rs");
    let mut entries = vec![ground.prompt(&"é".repeat(20_000))];
    entries.push(ground.reads(file.to_str().unwrap(), "1"));
    for number in 0..100 {
        entries.push(ground.says(&format!("{number} {}", "ü".repeat(500))));
    }
    entries.push(ground.says("The end."));
    let transcript = ground.transcript("t", &entries);
    ground.ingest("s", &transcript);
    let turns = ground.reader().turns(None, 10).unwrap();
    let [answer, prompt] = &turns[..] else { panic!("two turns") };
    assert!(answer.text.len() <= 16 << 10 && prompt.text.len() <= 16 << 10);
    assert!(answer.text.len() > 15 << 10 && prompt.text.len() > 15 << 10);
    assert_eq!(answer.last_words(), "The end.");
    append(&transcript, &[ground.says("After the end.")]);
    ground.ingest("s", &transcript);
    assert_eq!(ground.reader().turns(None, 1).unwrap()[0].last_words(), "After the end.");
}

#[test]
fn a_large_transcript_comes_in_parts() {
    let ground = Ground::new();
    let mut entries = ground.exchange("a.rs", "one", "One.");
    entries.push(json!({"type": "blob", "x": "x".repeat(9 << 20)}));
    entries.extend(ground.exchange("a.rs", "two", "Two."));
    let transcript = ground.transcript("t", &entries);
    assert!(ground.ingest("s", &transcript).more);
    assert_eq!(ground.told("a.rs").len(), 2);
    while ground.ingest("s", &transcript).more {}
    assert_eq!(ground.told("a.rs"), ["Two.", "two", "One.", "one"]);
}

#[test]
fn a_transcript_that_cannot_be_read_changes_nothing() {
    let ground = Ground::new();
    let root = ground.root();
    let recording = file_mentions::Recording {
        root: &root,
        paths: &project_paths::RealPaths::default(),
        ignore: &[],
        secrets: file_mentions::Secrets::Redact,
    };
    let reading = file_mentions::Reading { recording, command_files: &|_| Vec::new() };
    for path in [ground.path("missing.jsonl"), ground.path("app")] {
        let transcript = file_mentions::Transcript { path: &path, session: "s", agent: None };
        let err = ground.store().ingest(&transcript, &reading, None).unwrap_err();
        assert!(matches!(err, IngestError::Transcript(_)), "{err}");
    }
    assert_eq!(ground.reader().status().unwrap().sessions, 0);
    let other = rusqlite::Connection::open(ground.database()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut store =
        file_mentions::Store::open(&ground.database(), std::time::Duration::ZERO).unwrap();
    let path = ground.transcript("t", &ground.exchange("a.rs", "one", "One."));
    let transcript = file_mentions::Transcript { path: &path, session: "s", agent: None };
    let err = store.ingest(&transcript, &reading, None).unwrap_err();
    assert!(matches!(err, IngestError::Store(StoreError::Locked)), "{err}");
}
