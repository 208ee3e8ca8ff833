//! What is decided in a replay is what was decided then.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use hook_chain::Line;
use serde_json::{Value, json};

use crate::tests::project::{Project, all_of, archive, folder};

/// What tells the events of a session apart: of a call its id, of others how many there were.
type Key = (String, String);

/// What each hook decided, event by event.
fn decided<'a>(lines: impl Iterator<Item = &'a Value>) -> BTreeMap<Key, Value> {
    let mut seen = BTreeMap::<(String, String), usize>::new();
    let text = |line: &Value, key: &str| line[key].as_str().unwrap_or_default().to_owned();
    let mut decided = BTreeMap::new();
    for line in lines {
        let (event, agent) = (text(line, "event"), text(line, "agent_id"));
        let count = seen.entry((event.clone(), agent.clone())).or_default();
        *count += 1;
        let which = match line["tool_use_id"].as_str() {
            Some(call) => call.to_owned(),
            None => format!("{agent} {count}"),
        };
        let hooks: Vec<Value> = line["hooks"]
            .as_array()
            .unwrap()
            .iter()
            // What an agent is told, and in which words, changes with every version; what is decided does not.
            .filter(|hook| hook["outcome"] != "none" && hook["outcome"] != "context")
            .map(|hook| json!([hook["hook"], hook["outcome"], hook["rule"], hook["fate"]]))
            .collect();
        let verdict = line["verdict"].as_str().filter(|verdict| *verdict != "context");
        let verdict = verdict.unwrap_or("none");
        decided.insert((event, which), json!({"verdict": verdict, "hooks": hooks}));
    }
    decided
}

/// Calls that were recorded before governance guarded without a rule for it, and before what builds make lay in
/// every scope.
const DECIDED_OTHERWISE_SINCE: [(&str, &str); 4] = [
    ("resumed.txtar", "toolu_scripted_3"),
    ("resumed-in-an-older-client.txtar", "toolu_scripted_3"),
    ("resumed-in-an-older-client.txtar", "toolu_scripted_15"),
    ("resumed-in-an-older-client.txtar", "toolu_scripted_17"),
];

#[test]
fn every_decision_of_a_client_s_sessions_is_reproduced() {
    let mut sessions = 0;
    let mut calls = 0;
    let mut different = Vec::new();
    for file in fs::read_dir(folder()).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        if !name.contains(".txtar") || name == "project.txtar" {
            continue;
        }
        let (project, archive) = (Project::new(), archive(&name));
        let (_, lines) = project.replay(all_of(project.transcripts("a", &archive)));
        let account =
            String::from_utf8(project.placed(archive.get("calls.jsonl").unwrap())).unwrap();
        let live: Vec<Value> =
            account.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let replayed: Vec<Value> = lines.iter().map(|line: &Line| json!(line)).collect();
        let (live, replayed) = (decided(live.iter()), decided(replayed.iter()));
        calls += live.keys().filter(|(event, _)| event == "PreToolUse").count();
        // The host has agents of its own without a transcript, of which nobody says anything.
        let silence = json!({"verdict": "none", "hooks": []});
        let all: BTreeSet<&Key> = live.keys().chain(replayed.keys()).collect();
        for key in all {
            let of = |decided: &BTreeMap<Key, Value>| decided.get(key).unwrap_or(&silence).clone();
            let (live, replayed) = (of(&live), of(&replayed));
            let is_other = key.0 == "PreToolUse"
                && DECIDED_OTHERWISE_SINCE.contains(&(name.as_str(), key.1.as_str()));
            assert!(!is_other || live != replayed, "{name} {key:?} is as it was");
            if live != replayed && !is_other {
                different.push(format!("{name} {key:?}\n  live     {live}\n  replayed {replayed}"));
            }
        }
        sessions += 1;
    }
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
    assert!(sessions >= 20 && calls >= 90, "{sessions} sessions, {calls} calls");
}
