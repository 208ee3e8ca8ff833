//! What hooks said, joined with what the transcripts have.

use serde_json::json;

use super::*;

fn at(seconds: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(seconds)
}

fn past() -> Past {
    let ran = Ran {
        id: "t1".to_owned(),
        agent: "g".to_owned(),
        tool: "Bash".to_owned(),
        tried: "ls".to_owned(),
        at: at(10),
        ended: Some(at(12)),
        is_error: true,
    };
    Past {
        session: "s".to_owned(),
        first: Some(at(5)),
        last: Some(at(20)),
        prompts: vec![(at(5), "look".to_owned())],
        compactions: vec![at(18)],
        calls: vec![ran],
    }
}

fn line(more: &Value) -> LoggedCall {
    let mut line = json!({"ts": "1970-01-01T00:00:10.000Z", "session_id": "s", "us": 7,
        "event": "PreToolUse", "verdict": "context",
        "hooks": [{"hook": "h", "outcome": "context", "chars": 3, "fate": "won"}]});
    line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    LoggedCall::parse(line).unwrap()
}

#[test]
fn what_was_said_stands_at_its_call() {
    let calls = [
        line(&json!({"tool_use_id": "t1"})),
        line(&json!({"tool_use_id": "t1", "event": "PostToolUse", "denied_but_ran": true})),
        line(&json!({"tool_use_id": "t2", "tool_name": "Read", "tried": "/p/a"})),
        line(&json!({"event": "UserPromptSubmit"})),
        line(&json!({"event": "Pause"})),
    ];
    let sessions = sessions(&calls, vec![past()], &[], &[], Path::new("/p"));
    let [session] = sessions.as_slice() else { panic!("{sessions:?}") };
    assert_eq!((session.first, session.last), (5_000, 20_000));
    let told = session.calls.iter().map(|call| {
        format!(
            "{} {} {} {:?} {} {:?} {}",
            call.name,
            call.tried,
            call.is_call,
            call.took,
            call.us,
            call.outcome,
            call.said.len()
        )
    });
    let expected = [
        "Bash ls true Some(2000) 14 Context 2",
        "Read a true None 7 Context 1",
        "UserPromptSubmit  false None 7 Context 1",
    ];
    assert_eq!(told.collect::<Vec<_>>(), expected);
    assert!(session.calls[0].overruled && session.calls[0].failed);
}

#[test]
fn the_same_id_in_another_session_is_another_call() {
    let other = line(&json!({"tool_use_id": "t1", "session_id": "other", "tool_name": "Bash"}));
    let sessions = sessions(&[other], vec![past()], &[], &[], Path::new("/p"));
    let lengths: Vec<usize> = sessions.iter().map(|session| session.calls.len()).collect();
    assert_eq!(lengths, [1, 1]);
    assert!(!sessions.iter().find(|session| session.id == "other").unwrap().has_transcript);
}

#[test]
fn what_does_not_count_has_no_outcome() {
    let said =
        json!({"hooks": [{"hook": "h", "outcome": "deny", "fate": "shadow", "shadow": true}]});
    let sessions = sessions(&[line(&said)], Vec::new(), &[], &[], Path::new("/p"));
    assert_eq!(sessions[0].calls[0].outcome, Outcome::Silent);
}

#[test]
fn the_strongest_counts() {
    for (outcomes, expected) in [
        (&["context", "deny", "ask"][..], Outcome::Deny),
        (&["halt"], Outcome::Deny),
        (&["block"], Outcome::Deny),
        (&["ask", "warn"], Outcome::Ask),
        (&["error", "context"], Outcome::Error),
        (&["answer", "context"], Outcome::Answer),
        (&["something new"], Outcome::Silent),
    ] {
        let said: Vec<Value> =
            outcomes.iter().map(|it| json!({"hook": "h", "outcome": it, "fate": "won"})).collect();
        let sessions =
            sessions(&[line(&json!({"hooks": said}))], Vec::new(), &[], &[], Path::new("/p"));
        assert_eq!(sessions[0].calls[0].outcome, expected, "{outcomes:?}");
    }
}

#[test]
fn who_waited_is_told_from_when_until_when() {
    let transition = |seconds: u64, kind: &str, call: &str| {
        json!({"ts": humantime::format_rfc3339_millis(at(seconds)).to_string(), "type": kind,
            "session_id": "s", "prompt_type": "question", "tool_use_id": call,
            "questions": [{"question": "Which one? password=correct-horse-9"}]})
    };
    let transitions = [
        transition(1, "agent:prompt", "a"),
        transition(2, "agent:prompt", "b"),
        transition(4, "agent:prompt_resolved", "b"),
        transition(9, "agent:prompt_resolved", "a"),
        transition(30, "agent:prompt", "c"),
        json!({"type": "agent:prompt"}),
    ];
    let sessions = sessions(&[], Vec::new(), &transitions, &[], Path::new("/p"));
    let waits = sessions[0].waits.iter().map(|wait| (wait.from, wait.until)).collect::<Vec<_>>();
    assert_eq!(waits, [(1_000, Some(9_000)), (2_000, Some(4_000)), (30_000, None)]);
    assert!(!sessions[0].waits[0].words.contains("correct-horse"));
    assert_eq!((sessions[0].first, sessions[0].last), (1_000, 30_000));
}
