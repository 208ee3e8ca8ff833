//! One policy, several hosts: the same act gets the same verdict, in the words of each.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::calls::{governed, start};

const HOOKS: [&str; 3] = ["run", "governance-hook", "intent-gate-hook"];

const INTENTS: &str = "active_intents:\n  - id: INT-001\n    name: A parser\n    \
     status: IN_PROGRESS\n    owned_scope: [src/**]\n    acceptance_criteria: [It reads]\n";

const GOVERNANCE: &str = "version: \"1.0\"\nstates: [DO]\ndefault_state: DO\n\
     announce: never\nrules:\n  \
     web-fetch: { DO: { action: block, message: no } }\n  \
     user-query: { DO: { action: block, message: no } }\n  \
     task-spawn: { DO: { action: block, message: no } }\n  \
     mcp-call: { DO: { action: block, message: no } }\n";

/// Every act of every host, before an intent is chosen and after.
pub(crate) fn one_policy_has_one_verdict_on_every_host() {
    let table = table();
    let project = project();
    let mut tried = 0;
    for has_intent in [false, true] {
        if has_intent {
            choose(project.path());
        }
        for host in table["hosts"].as_array().unwrap() {
            for (act, call) in host["acts"].as_object().unwrap() {
                let verdict = table["acts"][act][usize::from(has_intent)].as_str().unwrap();
                check(project.path(), host, (act, call), verdict);
                tried += 1;
            }
        }
    }
    assert!(tried > 200, "{tried} acts");
}

fn check(project: &Path, host: &Value, (act, call): (&str, &Value), verdict: &str) {
    let what = format!("{}: {act}, {verdict}", host["host"]);
    let event = filled(&host["payload"], project, call, act).to_string();
    let output = start(project, &HOOKS, event.as_bytes());
    let stdout = String::from_utf8(output.stdout).unwrap();
    let said: Value = match stdout.as_str() {
        "" => Value::Null,
        document => serde_json::from_str(document).expect(document),
    };
    // Where a host cannot ask, it is to deny.
    let wanted = match verdict {
        "pass" => &host["silence"],
        "ask" if host.get("ask").is_some() => &host["ask"],
        _ => &host["deny"],
    };
    assert!(is_like(&said, wanted), "{what}\nsaid {said}\nnot  {wanted}");
    let is_unknown = host["host"] == "an unknown host";
    let status = if is_unknown && verdict != "pass" { 2 } else { 0 };
    assert_eq!(output.status.code(), Some(status), "{what}");
}

/// Whether `said` is `wanted`, which has `[REASON]` for any words.
fn is_like(said: &Value, wanted: &Value) -> bool {
    match (said, wanted) {
        (Value::String(said), Value::String(wanted)) if wanted == "[REASON]" => {
            !said.trim().is_empty()
        }
        (Value::Object(said), Value::Object(wanted)) => {
            said.len() == wanted.len()
                && wanted
                    .iter()
                    .all(|(key, wanted)| said.get(key).is_some_and(|said| is_like(said, wanted)))
        }
        _ => said == wanted,
    }
}

/// A payload with a call in it.
fn filled(payload: &Value, project: &Path, call: &Value, id: &str) -> Value {
    let folder = project.to_str().unwrap();
    match payload {
        Value::String(text) if text == "[TOOL]" => call[0].clone(),
        Value::String(text) if text == "[INPUT]" => filled(&call[1], project, call, id),
        Value::String(text) => json!(text.replace("[PROJECT]", folder).replace("[ID]", id)),
        Value::Array(all) => all.iter().map(|one| filled(one, project, call, id)).collect(),
        Value::Object(fields) => {
            let filled = |value| filled(value, project, call, id);
            fields.iter().map(|(key, value)| (key.clone(), filled(value))).collect()
        }
        other => other.clone(),
    }
}

fn table() -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/hosts/acts.json");
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

fn project() -> TempDir {
    let project = governed("user-query", "no", (".orchestration/active_intents.yaml", INTENTS));
    let governance = project.path().join(".tacklebox/governance.yaml");
    hook_state::replace(&governance, GOVERNANCE.as_bytes()).unwrap();
    project
}

/// Has the session choose its intent, as the gate keeps it.
fn choose(project: &Path) {
    let sessions = the_folder_in(&project.join("state/projects")).join("intent-gate-sessions");
    fs::create_dir_all(&sessions).unwrap();
    let chosen =
        json!({"version": 1, "intent": "INT-001", "agents": {}, "chooser": null, "told": []});
    hook_state::replace(&sessions.join("s1.json"), chosen.to_string().as_bytes()).unwrap();
}

fn the_folder_in(folder: &Path) -> PathBuf {
    fs::read_dir(folder).unwrap().next().unwrap().unwrap().path()
}

/// What nobody has described is said once, by the names of its fields.
pub(crate) fn an_unknown_host_is_said_once() {
    let project = project();
    let strange = |secret: &str| json!({"event": "pre_tool_use", "cwd": project.path(), "tool": "Read", "weather": secret});
    for event in [strange("rain-1"), strange("sun-2"), json!({"agent_step": "x"}), json!({})] {
        start(project.path(), &HOOKS, event.to_string().as_bytes());
    }
    let output = start(project.path(), &["errors", "--json"], b"");
    let errors: Value = serde_json::from_slice(&output.stdout).unwrap();
    let said: Vec<_> = errors["errors"].as_array().unwrap().iter().collect();
    assert_eq!(said.len(), 2, "{errors}");
    assert!(said.iter().all(|error| error["times"] == 1), "{errors}");
    let words = errors.to_string();
    assert!(words.contains("weather") && words.contains("agent_step"), "{errors}");
    assert!(!words.contains("rain-1") && !words.contains("sun-2"), "{errors}");
}
