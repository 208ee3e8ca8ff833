//! Transcripts that a client really wrote: see the workspace's `tests/transcripts`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value;
use transcripts::{Block, Entry, Kind, Owner, Place, read_on};

fn path(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/transcripts");
    folder.join("claude-code-2.1.330").join(name)
}

/// What an entry tells, a line for each thing.
fn told(entry: &Entry<'_>) -> Vec<String> {
    if let Kind::Compaction(trigger) = entry.kind() {
        return vec![format!("compaction {}", trigger.unwrap_or_default())];
    }
    let mut told = Vec::new();
    if let Some(prompt) = entry.prompt() {
        let who = if prompt.is_from_person { "person" } else { "other" };
        told.push(format!("{who} {}", prompt.text.lines().next().unwrap_or_default()));
    }
    for block in entry.blocks() {
        match block {
            Block::Text(text) if entry.kind() == Kind::Assistant => {
                told.push(format!("says {text}"));
            }
            Block::ToolUse(call) => told.push(format!("calls {} {}", call.name, call.id)),
            Block::ToolResult(result) => {
                let response = entry.tool_use_result.map_or("", |raw| raw.get());
                let response: Value = serde_json::from_str(response).unwrap_or_default();
                let shape = match response {
                    Value::Object(fields) => format!("{} fields", fields.len()),
                    Value::String(text) => text,
                    _ => "nothing".to_owned(),
                };
                let outcome = if result.is_error { "failed" } else { "returned" };
                told.push(format!("{} {outcome} {shape}", result.tool_use_id));
            }
            Block::Text(_) | Block::Other(_) => {}
        }
    }
    told
}

#[track_caller]
fn check(name: &str, expected: &[&str]) {
    let batch = read_on(&path(name), Place::default()).unwrap();
    let found: Vec<String> = batch.entries().flat_map(|entry| told(&entry)).collect();
    assert_eq!(found, expected);
    for entry in
        batch.entries().filter(|entry| matches!(entry.kind(), Kind::User | Kind::Assistant))
    {
        assert!(entry.uuid.is_some() && entry.at().is_some() && entry.cwd().is_some());
        assert_eq!(entry.model().is_some(), entry.kind() == Kind::Assistant);
        assert_eq!(entry.message_id().is_some(), entry.kind() == Kind::Assistant);
        assert_eq!(entry.version.as_deref(), Some("2.1.330"));
    }
}

#[test]
fn two_prompts() {
    check(
        "two-prompts.jsonl",
        &[
            "person look at @a.txt and src/b.rs",
            "calls Read toolu_mock_main_0_0",
            "calls Read toolu_mock_main_0_1",
            "toolu_mock_main_0_0 returned 2 fields",
            "toolu_mock_main_0_1 returned 2 fields",
            "calls Edit toolu_mock_main_1_0",
            "calls Read toolu_mock_main_1_1",
            "toolu_mock_main_1_0 returned 7 fields",
            "toolu_mock_main_1_1 failed Error: File does not exist. \
             Note: your current working directory is [PROJECT].",
            "calls Bash toolu_mock_main_2_0",
            "toolu_mock_main_2_0 returned 5 fields",
            "calls Agent toolu_mock_main_3_0",
            "toolu_mock_main_3_0 returned 16 fields",
            "says I changed the greeting in a.txt, because b.rs needs it.",
            "person second prompt: password=hunter2secret",
            "calls Write toolu_mock_main_5_0",
            "toolu_mock_main_5_0 returned 6 fields",
            "says Second answer.",
        ],
    );
}

#[test]
fn a_subagent() {
    check(
        "subagent.jsonl",
        &[
            "other SUBTASK-MARK look",
            "calls Read toolu_mock_sub_0_0",
            "toolu_mock_sub_0_0 returned nothing",
            "says sub finished",
        ],
    );
    let owner = Owner::of(&path("subagent.jsonl")).unwrap().unwrap();
    assert_eq!(owner.agent.as_deref(), Some("a010d557bff797b8c"));
    let batch = read_on(&path("subagent.jsonl"), Place::default()).unwrap();
    assert!(batch.entries().all(|entry| entry.is_sidechain && entry.agent_id.is_some()));
    let types = batch.entries().filter_map(|entry| entry.agent_type);
    assert!(types.eq(["general-purpose"; 2]));
}

#[test]
fn a_compaction() {
    check(
        "compaction.jsonl",
        &[
            "person look at a.txt",
            "calls Read toolu_mock_main_0_0",
            "toolu_mock_main_0_0 returned 2 fields",
            "says I looked at it.",
            "compaction manual",
            "other This session is being continued from a previous conversation that ran out \
             of context. The summary below covers the earlier portion of the conversation.",
            "other <command-name>/compact</command-name>",
            "other <local-command-stdout>Compacted </local-command-stdout>",
            "person after the compaction",
            "says Third answer.",
        ],
    );
}

#[test]
fn a_subagent_is_named_by_the_result_of_its_call() {
    let batch = read_on(&path("two-prompts.jsonl"), Place::default()).unwrap();
    let ran: Vec<_> = batch.entries().filter_map(|entry| entry.ran_subagent()).collect();
    let [ran] = &ran[..] else { panic!("{ran:?}") };
    assert_eq!(ran.agent_id, "a010d557bff797b8c");
    assert_eq!(ran.agent_type.as_deref(), Some("general-purpose"));
}

/// A replay joins calls and results, and knows who allowed what.
#[test]
fn results_name_their_calls() {
    let batch = read_on(&path("two-prompts.jsonl"), Place::default()).unwrap();
    let mut open = BTreeMap::new();
    for entry in batch.entries() {
        for block in entry.blocks() {
            match block {
                Block::ToolUse(call) => {
                    open.insert(call.id.into_owned(), call.name.into_owned());
                }
                Block::ToolResult(result) => {
                    assert!(open.remove(&*result.tool_use_id).is_some());
                    let decision = entry.permission_decision.unwrap().get();
                    let decision: Value = serde_json::from_str(decision).unwrap();
                    assert_eq!(decision["decision"], "accept");
                }
                Block::Text(_) | Block::Other(_) => {}
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
}
