//! A hook that keeps or says anything in mode `shadow` must be found out: each row is a hook,
//! and a part of the report that it must cause.

use golden::check_shadow;

use crate::fake::{FAKE, READ, SAY_CONTEXT, case, hook};

/// Whether the person's settings say that the hook is in the shadow.
const IN_SHADOW: &str =
    "grep -q 'fake-hook: { mode: shadow }' \"$TACKLEBOX_CONFIG_DIR/tacklebox.yaml\" 2>/dev/null";

#[track_caller]
fn check(parts: &[(&str, &str)], expected: Result<(), &str>) {
    let (_root, path) = case(parts);
    let result = check_shadow(&hook(), &path).map_err(|err| format!("{err:#}"));
    match (&result, expected) {
        (Ok(()), Ok(())) => {}
        (Err(report), Err(part)) if report.contains(part) => {}
        _ => panic!("expected {expected:?}, got {result:?}"),
    }
}

#[test]
fn nothing_may_be_said_or_kept() {
    let earnest = format!("{IN_SHADOW} || {{ touch new; {SAY_CONTEXT}; }}");
    let only_in_shadow = format!("{IN_SHADOW} && touch new; true");
    let keeps = |name: &str| {
        format!("mkdir -p \"$TACKLEBOX_STATE_DIR/fired\"; touch \"$TACKLEBOX_STATE_DIR/{name}\"")
    };
    for (script, expected) in [
        ("", Ok(())),
        (earnest.as_str(), Ok(())),
        (SAY_CONTEXT, Err("it said {")),
        ("exit 3", Err("in mode shadow: exit status: 3")),
        ("touch new", Err("it changed [\"project/new\"]")),
        (&only_in_shadow, Err("it changed [\"project/new\"]")),
        ("echo >> old", Err("it changed [\"project/old\"]")),
        ("rm old", Err("it changed [\"project/old\"]")),
        ("touch ../beside", Err("it wrote")),
        (&keeps("sessions.json"), Err("it changed [\"state/sessions.json\"]")),
        (&keeps(".sessions.json.lock"), Err("it changed [\"state/.sessions.json.lock\"]")),
        (&keeps("calls.jsonl"), Ok(())),
        (&keeps("fired/fake-hook"), Ok(())),
        (&keeps("policy.cache"), Ok(())),
        (&keeps("hook-errors.jsonl"), Ok(())),
        (&keeps(".hook-errors.jsonl.lock"), Ok(())),
    ] {
        check(&[("before/project/old", ""), (FAKE, script), ("stdin.json", READ)], expected);
    }
}

#[test]
fn an_event_comes_where_the_runs_before_it_have_led() {
    let script = format!("{IN_SHADOW} && [ -e began ] && touch new; {IN_SHADOW} || touch began");
    let again = [(FAKE, script.as_str()), ("1/stdin.json", READ), ("2/stdin.json", READ)];
    check(&again, Err("in 2/"));
    check(&[(FAKE, &script), ("stdin.json", READ)], Ok(()));
    let tool = [(FAKE, script.as_str()), ("1/args", "begin\n"), ("2/stdin.json", READ)];
    check(&tool, Err("in 2/"));
}

#[test]
fn the_modes_of_a_case_hold_in_each_run() {
    let script = format!("{IN_SHADOW} && cat \"$HOME/closed\" && touch new; true");
    check(
        &[
            (FAKE, &script),
            ("before/home/closed", ""),
            ("modes", "0000 home/closed\n"),
            ("1/stdin.json", READ),
            ("2/stdin.json", READ),
        ],
        Ok(()),
    );
}
