//! What is reckoned.

use serde_json::json;

use super::*;

/// A call of `s`, on PreToolUse: hook, microseconds, fate, characters and their hash.
fn call(verdict: &str, said: &[(&str, u64, &str, usize, &str)]) -> LoggedCall {
    let said = said.iter().map(|(hook, us, fate, chars, hash)| {
        json!({"hook": hook, "us": us, "outcome": "context", "fate": fate, "chars": chars,
            "context_hash": hash})
    });
    let said: Vec<_> = said.collect();
    let line = json!({"ts": "2026-11-20T14:03:00.000Z", "session_id": "s", "event": "PreToolUse",
        "verdict": verdict, "us": 1000, "hooks": said});
    LoggedCall::parse(line).unwrap()
}

/// `calls median p99 chars repeated cut` of each hook.
#[track_caller]
fn check(calls: &[LoggedCall], expected: &[&str]) {
    let rows = Cost::of(calls, &[], None).hooks.into_iter().map(|row| {
        format!(
            "{}: {} {} {} {} {} {}",
            row.hook, row.calls, row.median_us, row.p99_us, row.chars, row.repeated, row.cut
        )
    });
    assert_eq!(rows.collect::<Vec<_>>(), expected);
}

#[test]
fn the_agent_pays_for_what_it_was_told() {
    check(&[call("context", &[("a", 5, "won", 40, "1")])], &["a: 1 5 5 40 0 0"]);
    let untold = ["shadow", "lost", ""];
    for fate in untold {
        check(&[call("context", &[("a", 5, fate, 40, "1")])], &["a: 1 5 5 0 0 0"]);
    }
    check(&[call("context", &[("a", 5, "cut", 40_000, "1")])], &["a: 1 5 5 9500 0 1"]);
    check(&[call("deny", &[("a", 5, "cut", 40, "1")])], &["a: 1 5 5 0 0 0"]);
}

#[test]
fn what_is_told_again_in_a_session_is_counted() {
    let one = call("context", &[("a", 5, "won", 40, "1")]);
    check(&[one.clone(), one.clone(), one.clone()], &["a: 3 5 5 120 2 0"]);
    let other = LoggedCall { session_id: "t".to_owned(), ..one.clone() };
    check(&[one.clone(), other], &["a: 2 5 5 80 0 0"]);
    let subagent = LoggedCall { agent_id: "g".to_owned(), ..one.clone() };
    check(&[one.clone(), subagent], &["a: 2 5 5 80 0 0"]);
    let by_another = call("context", &[("b", 5, "won", 40, "1")]);
    check(&[one, by_another], &["a: 1 5 5 40 0 0", "b: 1 5 5 40 0 0"]);
    // Lines of earlier versions have no hash.
    let old = call("context", &[("a", 5, "won", 40, "")]);
    check(&[old.clone(), old], &["a: 2 5 5 80 0 0"]);
}

#[test]
fn times_are_told_by_nearest_rank() {
    let times = |count: u64| -> Vec<u64> { (1..=count).collect() };
    for (count, median, p99) in [(0, 0, 0), (1, 1, 1), (2, 1, 2), (100, 50, 99), (1000, 500, 990)] {
        let sorted = times(count);
        assert_eq!((quantile(&sorted, 50), quantile(&sorted, 99)), (median, p99), "{count}");
    }
}

#[test]
fn a_session_has_its_hooks_and_its_length() {
    let at = |seconds| SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
    let past = Past {
        session: "s".to_owned(),
        first: Some(at(10)),
        last: Some(at(70)),
        ..Past::default()
    };
    let calls = [call("context", &[("a", 5, "won", 40, "1"), ("b", 7, "won", 2, "2")])];
    let expected = OfSession {
        session_id: "s".to_owned(),
        spoken: 1,
        us: 1000,
        chars: 42,
        tokens: 10,
        tool_calls: Some(0),
        seconds: Some(60),
    };
    let whole = Cost::of(&calls, std::slice::from_ref(&past), None);
    assert_eq!(whole.sessions.first(), Some(&expected));
    let alone = OfSession { us: 7, chars: 2, tokens: 0, ..expected.clone() };
    assert_eq!(Cost::of(&calls, &[past], Some("b")).sessions, [alone]);
    let unknown = OfSession { tool_calls: None, seconds: None, ..expected };
    assert_eq!(Cost::of(&calls, &[], None).sessions, [unknown]);
    assert!(Cost::of(&calls, &[], Some("c")).sessions.is_empty());
}

#[test]
fn a_total_has_what_is_young() {
    let calls = [call("context", &[("a", 5, "won", 40, "1")])];
    let at = |text| humantime::parse_rfc3339(text).unwrap();
    let total = Total { spoken: 1, us: 1000, chars: 40, tokens: 10 };
    assert_eq!(Total::since(&calls, at("2026-11-20T00:00:00Z")), total);
    assert_eq!(Total::since(&calls, at("2026-11-21T00:00:00Z")), Total::default());
}
