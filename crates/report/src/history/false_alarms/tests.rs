//! Which denials look like false alarms.

use super::*;
use crate::history::Said;
use hook_chain::LoggedAnswer;

/// A call: `Tool outcome tried`, with `~` before what failed and `g:` before a subagent's.
fn call(at: u64, line: &str) -> Entry {
    let (line, failed) = line.strip_prefix('~').map_or((line, false), |line| (line, true));
    let (line, agent) = line.strip_prefix("g:").map_or((line, ""), |line| (line, "g"));
    let mut words = line.splitn(3, ' ');
    let mut next = || words.next().unwrap_or_default().to_owned();
    let (name, outcome, tried) = (next(), next(), next());
    let by =
        LoggedAnswer { hook: "h".to_owned(), outcome: outcome.clone(), ..LoggedAnswer::default() };
    let said = Said { event: "PreToolUse".to_owned(), told: 0, by };
    let (said, outcome) = match outcome.as_str() {
        "deny" => (vec![said], Outcome::Deny),
        _ => (Vec::new(), Outcome::Silent),
    };
    let agent = agent.to_owned();
    Entry { at, agent, name, is_call: true, tried, outcome, failed, said, ..Entry::default() }
}

#[track_caller]
fn check(lines: &[&str], expected: Option<&str>) {
    let mut calls: Vec<Entry> = (0..).zip(lines).map(|(at, line)| call(at, line)).collect();
    mark(&mut calls, &[]);
    assert_eq!(calls[0].false_alarm.as_deref(), expected, "{lines:?}");
}

#[test]
fn what_passes_later_looks_like_a_false_alarm() {
    check(&["Bash deny npm i", "Bash ok npm i"], Some("the same call was allowed later"));
    check(&["Bash deny npm i", "Bash deny npm i"], None);
    check(&["Bash deny npm i", "~Bash ok npm i"], None);
    check(&["Bash deny npm i", "g:Bash ok npm i"], None);
    check(&["Bash deny ls", "Bash ok pwd"], None);
    let mut late = vec!["Bash deny npm i"];
    late.extend(["Read ok x"; MAX_CALLS]);
    late.push("Bash ok npm i");
    check(&late, None);
}

#[test]
fn a_person_who_lifts_the_rule_soon_says_so() {
    let lifted = |at, hook: &str| Lifted { at, hook: hook.to_owned(), words: "w".to_owned() };
    for (at, hook, expected) in [
        (1_000, "h", true),
        (1_000 + MAX_LIFTED, "h", true),
        (1_001 + MAX_LIFTED, "h", false),
        (999, "h", false),
        (1_000, "other", false),
    ] {
        let mut calls = [call(1_000, "Bash deny x")];
        mark(&mut calls, &[lifted(at, hook)]);
        let expected = expected.then_some("a person lifted it: w");
        assert_eq!(calls[0].false_alarm.as_deref(), expected, "{at} {hook}");
    }
}

#[test]
fn what_has_run_all_the_same_is_no_false_alarm() {
    let overruled = Entry { overruled: true, ..call(0, "Bash deny x") };
    let mut calls = [overruled, call(1, "Bash ok x")];
    mark(&mut calls, &[]);
    assert_eq!(calls[0].false_alarm, None);
}
