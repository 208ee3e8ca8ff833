//! Programs that are installed for a person, in a repository that says what they start.

use golden::place::Place;
use serde_json::{Value, json};

const HOOKS: &str = "governance-hook post-edit-hook prompt-detect-hook";

/// A repository whose hooks would start programs and write files, which each leave something.
fn repository() -> Place {
    let place = Place::new(env!("CARGO_BIN_EXE_tacklebox")).unwrap();
    let state = "version: \"1.0\"\nstates: [DO]\nstate:\n  \
                 - { command: [sh, -c, \"touch asked; echo DO\"], cache_ms: 0 }\n";
    place.write(".tacklebox/governance.yaml", state).unwrap();
    let steps = "version: 1\nsteps:\n  \
                 - { files: \"*.txt\", kind: check, run: [sh, -c, \"touch checked\"] }\n";
    place.write(".tacklebox/post-edit.yaml", steps).unwrap();
    let told = place.project().join("told").display().to_string();
    let sinks = format!(
        "version: 1\nsinks: {{ command: [touch, {told:?}] }}\non_prompt: {{ question: escalate }}\n\
         delay_ms: 0\nrate_limit_ms: 0\n"
    );
    place.write(".tacklebox/prompt-detect.yaml", &sinks).unwrap();
    place.write("a.txt", "x\n").unwrap();
    let bin = "mkdir -p ~/.claude/hooks/bin && cp \"$(command -v tacklebox)\" ~/.claude/hooks/bin/";
    assert!(place.shell(bin).unwrap().status.success());
    place
}

/// What the agent is told where a session begins, on an edit, and on a question.
fn told(place: &Place, session: &str) -> String {
    let project = place.project();
    let common = json!({ "session_id": session, "transcript_path": "/t", "cwd": project });
    let file = project.join("a.txt");
    let options =
        json!([{ "label": "a", "description": "b" }, { "label": "c", "description": "d" }]);
    let question =
        json!({ "question": "e?", "header": "f", "options": options, "multiSelect": false });
    let events = [
        json!({ "hook_event_name": "SessionStart", "source": "startup" }),
        json!({ "hook_event_name": "PostToolUse", "tool_name": "Write",
            "tool_input": { "file_path": file, "content": "x\n" },
            "tool_response": { "type": "create", "filePath": file, "content": "x\n" } }),
        json!({ "hook_event_name": "PreToolUse", "tool_name": "AskUserQuestion",
            "tool_input": { "questions": [question] } }),
    ];
    let mut told = String::new();
    for fields in events {
        let mut event = common.clone();
        event.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        place.write("event.json", &event.to_string()).unwrap();
        let line = format!("~/.claude/hooks/bin/tacklebox run {HOOKS} < event.json");
        let output = place.shell(&line).unwrap();
        if let Ok(reply) = serde_json::from_slice::<Value>(&output.stdout) {
            let context = &reply["hookSpecificOutput"]["additionalContext"];
            told += context.as_str().unwrap_or_default();
            told.push('\n');
        }
    }
    told
}

/// Checks what was started and written since the last time. A program that nobody waits for may be late.
#[track_caller]
fn check_left(place: &Place, expected: &[&str]) {
    let path = |name: &&str| place.project().join(name);
    for _ in 0..1_200 {
        if expected.iter().all(|name| path(name).exists()) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let names = ["asked", "checked", "told"].into_iter();
    let left: Vec<&str> = names.filter(|name| std::fs::remove_file(path(name)).is_ok()).collect();
    assert_eq!(left, expected);
}

pub(crate) fn a_repository_starts_nothing_before_a_person_trusts_it() {
    let place = repository();
    let notices = |told: &str| told.matches("run `tacklebox trust ").count();
    assert_eq!(notices(&told(&place, "one")), 3);
    assert_eq!(notices(&told(&place, "one")), 0, "once in a session");
    check_left(&place, &[]);

    let agent = "CLAUDECODE=1 TACKLEBOX_PERSON_TOKEN= tacklebox trust";
    assert_eq!(place.shell(agent).unwrap().status.code(), Some(1));
    let trusted = place.shell("tacklebox trust && tacklebox trust --list").unwrap();
    let words = String::from_utf8(trusted.stdout).unwrap();
    assert_eq!(words.matches("trusted as it is now: ").count(), 3, "{words}");
    assert_eq!(words.matches("  unchanged  ").count(), 3, "{words}");
    assert_eq!(notices(&told(&place, "two")), 0);
    check_left(&place, &["asked", "checked", "told"]);

    let changed = "echo '# more' >> .tacklebox/governance.yaml; tacklebox trust --list";
    let words = String::from_utf8(place.shell(changed).unwrap().stdout).unwrap();
    assert_eq!(words.matches("  changed since  ").count(), 1, "{words}");
    assert_eq!(notices(&told(&place, "three")), 1);
    check_left(&place, &["checked", "told"]);

    assert!(place.shell("tacklebox trust --remove").unwrap().status.success());
    assert_eq!(notices(&told(&place, "four")), 3);
    check_left(&place, &[]);
}
