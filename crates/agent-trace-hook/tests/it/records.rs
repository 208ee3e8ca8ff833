//! Records are what the Agent Trace specification says, and what was done.

use std::path::{Path, PathBuf};

use crate::ground::Ground;
use serde_json::{Value, json};
use text_archive::Part;

const SCHEMA: &str = include_str!("trace-record.schema.json");

fn validator() -> jsonschema::Validator {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    jsonschema::options().should_validate_formats(true).build(&schema).unwrap()
}

fn ours(record: &Value) -> &Value {
    &record["metadata"]["dev.tacklebox"]
}

/// All ledgers that the recorded cases expect.
fn recorded() -> Vec<(PathBuf, Value)> {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/agent-trace-hook");
    let mut records = Vec::new();
    for path in golden::table::paths(&cases).unwrap() {
        let case = golden::table::archive(&path).unwrap();
        let is_ledger = |part: &&Part| {
            let file = part.name().strip_prefix("after/project/.orchestration/");
            file.is_some_and(|file| file.starts_with("agent_trace") && file.contains(".jsonl"))
        };
        for ledger in case.parts.iter().filter(is_ledger) {
            let text = std::str::from_utf8(&ledger.content).unwrap();
            // What is no record at all is there in a case to be refused.
            let lines = text.lines().filter(|line| line.contains("dev.tacklebox"));
            let lines = lines.map(|line| serde_json::from_str(line).unwrap());
            records.extend(lines.map(|record| (path.clone(), record)));
        }
    }
    records
}

pub(crate) fn every_recorded_record_conforms_to_the_specification() {
    let validator = validator();
    let records = recorded();
    assert!(records.len() > 40, "{}", records.len());
    for (file, record) in records {
        let errors: Vec<_> = validator.iter_errors(&record).map(|err| err.to_string()).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", file.display());
        let keys = ours(&record).as_object().unwrap().keys().map(String::as_str);
        let known = [
            "session_id",
            "agent_id",
            "agent_type",
            "tool_use_id",
            "tool_name",
            "prompt_id",
            "intent_id",
            "intent_token",
            "mutation",
            "host_version",
            "lines",
            "squashed",
            "seq",
            "prev",
            "hash",
        ];
        assert!(keys.into_iter().all(|key| known.contains(&key)), "{record}");
        assert_eq!(record["metadata"].as_object().unwrap().len(), 1);
    }
}

pub(crate) fn what_does_not_conform_is_refused() {
    let (_, record) = recorded().swap_remove(0);
    let validator = validator();
    assert!(validator.is_valid(&record));
    for (pointer, key, value) in [
        ("", "intent_id", json!("INT-1")),
        ("", "id", json!("1")),
        ("", "timestamp", json!(1)),
        ("", "version", json!("1")),
        ("/files/0", "content_hash", json!("x")),
        ("/files/0/conversations/0", "url", json!("/home/user/a b")),
        ("/files/0/conversations/0/contributor", "type", json!("agent")),
    ] {
        let mut record = record.clone();
        let object = record.pointer_mut(pointer).unwrap().as_object_mut().unwrap();
        object.insert(key.to_owned(), value);
        assert!(!validator.is_valid(&record), "{pointer}/{key}");
    }
}

/// A transcript that names a model and a version, in a folder with a blank.
fn transcript(ground: &Ground, path: &str, model: &str, extra: &str) -> PathBuf {
    let line = format!(
        "{{\"type\":\"assistant\",\"version\":\"2.1.112\"{extra},\"message\":{{\"model\":\"{model}\"}}}}\n"
    );
    ground.write(path, &line);
    ground.path(path)
}

pub(crate) fn the_transcript_names_model_and_host() {
    let ground = Ground::new();
    ground.write("a.txt", "two\n");
    let path = transcript(&ground, "logs of me/s%1.jsonl", "claude-opus-4-5", "");
    let mut event = ground.edit("s", "a.txt", "one\n", "two\n");
    event["transcript_path"] = json!(path);
    ground.hand(&event);
    let sub = ",\"isSidechain\":true,\"agentId\":\"a1\"";
    transcript(&ground, "logs of me/s%1/subagents/agent-a1.jsonl", "claude-haiku-4-5", sub);
    event["agent_id"] = json!("a1");
    ground.hand(&event);
    event["agent_id"] = json!("a2");
    ground.hand(&event);

    let records = ground.records();
    let validator = validator();
    for (record, model) in records.iter().zip([
        json!("anthropic/claude-opus-4-5"),
        json!("anthropic/claude-haiku-4-5"),
        Value::Null,
    ]) {
        assert!(validator.is_valid(record), "{record}");
        let conversation = &record["files"][0]["conversations"][0];
        assert_eq!(conversation["contributor"]["model_id"], model);
        let url = conversation["url"].as_str().unwrap();
        assert!(
            url.starts_with("file:///") && url.ends_with("/logs%20of%20me/s%251.jsonl"),
            "{url}"
        );
        assert_eq!(record["tool"], json!({ "name": "claude-code", "version": "2.1.112" }));
        assert_eq!(ours(record)["host_version"], "2.1.112");
    }
    assert_eq!(records.len(), 3);
}

/// The host reads and writes UTF-16 with a byte order mark, and sends UTF-8.
pub(crate) fn no_text_of_a_file_stands_in_the_ledger() {
    let ground = Ground::new();
    let secret = "swordfish";
    let text = format!("a\n{secret}\nb\n");
    ground.write("a.txt", &text);
    ground.hand(&ground.edit("s", "a.txt", "a\nb\n", &text));
    ground.hand(&ground.edit("s", "a.txt", &text, &text));
    let ledger = ground.read(".orchestration/agent_trace.jsonl");
    assert!(ledger.contains("a.txt") && !ledger.contains(secret), "{ledger}");
}

pub(crate) fn a_hash_is_over_canonical_json() {
    use std::io::Write as _;
    use std::process::{Command, Stdio};

    let ground = Ground::new();
    ground.grow(2);
    for record in ground.records() {
        let mut bare = record.clone();
        bare["metadata"]["dev.tacklebox"].as_object_mut().unwrap().remove("hash");
        // Keys in the order of their bytes, no blanks: without fractions and with
        // ASCII alone that is canonical.
        let mut sum =
            Command::new("sha256sum").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        sum.stdin.take().unwrap().write_all(bare.to_string().as_bytes()).unwrap();
        let sum = String::from_utf8(sum.wait_with_output().unwrap().stdout).unwrap();
        assert_eq!(ours(&record)["hash"], sum.split(' ').next().unwrap());
    }
}
