//! The two questions of the hooks, and the lists for people.

use std::time::SystemTime;

use file_mentions::{Mention, Role};

use crate::ground::{Ground, append, at, mention, rel, texts};

/// A session in which a file was read and something said of it.
fn session(ground: &Ground, session: &str, path: &str, words: &str) {
    let file = ground.path("app").join(path);
    let call = format!("call of {session}");
    let entries = [ground.reads(file.to_str().unwrap(), &call), ground.says(words)];
    let transcript = ground.transcript(&format!("{session}.jsonl"), &entries);
    ground.ingest(session, &transcript);
}

#[test]
fn other_sessions_are_told_newest_first() {
    let ground = Ground::new();
    for (name, words) in [("one", "Memory 1"), ("two", "Memory 2"), ("three", "Memory 3")] {
        session(&ground, name, "src/a.rs", words);
    }
    assert_eq!(ground.told("src/a.rs"), ["Memory 3", "Memory 2", "Memory 1"]);
    let history = ground.reader().history(&rel("src/a.rs"), "two", 1).unwrap();
    assert_eq!(texts(&history.turns), ["Memory 3"]);
    let turn = &history.turns[0];
    assert_eq!((turn.session.as_str(), turn.agent.as_deref()), ("three", None));
    assert_eq!(turn.role, Role::Assistant);
    assert_eq!(ground.reader().files_of(turn).unwrap(), [rel("src/a.rs")]);
    let history = ground.reader().history(&rel("src/a.rs"), "two", 10).unwrap();
    assert_eq!(texts(&history.turns), ["Memory 3", "Memory 1"]);
}

#[test]
fn turns_of_the_same_time_have_an_order() {
    let check = |order: [&str; 3]| {
        let ground = Ground::new();
        let file = ground.path("app/a.rs");
        let entries = [ground.reads(file.to_str().unwrap(), "c"), ground.says("[NAME] said")];
        for name in order {
            let entries = entries.clone().map(|entry| {
                serde_json::from_str(&entry.to_string().replace("[NAME]", name)).unwrap()
            });
            ground.ingest(name, &ground.transcript(&format!("{name}.jsonl"), &entries));
        }
        assert_eq!(ground.told("a.rs"), ["a said", "b said", "c said"], "{order:?}");
    };
    check(["a", "b", "c"]);
    check(["c", "a", "b"]);
    check(["b", "c", "a"]);
}

#[test]
fn the_same_words_are_told_once() {
    let ground = Ground::new();
    for name in ["one", "two", "three"] {
        session(&ground, name, "a.rs", if name == "two" { "Other" } else { "Same" });
    }
    let history = ground.reader().history(&rel("a.rs"), "x", 10).unwrap();
    assert_eq!(texts(&history.turns), ["Same", "Other"]);
    assert_eq!(history.turns[0].session, "three");
}

#[test]
fn a_session_is_told_what_it_has_forgotten_after_the_others() {
    let ground = Ground::new();
    let file = ground.path("app/a.rs");
    let file = file.to_str().unwrap();
    session(&ground, "other", "a.rs", "Elsewhere");
    let entries = [
        ground.prompt("first"),
        ground.reads(file, "c1"),
        ground.says("Before"),
        ground.compacts(),
        ground.prompt("second"),
        ground.reads(file, "c2"),
        ground.says("After"),
    ];
    let transcript = ground.transcript("mine.jsonl", &entries[..3]);
    ground.ingest("mine", &transcript);
    let told = || {
        let history = ground.reader().history(&rel("a.rs"), "mine", 10).unwrap();
        history.turns.into_iter().map(|turn| turn.text).collect::<Vec<_>>()
    };
    assert_eq!(told(), ["Elsewhere"], "it still knows what it said itself");
    append(&transcript, &entries[3..]);
    ground.ingest("mine", &transcript);
    assert_eq!(told(), ["Elsewhere", "Before", "first"]);
    ground.store().compacted("mine", at(100)).unwrap();
    assert_eq!(told(), ["Elsewhere", "After", "second", "Before", "first"]);
    ground.store().compacted("mine", at(0)).unwrap();
    assert_eq!(told().len(), 5, "an older compaction changes nothing");
}

#[test]
fn notes_come_first_and_are_not_counted() {
    let ground = Ground::new();
    session(&ground, "one", "a.rs", "Said");
    ground.note("a.rs", "  older \n", at(1));
    ground.note("a.rs", "newer", at(2));
    ground.note("b.rs", "of another", at(3));
    let notes = |limit| {
        let history = ground.reader().history(&rel("a.rs"), "x", limit).unwrap();
        assert_eq!(history.turns.len(), limit.min(1));
        history.notes.into_iter().map(|note| note.text).collect::<Vec<_>>()
    };
    assert_eq!(notes(0), ["newer", "older"]);
    assert_eq!(notes(1), ["newer", "older"]);
    ground.note("a.rs", "older", at(4));
    assert_eq!(notes(5), ["older", "newer"], "said again, it is newer and still one");
    assert_eq!(ground.reader().notes().unwrap().len(), 3);
    ground.note("c.rs", "The password is hunter2 here", at(5));
    assert_eq!(ground.reader().notes().unwrap()[0].text, "The password is [redacted] here");
}

