//! Forgetting, and keeping the store small.

use std::fs;
use std::time::Duration;

use file_mentions::{Forget, Removed, Retention};
use serde_json::Value;

use crate::ground::{Ground, append, at, mention, rel};

fn about(ground: &Ground, files: &[&str], words: &str) -> Vec<Value> {
    let mut entries = vec![ground.prompt(&format!("ask {words}"))];
    for file in files {
        let path = ground.path("app").join(file);
        entries.push(ground.reads(path.to_str().unwrap(), &format!("{file} {words}")));
    }
    entries.push(ground.says(words));
    entries
}

fn counts(ground: &Ground) -> (usize, usize, usize, usize) {
    let status = ground.reader().status().unwrap();
    (status.turns, status.mentions, status.files, status.notes)
}

fn forget_session(ground: &Ground, name: &str, until: u64) -> Removed {
    ground.store().forget(Forget::Session { name, until: at(until) }, false).unwrap()
}

#[test]
fn a_file_is_forgotten_with_what_was_said_of_it_alone() {
    let ground = Ground::new();
    let mut entries = about(&ground, &["a.rs"], "Of a alone.");
    entries.extend(about(&ground, &["a.rs", "b.rs"], "Of both."));
    ground.ingest("s", &ground.transcript("t", &entries));
    ground.note("a.rs", "note", at(1));
    assert_eq!(counts(&ground), (4, 3, 2, 1));
    let removed = ground.store().forget(Forget::File(&rel("a.rs")), false).unwrap();
    assert_eq!(removed, Removed { turns: 2, mentions: 2, notes: 1 });
    assert_eq!(counts(&ground), (2, 1, 1, 0));
    assert_eq!(ground.told("a.rs"), Vec::<String>::new());
    assert_eq!(ground.told("b.rs"), ["Of both.", "ask Of both."]);
    let removed = ground.store().forget(Forget::File(&rel("a.rs")), false).unwrap();
    assert_eq!(removed, Removed::default());
}

#[test]
fn what_is_forgotten_is_no_longer_in_the_file() {
    let ground = Ground::new();
    let transcript = ground.transcript("t", &about(&ground, &["a.rs"], "Of a alone."));
    ground.ingest("s", &transcript);
    let is_there = || {
        let bytes = fs::read(ground.database()).unwrap();
        String::from_utf8_lossy(&bytes).contains("Of a alone.")
    };
    assert!(is_there());
    let open = ground.reader();
    ground.store().forget(Forget::File(&rel("a.rs")), false).unwrap();
    assert!(!is_there(), "not even where another process has the store open");
    drop(open);
    assert!(!is_there());
}

#[test]
fn a_forgotten_session_does_not_come_back_with_its_transcript() {
    let ground = Ground::new();
    let transcript = ground.transcript("t", &about(&ground, &["a.rs"], "One."));
    ground.ingest("s", &transcript);
    ground.ingest("other", &ground.transcript("o", &about(&ground, &["a.rs"], "Other.")));
    let removed = forget_session(&ground, "s", 6);
    assert_eq!(removed, Removed { turns: 2, mentions: 1, notes: 0 });
    ground.ingest("s", &transcript);
    assert_eq!(ground.told("a.rs"), ["Other.", "ask Other."]);
    append(&transcript, &about(&ground, &["a.rs"], "Two."));
    ground.ingest("s", &transcript);
    assert_eq!(ground.told("a.rs")[0], "Two.");
    assert_eq!(ground.told("a.rs").len(), 4);
    assert_eq!(forget_session(&ground, "nobody", 9), Removed::default());
}

/// The turn that is under way is in no store yet, but in the transcript.
#[test]
fn what_is_not_read_yet_of_a_forgotten_session_is_forgotten_too() {
    let ground = Ground::new();
    let path = rel("a.rs");
    ground.store().record(&[mention("s", &path, "a.rs One.", 2)]).unwrap();
    let transcript = ground.transcript("t", &about(&ground, &["a.rs"], "One."));
    forget_session(&ground, "s", 3);
    ground.ingest("s", &transcript);
    assert_eq!(counts(&ground), (0, 0, 0, 0));
    append(&transcript, &about(&ground, &["a.rs"], "Two."));
    fs::write(&transcript, fs::read_to_string(&transcript).unwrap().replace("One", "None"))
        .unwrap();
    ground.ingest("s", &transcript);
    assert_eq!(ground.told("a.rs"), ["Two.", "ask Two."], "not even where it is rewritten");
}

