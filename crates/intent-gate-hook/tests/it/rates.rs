//! How much of three sets of commands the hook lets pass by their text alone, and that its page says so. What the sets
//! hold is tested in `command-effects`, where bash runs them.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use golden::page;
use golden::place::Place;
use hook_protocol::Event;
use hook_runtime::{Ctx, Environment};
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_intent-gate-hook");
const PAGE: &str = include_str!("../../../../docs/internals/evidence.md");
const BYPASS: &str = include_str!("../../../../tests/commands/bypass.txt");
const BENIGN: &str = include_str!("../../../../tests/commands/benign.txt");
const GUARDED: &str = include_str!("../../../../tests/commands/guarded.txt");

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
    let databases = ["a.db", "app.db", "src/a.db", "src/db.sqlite"];
    let texts = ["src/a.txt", "src/b.txt", "src/sub/deep", "outside/x", "outside/m", "outside/u"];
    for file in texts.into_iter().chain(databases) {
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

/// Chooses the intent in the session `chosen`.
fn choose(place: &Place) {
    let (tool, choice) = ("mcp__i__select_active_intent", json!({ "intent_id": "A" }));
    let chosen = decision(&place.project(), "chosen", "PostToolUse", tool, &choice);
    assert_eq!(chosen, "");
}

/// The commands of a row of the page: a whole set, or those of a kind.
fn commands(name: &str) -> Vec<String> {
    let of = |set: &'static str, kind: Option<&str>| {
        let meant = lines(set).filter(|(it, _)| kind.is_none_or(|kind| *it == kind));
        meant.map(|(_, command)| command).collect()
    };
    match name {
        "bypass" => of(BYPASS, None),
        "benign" => of(BENIGN, None),
        kind => of(GUARDED, Some(kind)),
    }
}

/// The page says how much passes: `at most 5 %`, `at least 95 %`.
pub(crate) fn the_page_says_how_much_passes() {
    let place = place();
    choose(&place);
    let mut rows = page::rows(page::section(PAGE, "Guards").unwrap());
    rows.retain(|row| row.last().is_some_and(|rate| rate.starts_with("at ")));
    assert_eq!(rows.len(), 9, "{rows:?}");
    let mut wrong = Vec::new();
    for row in rows {
        let [name, when, said] = row.as_slice() else { panic!("{row:?}") };
        let session = if when == "before a choice" { "none" } else { "chosen" };
        let commands = commands(name);
        let passes = |command: &&String| {
            let input = json!({ "command": command });
            decision(&place.project(), session, "PreToolUse", "Bash", &input).is_empty()
        };
        let count = commands.iter().filter(passes).count();
        let bound: usize = said.split(' ').nth(2).unwrap().parse().unwrap();
        let holds = match said.as_str() {
            it if it.starts_with("at most ") => count * 100 <= bound * commands.len(),
            it if it.starts_with("at least ") => count * 100 >= bound * commands.len(),
            it => panic!("{it}"),
        };
        if !holds {
            wrong.push(format!("{name} {when}: {count} of {}, not {said}", commands.len()));
        }
    }
    assert_eq!(wrong, [""; 0]);
}
