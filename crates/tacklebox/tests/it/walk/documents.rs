//! What commands print with `--json`, held to `docs/schemas/commands.schema.json`, in a project in
//! which something of everything has happened.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use jsonschema::{Retrieve, Uri, Validator};
use serde_json::{Value, json};

use super::ground::Ground;
use super::runs::args_of;
use super::{Broken, Verb, broken};

/// What other tests hold to its schema, or what says nothing of this project.
const HELD_ELSEWHERE: [&str; 2] = ["doctor", "list"];

/// What a script of the person passes.
const TOKEN: &str = "a-token-for-tests";

/// What has nothing to show here: nothing goes wrong, every hook that is asked has a configuration,
/// one hook never says anything, and there is no organisation.
const EMPTY: [&str; 4] = ["errors", "explain", "policy status", "prompt-detect stats"];

/// The schemas that one names, from beside it.
struct Beside;

impl Retrieve for Beside {
    fn retrieve(&self, uri: &Uri<String>) -> Result<Value, Box<dyn Error + Send + Sync>> {
        let name = uri.as_str().rsplit('/').next().unwrap_or_default();
        Ok(serde_json::from_slice(&fs::read(folder().join(name))?)?)
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas")
}

fn schema() -> Value {
    let text = fs::read(folder().join("commands.schema.json")).unwrap();
    serde_json::from_slice(&text).unwrap()
}

/// That of the command with these words; `None` where the schema has none.
fn validator(schema: &Value, words: &[String]) -> Option<Validator> {
    let name = words.join("-");
    schema["$defs"].get(&name)?;
    let mut schema = schema.clone();
    schema["$ref"] = json!(format!("#/$defs/{name}"));
    let options = jsonschema::options().with_base_uri("file:///schemas/commands.schema.json");
    Some(options.with_retriever(Beside).build(&schema).unwrap())
}

/// Every command with `--json` has a schema that its document keeps to, and nothing else has one.
pub(super) fn broken_by(verbs: &[Verb]) -> Broken {
    let schema = schema();
    let mut found = unused(&schema, verbs);
    let ground = Ground::used();
    fill(&ground);
    let broken_ground = Ground::broken();
    for verb in verbs.iter().filter(|verb| verb.has("json")) {
        let Some(validator) = validator(&schema, &verb.words) else {
            found.insert(broken("has no schema", verb));
            continue;
        };
        if HELD_ELSEWHERE.contains(&verb.name().as_str()) {
            continue;
        }
        let args = args_of(verb).unwrap();
        let is_lint = verb.last() == "lint";
        let ground = if is_lint { &broken_ground } else { &ground };
        let output = ground.call(&[&args[..], &["--json"]].concat(), &[]);
        if is_lint && output.status.code() != Some(1) {
            found.insert(broken("finds no mistake", verb));
        }
        let document: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        for error in validator.iter_errors(&document) {
            found.insert(broken(&format!("{error} at {}", error.instance_path()), verb));
        }
        if is_empty(&document) && !EMPTY.contains(&verb.name().as_str()) {
            found.insert(broken("shows nothing of what has happened", verb));
        }
    }
    found
}

/// Whether a list on which all depends has nothing in it.
fn is_empty(document: &Value) -> bool {
    let mut values = document.as_object().into_iter().flatten();
    // Where something is wrong, nothing else need be worth knowing.
    values.any(|(key, value)| key != "notes" && value.as_array().is_some_and(Vec::is_empty))
}

/// Definitions of no command, and parts that no other has.
fn unused(schema: &Value, verbs: &[Verb]) -> Broken {
    let known: BTreeSet<String> =
        verbs.iter().filter(|verb| verb.has("json")).map(|verb| verb.words.join("-")).collect();
    let text = schema.to_string();
    let definitions = schema["$defs"].as_object().unwrap().keys();
    let is_part = |name: &str| name.starts_with("of-");
    let is_named = |name: &str| text.contains(&format!("\"#/$defs/{name}\""));
    let is_unused = |name: &&String| {
        if is_part(name) { !is_named(name) } else { !known.contains(*name) }
    };
    definitions.filter(is_unused).map(|name| format!("is the schema of nothing: {name}")).collect()
}

/// Has something of everything happen: an intent is chosen, a question answered and another
/// open, a file edited, something noted, lifted and preferred.
fn fill(ground: &Ground) {
    let step =
        "version: 1\nsteps: [{ files: '**/*.rs', kind: check, run: [grep, nothing, '{file}'] }]\n";
    ground.put(".tacklebox/post-edit.yaml", step);
    let token = ground.path().join("config/person-token");
    ground.put("config/person-token", TOKEN);
    fs::set_permissions(&token, fs::Permissions::from_mode(0o600)).unwrap();
    let question = |text: &str| {
        json!({"questions": [{"question": text, "header": "H", "multiSelect": false,
        "options": [{"label": "A (recommended)", "description": "a"}, {"label": "B", "description": "b"}]}]})
    };
    let file = ground.path().join("src/a.rs");
    let edit =
        json!({"file_path": file, "old_string": "fn main() {}", "new_string": "fn main() {}"});
    let edited = json!({"filePath": file, "oldString": "fn main() {}", "newString": "fn main() {}",
        "originalFile": "fn old() {}\n", "structuredPatch": []});
    let answered = json!({"questions": question("Which one?")["questions"], "answers": {"Which one?": "A (recommended)"}});
    ground.call(&["intent-gate", "select", "INT-001"], &[]);
    for (event, tool, input, response) in [
        ("PreToolUse", "AskUserQuestion", question("Which one?"), json!({})),
        ("PostToolUse", "AskUserQuestion", question("Which one?"), answered),
        ("PostToolUse", "Edit", edit, edited),
        ("PreToolUse", "AskUserQuestion", question("And now?"), json!({})),
    ] {
        let id = format!("{tool}-{}", input.to_string().len());
        ground.send(&json!({
            "hook_event_name": event, "session_id": "walk", "cwd": ground.path(),
            "tool_name": tool, "tool_input": input, "tool_use_id": id, "tool_response": response,
        }));
    }
    for args in [
        &["governance", "allow", "--primitive", "web-search", "--for", "1h", "--reason", "w"][..],
        &["file-context", "note", "add", "src/a.rs", "words"],
        &["question-preference", "set", "a-question", "never-ask", "--unseen"],
    ] {
        let person = [("TACKLEBOX_PERSON_TOKEN", TOKEN), ("CLAUDE_CODE_SESSION_ID", "")];
        let output = ground.call(args, &person);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
    }
    ground.send(&json!({
        "hook_event_name": "PreToolUse", "session_id": "walk", "cwd": ground.path(),
        "tool_name": "AskUserQuestion", "tool_input": question("Which two? <qid:a-question>"),
        "tool_use_id": "answered",
    }));
    let common = json!({"session_id": "walk", "cwd": ground.path(), "agent_id": "a", "agent_type": "Explore"});
    let read = json!({"tool_name": "Read", "tool_use_id": "r", "tool_input": {"file_path": file}});
    remember_a_session(ground);
    let mode = "version: 1\nhooks: { governance-hook: { mode: shadow } }\n";
    ground.put(".tacklebox/tacklebox.yaml", mode);
    ground.send(&fetched(ground, "in-shadow"));
    for (event, more) in [("SubagentStart", json!({})), ("PreToolUse", read)] {
        let mut event = json!({"hook_event_name": event});
        for fields in [&common, &more] {
            event.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        }
        ground.send(&event);
    }
}

/// A call that the configuration forbids.
fn fetched(ground: &Ground, id: &str) -> Value {
    json!({
        "hook_event_name": "PreToolUse", "session_id": "walk", "cwd": ground.path(),
        "tool_name": "WebFetch", "tool_input": {"url": "https://example.org/", "prompt": "p"},
        "tool_use_id": id,
    })
}

/// The host has a transcript of a session in which such a call ran.
fn remember_a_session(ground: &Ground) {
    let project = ground.path().canonicalize().unwrap();
    let folder = project.to_str().unwrap().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let call = &fetched(ground, "toolu_1");
    let used = json!({"type": "tool_use", "id": "toolu_1", "name": "WebFetch", "input": call["tool_input"]});
    let result = json!({"type": "tool_result", "tool_use_id": "toolu_1", "content": "a page"});
    let entry = |kind: &str, content: Value| {
        json!({"type": kind, "sessionId": "walk", "cwd": project,
            "timestamp": "2026-11-20T14:03:00.000Z", "message": {"role": kind, "content": [content]}})
    };
    let lines = format!("{}\n{}\n", entry("assistant", used), entry("user", result));
    ground.put(&format!("home/.claude/projects/{folder}/walk.jsonl"), &lines);
}