#[test]
fn everything_before_a_time_is_forgotten() {
    let ground = Ground::new();
    let mut entries = about(&ground, &["a.rs"], "Old.");
    entries.extend(about(&ground, &["b.rs"], "New."));
    ground.ingest("s", &ground.transcript("t", &entries));
    ground.note("a.rs", "old note", at(1));
    ground.note("a.rs", "new note", at(9));
    let removed = ground.store().forget(Forget::Before(at(4)), false).unwrap();
    assert_eq!(removed, Removed { turns: 2, mentions: 1, notes: 1 });
    assert_eq!(ground.told("a.rs"), Vec::<String>::new());
    assert_eq!(ground.told("b.rs"), ["New.", "ask New."]);
    let files = ground.reader().recent_files("s", 10).unwrap();
    assert_eq!(files.iter().map(|f| f.path.as_str()).collect::<Vec<_>>(), ["b.rs"]);
}

#[test]
fn retention_in_days_spares_notes() {
    let ground = Ground::new();
    let day = |number: u64| number * 24 * 60 * 60;
    let (old, new) = (rel("old.rs"), rel("new.rs"));
    let mut store = ground.store();
    store.record(&[mention("old", &old, "1", day(1))]).unwrap();
    store.record(&[mention("new", &old, "2", day(2)), mention("new", &new, "3", day(11))]).unwrap();
    ground.note("old.rs", "a note", at(0));
    let retention = Retention { days: 9, megabytes: 200 };
    let done = store.prune(retention, at(day(11)), false).unwrap();
    assert_eq!(done.removed, Removed { turns: 0, mentions: 1, notes: 0 });
    let status = ground.reader().status().unwrap();
    assert_eq!((status.sessions, status.mentions, status.notes), (1, 2, 1));
    let done = store.prune(retention, at(day(11)) + Duration::from_secs(1), false).unwrap();
    assert_eq!(done.removed.mentions, 1, "a moment later");
    assert_eq!(counts(&ground), (0, 1, 1, 1));
    store.prune(Retention { days: u32::MAX, megabytes: 200 }, at(0), false).unwrap();
    assert_eq!(counts(&ground), (0, 1, 1, 1));
}

#[test]
fn retention_in_megabytes_begins_with_the_session_that_is_quiet_longest() {
    let ground = Ground::new();
    for session in ["first", "second", "third"] {
        for part in 0..10 {
            let words = format!("{session} {part} {}", "x".repeat(50_000));
            let name = format!("{session} {part}");
            let transcript = ground.transcript("t", &about(&ground, &["a.rs"], &words));
            ground.ingest(&name, &transcript);
        }
    }
    let retention = Retention { days: 180, megabytes: 1 };
    let done = ground.store().prune(retention, at(1000), false).unwrap();
    assert!(done.before > 2 << 20, "{done:?}");
    assert!(done.after <= 1 << 20 && done.after > 1 << 19, "{done:?}");
    assert_eq!(fs::metadata(ground.database()).unwrap().len(), done.after);
    let told = ground.told("a.rs");
    assert!(told[0].starts_with("third 9"), "the newest is there");
    assert!(!told.iter().any(|text| text.starts_with("first")), "the oldest is not");
    assert_eq!(done.removed.turns + told.len(), 60);
    let again = ground.store().prune(retention, at(1000), false).unwrap();
    assert_eq!(again.removed, Removed::default());
    ground.store().prune(Retention { days: 180, megabytes: 0 }, at(1000), false).unwrap();
    assert_eq!(counts(&ground), (0, 0, 0, 0), "an impossible limit ends");
}