#[test]
fn a_file_without_history_has_none() {
    let ground = Ground::new();
    session(&ground, "one", "src/a.rs", "Said");
    for path in ["src/b.rs", "src", "a.rs", "src/a.rs.bak"] {
        assert_eq!(ground.told(path), Vec::<String>::new(), "{path}");
    }
    let file = ground.path("app/silent.rs");
    ground.ingest("two", &ground.transcript("t", &[ground.reads(file.to_str().unwrap(), "c")]));
    assert_eq!(ground.told("silent.rs"), Vec::<String>::new(), "nobody has said anything yet");
    ground.store().record(&[mention("three", &rel("seen.rs"), "c", 1)]).unwrap();
    assert_eq!(ground.told("seen.rs"), Vec::<String>::new(), "touched, never spoken of");
}

#[test]
fn recent_files_are_newest_first_and_limited() {
    let ground = Ground::new();
    let paths = ["d", "a", "c", "b"].map(rel);
    let mut store = ground.store();
    for (s, path) in paths.iter().enumerate() {
        store.record(&[mention("s", path, "c", s as u64)]).unwrap();
    }
    store.record(&[mention("s", &paths[0], "c2", 9)]).unwrap();
    store.record(&[mention("s", &paths[1], "late report", 0)]).unwrap();
    store.record(&[mention("other", &rel("e"), "c", 20)]).unwrap();
    let check = |session: &str, limit: usize, expected: &[&str]| {
        let files = ground.reader().recent_files(session, limit).unwrap();
        let files: Vec<_> = files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(files, expected, "{session} {limit}");
    };
    check("s", 10, &["d", "b", "c", "a"]);
    check("s", 2, &["d", "b"]);
    check("s", 0, &[]);
    check("unknown", 10, &[]);
    let all = ground.reader().recent_files_of_all(2).unwrap();
    assert_eq!(all.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), ["e", "d"]);
}

#[test]
fn recent_files_of_the_same_time_are_in_order() {
    let ground = Ground::new();
    let paths = ["b", "c", "a"].map(rel);
    for path in &paths {
        ground.store().record(&[mention("s", path, "c", 1)]).unwrap();
    }
    let files = ground.reader().recent_files("s", 10).unwrap();
    assert_eq!(files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), ["a", "b", "c"]);
}

#[test]
fn files_of_subagents_are_marked_unless_the_main_agent_had_them_too() {
    let ground = Ground::new();
    let (both, theirs) = (rel("both"), rel("theirs"));
    let by = |path, call, agent| Mention { agent, ..mention("s", path, call, 1) };
    let mut store = ground.store();
    store.record(&[by(&both, "1", None), by(&both, "2", Some("a1"))]).unwrap();
    store.record(&[by(&theirs, "3", Some("a1")), by(&theirs, "4", Some("a2"))]).unwrap();
    let marks = || {
        let files = ground.reader().recent_files("s", 10).unwrap();
        files.into_iter().map(|file| (file.path.to_string(), file.by_subagent)).collect::<Vec<_>>()
    };
    assert_eq!(marks(), [("both".to_owned(), false), ("theirs".to_owned(), true)]);
    store.record(&[by(&theirs, "5", None)]).unwrap();
    assert!(marks().iter().all(|(_, by_subagent)| !by_subagent));
}

#[test]
fn a_mention_that_is_reported_twice_is_one() {
    let ground = Ground::new();
    let path = rel("a");
    let mut store = ground.store();
    let calls = [Some("c1"), Some("c1"), Some("c2"), None, None];
    for (s, call) in calls.into_iter().enumerate() {
        store.record(&[Mention { call, ..mention("s", &path, "", s as u64) }]).unwrap();
    }
    let mentions = ground.reader().mentions(None).unwrap();
    let times: Vec<SystemTime> = mentions.iter().map(|mention| mention.at).collect();
    assert_eq!(times, [at(4), at(2), at(1)], "c2 and, with their last times, c1 and the nameless");
    assert_eq!(ground.reader().mentions(Some(&rel("b"))).unwrap(), []);
    assert_eq!(ground.reader().status().unwrap().mentions, 3);
}

#[test]
fn the_status_counts() {
    let ground = Ground::new();
    session(&ground, "one", "a.rs", "Said");
    ground.note("b.rs", "note", at(1));
    let status = ground.reader().status().unwrap();
    assert_eq!((status.sessions, status.turns, status.files), (1, 1, 1));
    assert_eq!((status.mentions, status.notes), (1, 1));
    assert!(status.bytes > 0);
    assert_eq!(status.last_write, Some(at(1)));
    assert_eq!(texts(&ground.reader().turns(Some("one"), 10).unwrap()), ["Said"]);
    assert_eq!(texts(&ground.reader().turns(None, 10).unwrap()), ["Said"]);
    assert_eq!(ground.reader().turns(Some("two"), 10).unwrap(), []);
}
