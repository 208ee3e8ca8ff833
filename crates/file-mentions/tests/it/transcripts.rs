//! Transcripts that a client really wrote: see the workspace's `tests/transcripts`.

use std::fs;
use std::path::PathBuf;

use file_mentions::Role;
use transcripts::Owner;

use crate::ground::{Ground, rel};

const SESSION: &str = "00000001-0000-4000-8000-000000000001";

/// A recorded transcript, in a project where the files are that it speaks of.
fn recorded(ground: &Ground, name: &str) -> PathBuf {
    ground.file("app/a.txt", "bye\n").file("app/src/b.rs", "fn b() {}\n");
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/transcripts");
    let text = fs::read_to_string(folder.join("claude-code-2.1.330").join(name)).unwrap();
    let text = text.replace("[PROJECT]", ground.path("app").to_str().unwrap());
    ground.file(name, &text);
    ground.path(name)
}

#[test]
fn two_prompts() {
    let ground = Ground::new();
    ground.ingest(SESSION, &recorded(&ground, "two-prompts.jsonl"));
    let turns = ground.reader().turns(None, 10).unwrap();
    let told: Vec<_> = turns
        .iter()
        .map(|turn| {
            let files = ground.reader().files_of(turn).unwrap();
            let files: Vec<_> = files.iter().map(ToString::to_string).collect();
            (turn.role, turn.text.as_str(), files.join(" "))
        })
        .collect();
    let first = "I changed the greeting in a.txt, because b.rs needs it.";
    let expected = [
        (Role::Assistant, "Second answer.", "new.txt"),
        (Role::User, "second prompt: password=[redacted]", "new.txt"),
        (Role::Assistant, first, "a.txt src/b.rs"),
        (Role::User, "look at @a.txt and src/b.rs", "a.txt src/b.rs"),
    ];
    assert_eq!(told, expected.map(|(role, text, files)| (role, text, files.to_owned())));
    let mentions = ground.reader().mentions(None).unwrap();
    let mentions: Vec<_> = mentions.iter().map(|m| (m.tool.as_str(), m.path.as_str())).collect();
    let expected = [
        ("Write", "new.txt"),
        ("Bash (read)", "src/b.rs"),
        ("Edit", "a.txt"),
        ("Read", "src/b.rs"),
        ("Read", "a.txt"),
        ("@", "a.txt"),
    ];
    assert_eq!(mentions, expected, "the read that failed is none");
}

#[test]
fn a_subagent() {
    let ground = Ground::new();
    let transcript = recorded(&ground, "subagent.jsonl");
    let owner = Owner::of(&transcript).unwrap().unwrap();
    assert_eq!(owner.session, SESSION);
    let agent = owner.agent.as_deref();
    assert_eq!(agent, Some("a010d557bff797b8c"));
    ground.ingest_with(SESSION, agent, &transcript, None);
    let turns = ground.reader().turns(None, 10).unwrap();
    assert_eq!(turns.iter().map(|turn| turn.text.as_str()).collect::<Vec<_>>(), ["sub finished"]);
    assert_eq!(turns[0].agent.as_deref(), agent);
    assert!(ground.reader().recent_files(SESSION, 10).unwrap()[0].by_subagent);
}

#[test]
fn a_compaction() {
    let ground = Ground::new();
    let transcript = recorded(&ground, "compaction.jsonl");
    let session = Owner::of(&transcript).unwrap().unwrap().session;
    ground.ingest(&session, &transcript);
    assert_eq!(ground.told("a.txt"), ["I looked at it.", "look at a.txt"]);
    let mine = ground.reader().history(&rel("a.txt"), &session, 10).unwrap();
    assert_eq!(mine.turns.len(), 2, "both were forgotten by the compaction");
    let texts: Vec<_> = ground.reader().turns(None, 10).unwrap();
    assert_eq!(texts[0].text, "Third answer.");
    assert!(texts.iter().all(|turn| !turn.text.starts_with("This session is being continued")));
}

#[test]
fn whose_a_file_is() {
    let ground = Ground::new();
    let check = |text: &str, expected: Option<(&str, Option<&str>)>| {
        ground.file("t", text);
        let owner = Owner::of(&ground.path("t")).unwrap();
        let owner = owner.as_ref().map(|owner| (owner.session.as_str(), owner.agent.as_deref()));
        assert_eq!(owner, expected, "{text}");
    };
    check("{\"type\":\"summary\"}\n{\"sessionId\":\"s\"}\n", Some(("s", None)));
    check("{\"sessionId\":\"s\",\"agentId\":\"a\"}", Some(("s", Some("a"))));
    check("# A text\n", None);
    check("", None);
    assert!(Owner::of(&ground.path("missing")).is_err());
}
