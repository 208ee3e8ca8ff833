//! What of the two sets of commands the hook stops and lets pass, and that its page
//! says so. What the sets hold is tested in `command-effects`, where bash runs them.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use golden::page;
use golden::place::Place;
use hook_protocol::Event;
use hook_runtime::{Ctx, Environment};
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_intent-gate-hook");
const PAGE: &str = include_str!("../../../../docs/hooks/intent-gate-hook.md");
const BYPASS: &str = include_str!("../../../../tests/commands/bypass.txt");
const BENIGN: &str = include_str!("../../../../tests/commands/benign.txt");

/// The lines of a set: what stands before the tab, and the command.
fn lines(set: &'static str) -> impl Iterator<Item = (&'static str, String)> {
    let lines = set.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let (expected, command) = line.split_once('\t').unwrap();
        (expected, command.replace('␤', "\n"))
    })
}

/// A project in which `src` may be changed, with the files that the commands name.
fn place() -> Place {
    let place = Place::new(PROGRAM).unwrap();
    let intents = "active_intents:\n  - id: A\n    owned_scope: [src/**]\n";
    place.write(".orchestration/active_intents.yaml", intents).unwrap();
    for file in ["src/a.txt", "src/b.txt", "src/sub/deep", "outside/x", "outside/m", "outside/u"] {
        place.write(file, "x\n").unwrap();
    }
    std::fs::create_dir_all(place.project().join(".git")).unwrap();
    place
}

/// What the hook decides on an event in a project; empty for nothing.
fn decision(project: &Path, session: &str, name: &str, tool: &str, input: &Value) -> String {
    let event = json!({
        "session_id": session, "hook_event_name": name, "cwd": project,
        "permission_mode": "default", "tool_name": tool, "tool_input": input,
    });
    let below = |path: &str| project.join(path).to_str().unwrap().to_owned();
    let environment = [
        ("CLAUDE_PROJECT_DIR".to_owned(), below(".")),
        ("HOME".to_owned(), below("home")),
        ("TACKLEBOX_STATE_DIR".to_owned(), below("../state")),
        ("TACKLEBOX_CONFIG_DIR".to_owned(), below("../config")),
    ];
    let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_795_000_000);
    let environment = Environment::Fixed(environment.into());
    let ctx = Ctx::new("intent-gate-hook", environment, now, Some(PathBuf::from(project)));
    let event = Event::parse(event.to_string().as_bytes()).unwrap();
    let outcome = intent_gate_hook::hook().answer(&ctx, &event);
    assert_eq!(outcome.errors, [""; 0]);
    let Some(document) = outcome.document() else { return String::new() };
    let document: Value = serde_json::from_str(&document).unwrap();
    let decision = &document["hookSpecificOutput"]["permissionDecision"];
    decision.as_str().unwrap().to_owned()
}

/// How many commands of a set there are, and how many of them pass in a session.
fn passed(place: &Place, session: &str, set: &'static str) -> (usize, Vec<String>) {
    let project = place.project();
    let passes = |command: &String| {
        let input = json!({ "command": command });
        decision(&project, session, "PreToolUse", "Bash", &input).is_empty()
    };
    let commands: Vec<String> = lines(set).map(|(_, command)| command).collect();
    (commands.len(), commands.into_iter().filter(passes).collect())
}

pub(crate) fn the_page_says_how_much_is_stopped_and_how_much_passes() {
    let place = place();
    let choice = json!({ "intent_id": "A" });
    let chosen = decision(
        &place.project(),
        "chosen",
        "PostToolUse",
        "mcp__i__select_active_intent",
        &choice,
    );
    assert_eq!(chosen, "");
    let mut table = Vec::new();
    for (name, set) in [("bypass", BYPASS), ("benign", BENIGN)] {
        for session in ["chosen", "none"] {
            let (all, passed) = passed(&place, session, set);
            if set == BYPASS {
                assert_eq!(passed, [""; 0], "{session}");
            }
            let when = if session == "none" { "before a choice" } else { "within an intent" };
            let figures = [all, all - passed.len(), passed.len()].map(|count| count.to_string());
            table.push([vec![name.to_owned(), when.to_owned()], figures.to_vec()].concat());
        }
    }
    let reading = lines(BENIGN).filter(|(expected, _)| *expected == "reads").count();
    let section = page::section(PAGE, "What a parser sees").unwrap();
    assert_eq!(page::rows(section), table);
    let said = format!("{reading} of the benign commands only read");
    assert!(section.contains(&said), "{said}");
}
