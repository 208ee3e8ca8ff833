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
const PAGE: &str = include_str!("../../../../docs/reference/intent-gate-hook.md");
const BYPASS: &str = include_str!("../../../../tests/commands/bypass.txt");
const BENIGN: &str = include_str!("../../../../tests/commands/benign.txt");
const GUARDED: &str = include_str!("../../../../tests/commands/guarded.txt");

/// Makes a repository of a project: `topic` and a stash differ in `src`, `-` is elsewhere.
const REPOSITORY: &str = "
rmdir .git; git init -q -b main .; git config user.name a; git config user.email a@b
printf .orchestration/locks/ > .gitignore; printf x > src/a.ts; printf x > src/b.ts
git add -A; git commit -qm 1; printf y > src/a.ts; git commit -qam 2
git checkout -qb topic; printf z > src/c.ts; git add -A; git commit -qm 3; git checkout -q main
git branch develop; git checkout -qb other; git commit -q --allow-empty -m 4; git checkout -q main
printf w >> src/b.ts; git stash -q; git init -q --bare ../origin.git
git remote add origin ../origin.git; git push -q origin main topic; git branch -q -u origin/main
printf w >> src/b.ts
";

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

/// How many commands of a set there are, and how many of them pass in a session.
fn passed(place: &Place, session: &str, set: &'static str) -> (usize, Vec<String>) {
    of_commands(place, session, lines(set).map(|(_, command)| command).collect())
}

/// The same of these commands. One that is stopped is asked about again: on a busy machine git may not
/// answer in the time that it has, and then its command counts as one that changes everything.
fn of_commands(place: &Place, session: &str, commands: Vec<String>) -> (usize, Vec<String>) {
    let project = place.project();
    let passes = |command: &String| {
        let input = json!({ "command": command });
        let passes = || decision(&project, session, "PreToolUse", "Bash", &input).is_empty();
        let asks_git = command.contains("git ") && session == "chosen";
        passes() || asks_git && (0..5).any(|_| passes())
    };
    (commands.len(), commands.into_iter().filter(passes).collect())
}

/// Chooses the intent in the session `chosen`.
fn choose(place: &Place) {
    let (tool, choice) = ("mcp__i__select_active_intent", json!({ "intent_id": "A" }));
    let chosen = decision(&place.project(), "chosen", "PostToolUse", tool, &choice);
    assert_eq!(chosen, "");
}

/// The page says what becomes of commands of which nobody here had thought.
pub(crate) fn the_page_says_what_becomes_of_what_others_guard() {
    let place = place();
    let made = place.shell(&format!("set -e; {REPOSITORY}")).unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    choose(&place);
    let mut table = Vec::new();
    for (kind, when) in [
        ("destroys", "within an intent"),
        ("destroys", "before a choice"),
        ("leaves", "within an intent"),
        ("leaves", "before a choice"),
        ("sends", "before a choice"),
        ("daily", "within an intent"),
        ("reads", "before a choice"),
    ] {
        let session = if when == "before a choice" { "none" } else { "chosen" };
        let commands = lines(GUARDED).filter(|(it, _)| *it == kind).map(|(_, command)| command);
        let (all, passed) = of_commands(&place, session, commands.collect());
        let figures = [all, all - passed.len(), passed.len()].map(|count| count.to_string());
        table.push([vec![kind.to_owned(), when.to_owned()], figures.to_vec()].concat());
    }
    let section = page::section(PAGE, "What others guard").unwrap();
    let rows = page::rows(section).into_iter().map(|row| row.into_iter().take(5).collect());
    assert_eq!(rows.collect::<Vec<Vec<String>>>(), table);
}

pub(crate) fn the_page_says_how_much_is_stopped_and_how_much_passes() {
    let place = place();
    choose(&place);
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
