//! What an account says of hooks that do not count.

use hook_chain::Mode;
use serde_json::json;

use crate::shadow::{Shadowed, shadow};
use crate::tests::project::Project;

/// A line of an account: when, the event, the call, and what `governance-hook` said of it.
type Line<'a> = (&'a str, &'a str, &'a str, Option<(&'a str, bool)>);

/// What is found in an account with these lines, a line for each finding, and since when.
fn found(lines: &[Line<'_>], since: Option<&str>) -> (Option<String>, Vec<String>) {
    let project = Project::new();
    let ctx = project.ctx();
    let line = |(minute, event, call, said): &Line<'_>| {
        let said = said.map(|(outcome, shadow)| {
            json!({"hook": "governance-hook", "outcome": outcome, "rule": "r", "shadow": shadow})
        });
        json!({
            "ts": format!("2026-11-20T14:{minute}:00.000Z"), "session_id": "s", "event": event,
            "tool_name": "Bash", "tool_use_id": call, "verdict": "none", "hooks": Vec::from_iter(said),
        })
    };
    let text: Vec<String> = lines.iter().map(|it| line(it).to_string() + "\n").collect();
    let file = ctx.state().unwrap().file("calls.jsonl");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    hook_state::replace(&file, text.concat().as_bytes()).unwrap();
    let since = since.map(|text| ctx.since(text).unwrap());
    let modes = [("governance-hook", Mode::Shadow), ("intent-gate-hook", Mode::Enforce)];
    let Shadowed { hooks, findings } = shadow(&ctx, since, None, &modes).unwrap();
    let told = findings.iter().map(|it| {
        format!(
            "{} x {:?} {}, {} ran, {} went on",
            it.count, it.outcome, it.tool, it.ran, it.went_on
        )
    });
    let [standing] = &hooks[..] else { panic!("{hooks:?}") };
    (standing.since.clone(), told.collect())
}

#[track_caller]
fn check(lines: &[Line<'_>], since: Option<&str>, expected: Option<&str>, told: &[&str]) {
    let began = expected.map(|minute| format!("2026-11-20T14:{minute}:00.000Z"));
    assert_eq!(found(lines, since), (began, told.iter().map(|it| (*it).to_owned()).collect()));
}

#[test]
fn what_did_not_count_is_found() {
    let denied = Some(("deny", true));
    let lines: &[Line<'_>] = &[
        ("01", "PreToolUse", "a", denied),
        ("02", "PostToolUse", "a", None),
        ("03", "PreToolUse", "b", denied),
        ("04", "PreToolUse", "c", Some(("context", true))),
        ("05", "PreToolUse", "d", Some(("ask", true))),
    ];
    let all = ["2 x Deny Bash, 1 ran, 2 went on", "1 x Ask Bash, 0 ran, 0 went on"];
    check(lines, None, Some("01"), &all);
    let late = ["1 x Deny Bash, 0 ran, 1 went on", "1 x Ask Bash, 0 ran, 0 went on"];
    check(lines, Some("2026-11-20T14:02:30Z"), Some("01"), &late);
    check(&[], None, None, &[]);
}

#[test]
fn what_was_enforced_begins_anew() {
    check(
        &[
            ("01", "PreToolUse", "a", Some(("deny", true))),
            ("02", "PreToolUse", "b", Some(("deny", false))),
            ("03", "PreToolUse", "c", Some(("warn", false))),
        ],
        None,
        Some("03"),
        &["1 x Deny Bash, 0 ran, 0 went on"],
    );
}
