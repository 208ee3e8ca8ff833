//! Which file is whose.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use transcripts::{Owner, Subagent, subagent_file, subagents};

use crate::ground::Ground;

#[test]
fn a_subagent_has_a_transcript_of_its_own() {
    let of = |agent| subagent_file(Path::new("/p/s.jsonl"), agent);
    assert_eq!(of("a1"), Some(PathBuf::from("/p/s/subagents/agent-a1.jsonl")));
    assert_eq!(of("a-1_B"), Some(PathBuf::from("/p/s/subagents/agent-a-1_B.jsonl")));
    for elsewhere in ["", "../a1", "a/b", "a.b", "a\\b", "a\0", "é"] {
        assert_eq!(of(elsewhere), None, "{elsewhere}");
    }
}

#[test]
fn the_subagents_of_a_session_are_found() {
    let ground = Ground::new("");
    assert_eq!(subagents(&ground.path).unwrap(), []);
    let folder = ground.folder.path().join("session/subagents");
    fs::create_dir_all(&folder).unwrap();
    for name in ["agent-b2.jsonl", "agent-a1.jsonl", "agent-.jsonl", "a1.jsonl", "agent-c.json"] {
        File::create(folder.join(name)).unwrap();
    }
    let found = subagents(&ground.path).unwrap();
    let expected = ["a1", "b2"].map(|agent| Subagent {
        agent: agent.to_owned(),
        path: subagent_file(&ground.path, agent).unwrap(),
    });
    assert_eq!(found, expected);
    fs::remove_dir_all(&folder).unwrap();
    File::create(&folder).unwrap();
    assert_eq!(subagents(&ground.path).unwrap(), [], "a file in its place");
}

#[track_caller]
fn check_owner(text: &str, expected: Option<(&str, Option<&str>)>) {
    let owner = Owner::of(&Ground::new(text).path).unwrap();
    let expected = expected.map(|(session, agent)| Owner {
        session: session.to_owned(),
        agent: agent.map(str::to_owned),
        began: None,
    });
    assert_eq!(owner, expected, "{text}");
}

#[test]
fn the_first_lines_say_when_it_began() {
    let text = "{\"timestamp\":\"2026-11-20T14:03:00Z\"}\n{\"sessionId\":\"s\"}\n";
    let owner = Owner::of(&Ground::new(text).path).unwrap().unwrap();
    assert_eq!(owner.began, humantime::parse_rfc3339("2026-11-20T14:03:00Z").ok());
}

#[test]
fn the_first_lines_name_the_owner() {
    check_owner("{\"sessionId\":\"s\"}\n", Some(("s", None)));
    check_owner("{\"agentId\":\"a\",\"sessionId\":\"s\"}", Some(("s", Some("a"))));
    check_owner("half a li\n{}\n{\"sessionId\":7}\n{\"sessionId\":\"s\"}\n", Some(("s", None)));
    check_owner(&"{}\n".repeat(60), None);
    check_owner(&format!("{}{{\"sessionId\":\"s\"}}", "{}\n".repeat(50)), None);
    check_owner("", None);
    Owner::of(Path::new("/nowhere/s.jsonl")).unwrap_err();
}
