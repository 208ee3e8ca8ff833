//! That a paused hook is silent, and nothing else silences one.

use std::fs;
use std::path::Path;

use hook_protocol::{PreToolUse, PreToolUseReply};
use hook_runtime::{Environment, Hook};
use hook_state::StateDir;
use humantime::parse_rfc3339;

use super::*;
use crate::pause_file::{FILE, paused};
use crate::{Chain, serve};

const HOOK: &str = "a-hook";

fn ctx(folder: &Path, now: &str) -> Ctx {
    let text = |path: &Path| path.to_str().unwrap().to_owned();
    let environment = [
        ("CLAUDE_PROJECT_DIR".to_owned(), text(folder)),
        ("TACKLEBOX_STATE_DIR".to_owned(), text(&folder.join("state"))),
        ("TACKLEBOX_CONFIG_DIR".to_owned(), text(&folder.join("config"))),
    ];
    let now = parse_rfc3339(now).unwrap();
    Ctx::new(HOOK, Environment::Fixed(environment.into()), now, Some(folder.to_owned()))
}

/// Whether the hook, which denies every call, is heard at this time, and what goes wrong.
fn heard(folder: &Path, now: &str) -> (bool, Vec<String>) {
    let deny = |_: &Ctx, _: &PreToolUse| Ok(PreToolUseReply::deny("no"));
    let chain = Chain::new([Hook::new(HOOK).guard(deny)]);
    let here = ctx(folder, now);
    let event = r#"{"hook_event_name": "PreToolUse", "session_id": "s", "tool_name": "Bash",
        "tool_input": {"command": "ls"}}"#;
    let concluded = serve(&chain, &here, event.as_bytes());
    let logged = hook_runtime::error_log(here.state().unwrap()).read().unwrap();
    let errors = logged.map(|line| line["error"].as_str().unwrap().to_owned());
    (concluded.outcome.denial().is_some(), errors.collect())
}

fn mark_of(folder: &Path) -> u64 {
    let state = ctx(folder, "2026-11-20T12:00:00Z");
    let fired = StateDir::new(state.state().unwrap().file("fired"));
    fs::metadata(fired.file(HOOK)).unwrap().len()
}

const NOON: &str = "2026-11-20T12:00:00Z";

#[test]
fn a_paused_hook_is_silent_until_the_end_and_then_nothing_is_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    assert_eq!(heard(here, NOON), (true, Vec::new()));
    assert_eq!(mark_of(here), 0);
    let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
    pause(&ctx(here, NOON), HOOK, minutes(10), "it is wrong about password=hunter2").unwrap();
    for (now, is_heard) in [
        ("2026-11-20T12:00:01Z", false),
        ("2026-11-20T12:09:59Z", false),
        ("2026-11-20T12:10:00Z", true),
    ] {
        assert_eq!(heard(here, now), (is_heard, Vec::new()), "{now}");
        assert_eq!(mark_of(here) > 0, !is_heard, "{now}");
    }
    let journal = crate::journal::calls(ctx(here, NOON).state().unwrap());
    let logged = journal.read().unwrap().find(|line| line["event"] == "Pause").unwrap();
    let words = "a-hook until 2026-11-20T12:10:00Z: it is wrong about password=[redacted]";
    assert_eq!(logged["tried"], words);
}

#[test]
fn a_pause_is_ended_and_known_while_it_lasts() {
    let folder = tempfile::tempdir().unwrap();
    let noon = ctx(folder.path(), NOON);
    assert!(pause(&noon, HOOK, Duration::from_secs(90_000), "long").is_err());
    assert!(pause(&noon, HOOK, Duration::from_secs(60), " ").is_err());
    assert!(resume(&noon, HOOK).unwrap().is_none());
    let paused_now = pause(&noon, HOOK, Duration::from_secs(60), "words").unwrap();
    assert_eq!(paused(&noon), std::slice::from_ref(&paused_now));
    assert!(!heard(folder.path(), NOON).0);
    assert_eq!(resume(&noon, HOOK).unwrap(), Some(paused_now));
    assert!(paused(&noon).is_empty());
    assert!(heard(folder.path(), NOON).0);
}

/// Changes the file of pauses; the hook is heard then, and that is said once.
#[track_caller]
fn check_forged(from: &str, to: &str, expected: &str) {
    let folder = tempfile::tempdir().unwrap();
    let noon = ctx(folder.path(), NOON);
    pause(&noon, HOOK, Duration::from_secs(600), "words").unwrap();
    let file = noon.state().unwrap().file(FILE);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains(from), "{text}");
    hook_state::replace(&file, text.replace(from, to).as_bytes()).unwrap();
    let (is_heard, errors) = heard(folder.path(), NOON);
    assert!(is_heard && errors.concat().contains(expected), "{errors:?}");
    assert_eq!(heard(folder.path(), NOON), (true, errors), "it is said once");
    assert!(paused(&noon).is_empty());
}

#[test]
fn a_pause_that_nobody_logged_silences_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let noon = ctx(folder.path(), NOON);
    pause(&noon, HOOK, Duration::from_secs(600), "words").unwrap();
    let log = noon.state().unwrap().file("calls.jsonl");
    let text = fs::read_to_string(&log).unwrap();
    for forged in [String::new(), text.replace("12:10", "12:09"), text.replace("Pause", "Resume")] {
        assert_ne!(forged, text);
        hook_state::replace(&log, forged.as_bytes()).unwrap();
        assert!(paused(&noon).is_empty(), "{forged}");
    }
    let (is_heard, errors) = heard(folder.path(), NOON);
    assert!(is_heard && errors.concat().contains("the log has no entry for it"), "{errors:?}");
}

#[test]
fn what_no_person_has_paused_silences_nothing() {
    let foreign = "its seal does not match the person's key";
    check_forged("T12:10:00Z", "T12:20:00Z", foreign);
    check_forged("words", "other words", foreign);
    check_forged("2026-11-20T12:10", "2026-12-20T12:10", "longer than a day");
    check_forged("2026-11-20T12:00", "2026-11-20T12:05", "in the future");
    check_forged("\"seal\"", "\"other\"", foreign);
}
