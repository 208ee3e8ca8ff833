//! Every state with every event, and the rules that need more than one of each.

use std::time::Duration;

use hook_protocol::ToolCall;
use serde_json::json;

use super::*;
use crate::decide::prompt::{Prompt, PromptType};
use crate::decide::timestamp::Timestamp;

const WINDOW: Duration = PARALLEL_WINDOW;

/// The moment so many milliseconds after a session began.
fn at(millis: u64) -> Timestamp {
    Timestamp::at(std::time::SystemTime::UNIX_EPOCH + Duration::from_millis(millis))
}

fn signal<'a>(agent: Option<&'a str>, millis: u64, says: Says<'a>) -> Signal<'a> {
    let agent_type = agent.map(|_| "Explore");
    Signal { session: "s", agent_id: agent, agent_type, source: "Event", at: at(millis), says }
}

/// A prompt with an id, or one that has none but its words.
fn prompt(
    kind: PromptType,
    id: Option<&str>,
    key: &str,
    agent: Option<&str>,
    millis: u64,
) -> Box<Prompt> {
    Box::new(Prompt {
        kind,
        source: "Event".to_owned(),
        tool_use_id: id.map(str::to_owned),
        agent_id: agent.map(str::to_owned),
        agent_type: agent.map(|_| "Explore".to_owned()),
        opened_at: at(millis),
        questions: Vec::new(),
        plan: None,
        reason: None,
        key: key.to_owned(),
    })
}

fn asks(id: &str, agent: Option<&str>, millis: u64) -> Says<'static> {
    Says::Called(Some(prompt(PromptType::Question, Some(id), id, agent, millis)))
}

/// A call that is no question, and the permission that it needs.
fn bash() -> ToolCall {
    ToolCall::new("Bash", json!({"command": "ls"}))
}

fn permission(agent: Option<&str>, millis: u64) -> Box<Prompt> {
    let key = key::of_call(&bash(), None, agent);
    prompt(PromptType::Permission, None, &key, agent, millis)
}

fn after(signals: &[Signal<'_>]) -> Session {
    let new = Session::new("s", None, at(0));
    signals.iter().fold(new, |session, signal| step(&session, signal, WINDOW).session)
}

const SUB: Option<&str> = Some("a1");

/// The states, each reached by events at the very beginning: at work, waiting for
/// input, idle; the main agent asks, or needs permission; its subagent asks, while
/// it works or waits (`bg`); both ask; failed, over, and given up for its age.
fn states() -> Vec<(&'static str, Session)> {
    let main = |says| signal(None, 0, says);
    let sub = |says| signal(SUB, 0, says);
    let asked = || asks("q", None, 0);
    let sub_asked = || asks("sq", SUB, 0);
    let mut stale = after(&[main(asked())]);
    stale = expired(&stale, at(1), Duration::ZERO).unwrap().session;
    vec![
        ("work", after(&[main(Says::Called(None))])),
        ("wait", after(&[main(Says::Stopped)])),
        ("idle", after(&[main(Says::Stopped), main(Says::Idle)])),
        ("ask", after(&[main(asked())])),
        ("perm", after(&[main(Says::Asked(permission(None, 0)))])),
        ("sub", after(&[main(Says::Called(None)), sub(sub_asked())])),
        ("bg", after(&[sub(sub_asked()), main(Says::Stopped)])),
        ("both", after(&[main(asked()), sub(sub_asked())])),
        ("fail", after(&[main(Says::Failed(Some("overloaded".into())))])),
        ("exit", after(&[main(Says::Over(Some("other".into())))])),
        ("old", stale),
    ]
}

/// What a step comes to, in short: the new state and what is told, or `=` where
/// nothing at all changes. See [`TABLE`].
fn shown(before: &Session, step: &Step) -> String {
    if *before == step.session && step.transitions.is_empty() {
        return "=".to_owned();
    }
    let state = match step.session.state {
        MonitorState::Working => "w",
        MonitorState::WaitingForInput => "i",
        MonitorState::Prompting => "p",
        MonitorState::Failed => "f",
        MonitorState::Exited => "x",
    };
    let told = step.transitions.iter().map(|told| match told.kind {
        TransitionType::Prompt => '+',
        TransitionType::PromptResolved => '-',
        TransitionType::Idle => '~',
        TransitionType::Stop => '.',
        TransitionType::Failed => '!',
        TransitionType::Exited => '#',
    });
    state.chars().chain(told).collect()
}

/// Every event (a line) in every state (a column, in the order of [`states`]): the
/// state that follows (`w`orking, waiting for `i`nput, `p`rompting, `f`ailed,
/// e`x`ited), and what is told: a prompt is opened (`+`) or closed (`-`), `~` idle,
/// `.` stop, `!` failed, `#` exited. `=`: nothing changes.
const TABLE: &str = "
                              work wait idle ask  perm sub  bg   both fail exit old
a session begins              i    =    i    i-   i-   i-   i-   i--  i    i    i
a call                        =    w    w    w-   w-   =    p    p-   w    w    w
a call at once                =    w    w    =    =    =    p    =    w    w    w
a call of the subagent        =    =    =    =    =    w-   i-   p-   =    w    w
a question                    p+   p+   p+   p-+  p-+  p+   p+   p-+  p+   p+   p+
a question at once            p+   p+   p+   p+   p+   p+   p+   p+   p+   p+   p+
the same question             p+   p+   p+   =    p-+  p+   p+   =    p+   p+   w
a question of the subagent    p+   p+   p+   p+   p+   p-+  p-+  p-+  p+   p+   p+
its answer                    w    i    i    w-   p    p    p    p-   f    =    w
that of the subagent's        w    i    i    p    p    w-   i-   p-   f    =    w
a call ends                   =    =    =    =    w-   =    =    =    =    =    w
one of the subagent ends      =    =    =    =    =    =    =    =    =    =    w
a permission                  p+   p+   p+   p+   =    p+   p+   p+   p+   p+   p+
a permission of the subagent  p+   p+   p+   p+   p+   p+   p+   p+   p+   p+   p+
a notification                p+   p+   p+   =    =    =    =    =    p+   =    p+
idle                          i~   i~   =    p    p    p    =    p    i~   =    i~
a person's prompt             =    w    w    w-   w-   =    p    p-   w    w    w
a machine's prompt            =    w    w    =    =    =    p    =    w    w    w
stop                          i.   =    =    i-.  i-.  p.   =    p-.  i.   =    i.
the subagent stops            =    =    =    =    =    w-   i-   p-   =    =    w
a subagent without id stops   =    =    =    =    =    =    =    =    =    =    w
the same failure              f!   f!   f!   f-!  f-!  p!   p!   p-!  =    =    f!
another failure               f!   f!   f!   f-!  f-!  p!   p!   p-!  f!   =    f!
the subagent fails            =    =    =    =    =    w-   i-   p-   =    =    w
the session is over           x#   x#   x#   x-#  x-#  x-#  x-#  x--# x#   =    =
";

/// The events of [`TABLE`], late enough to close what was opened at the beginning.
fn events<'a>(bash: &'a ToolCall, ask: &'a ToolCall) -> Vec<(&'static str, Signal<'a>)> {
    let main = |says| signal(None, 10_000, says);
    let sub = |says| signal(SUB, 10_000, says);
    let early = |says| signal(None, 1_500, says);
    let asked = |id| asks(id, None, 10_000);
    let early_asked = asks("q2", None, 1_500);
    let sub_asked = asks("sq2", SUB, 10_000);
    let ended = |call, id| Says::Ended { call, tool_use_id: Some(id) };
    let notified = prompt(PromptType::Permission, None, "n", None, 10_000);
    vec![
        ("a session begins", main(Says::Begins)),
        ("a call", main(Says::Called(None))),
        ("a call at once", early(Says::Called(None))),
        ("a call of the subagent", sub(Says::Called(None))),
        ("a question", main(asked("q2"))),
        ("a question at once", early(early_asked)),
        ("the same question", main(asked("q"))),
        ("a question of the subagent", sub(sub_asked)),
        ("its answer", main(ended(ask, "q"))),
        ("that of the subagent's", sub(ended(ask, "sq"))),
        ("a call ends", main(ended(bash, "b"))),
        ("one of the subagent ends", sub(ended(bash, "b"))),
        ("a permission", main(Says::Asked(permission(None, 10_000)))),
        ("a permission of the subagent", sub(Says::Asked(permission(SUB, 10_000)))),
        ("a notification", main(Says::Notified(notified))),
        ("idle", main(Says::Idle)),
        ("a person's prompt", main(Says::Prompted { by_person: true })),
        ("a machine's prompt", main(Says::Prompted { by_person: false })),
        ("stop", main(Says::Stopped)),
        ("the subagent stops", sub(Says::SubagentStopped)),
        ("a subagent without id stops", main(Says::SubagentStopped)),
        ("the same failure", main(Says::Failed(Some("overloaded".into())))),
        ("another failure", main(Says::Failed(Some("rate_limit".into())))),
        ("the subagent fails", sub(Says::Failed(Some("overloaded".into())))),
        ("the session is over", main(Says::Over(Some("other".into())))),
    ]
}

#[test]
fn every_state_with_every_event() {
    let (bash, ask) = (bash(), ToolCall::new("AskUserQuestion", json!({})));
    let states = states();
    let line = |name: &str, cells: Vec<&str>| {
        let cells = cells.into_iter().map(|cell| format!(" {cell:<4}"));
        format!("{name:<29}{}", cells.collect::<String>()).trim_end().to_owned() + "\n"
    };
    let mut table = line("", states.iter().map(|(name, _)| *name).collect());
    for (name, signal) in events(&bash, &ask) {
        let shown = states.iter().map(|(state, before)| {
            let after = step(before, &signal, WINDOW);
            let twice = step(&after.session, &signal, WINDOW);
            assert_eq!(shown(&after.session, &twice), "=", "{name}, again, in {state}");
            let last = after.transitions.last().map(|told| told.state);
            assert!(last.is_none_or(|last| last == after.session.state), "{name} in {state}");
            shown(before, &after)
        });
        let shown: Vec<String> = shown.collect();
        table += &line(name, shown.iter().map(String::as_str).collect());
    }
    assert!(format!("\n{table}") == TABLE, "{table}");
}

/// Plays signals, and tells what came of each.
#[track_caller]
fn check(signals: &[Signal<'_>], expected: &[&str]) -> Session {
    let mut session = Session::new("s", None, at(0));
    let mut told = Vec::new();
    for signal in signals {
        let after = step(&session, signal, WINDOW);
        told.push(shown(&session, &after));
        session = after.session;
    }
    assert_eq!(told, expected);
    session
}

#[test]
fn what_was_answered_is_not_asked_again_by_an_event_that_comes_late() {
    let ask = ToolCall::new("AskUserQuestion", json!({}));
    let asked = |millis| signal(None, millis, asks("q", None, millis));
    let ended = |millis| Says::Ended { call: &ask, tool_use_id: Some("q") }.at(millis);
    check(&[asked(0), ended(900), asked(901), asked(86_400_000)], &["p+", "w-", "=", "="]);
    // Even where the end is told before the beginning.
    check(&[ended(0), asked(1)], &["w", "="]);
}

#[test]
fn what_has_no_id_may_be_asked_again_but_not_at_once() {
    let ask = ToolCall::new("ask_user_question", json!({"questions": [{"question": "Which?"}]}));
    let key = key::of_call(&ask, None, None);
    let asked = |millis| {
        let asked = prompt(PromptType::Question, None, &key, None, millis);
        signal(None, millis, Says::Called(Some(asked)))
    };
    let ended = |millis| Says::Ended { call: &ask, tool_use_id: None }.at(millis);
    check(
        &[asked(0), asked(10), ended(900), asked(2_400), asked(2_401), ended(2_500)],
        &["p+", "=", "w-", "=", "p+", "w-"],
    );
}

#[test]
fn a_notification_of_what_was_just_answered_is_late() {
    let ask = ToolCall::new("AskUserQuestion", json!({}));
    let notified =
        |millis| Says::Notified(prompt(PromptType::Permission, None, "n", None, millis)).at(millis);
    let asked = asks("q", None, 0).at(0);
    let ended = Says::Ended { call: &ask, tool_use_id: Some("q") }.at(6_000);
    check(
        &[asked, notified(5_900), ended, notified(6_050), notified(7_501)],
        &["p+", "=", "w-", "=", "p+"],
    );
}

#[test]
fn idle_is_told_once_until_the_agent_works_again() {
    let idle = |millis| Says::Idle.at(millis);
    let person = |millis| Says::Prompted { by_person: true }.at(millis);
    let stop = |millis| Says::Stopped.at(millis);
    check(
        &[stop(1), idle(60_000), idle(120_000), person(130_000), stop(140_000), idle(200_000)],
        &["i.", "i~", "=", "w", "i.", "i~"],
    );
    // An open prompt stays what it is, and the agent works again with the answer.
    let ask = ToolCall::new("AskUserQuestion", json!({}));
    let asked = asks("q", None, 0).at(0);
    let ended = Says::Ended { call: &ask, tool_use_id: Some("q") }.at(70_000);
    check(&[asked, idle(60_000), ended], &["p+", "p", "w-"]);
}

#[test]
fn a_prompt_that_is_too_old_ends_its_session() {
    let hour = Duration::from_secs(3_600);
    let asked = |id, millis| asks(id, None, millis).at(millis);
    let session = check(&[asked("q", 0), asked("r", 1_000)], &["p+", "p+"]);
    assert_eq!(expired(&session, at(3_600_000), hour), None);
    // One is left that is not too old.
    let one = expired(&session, at(3_600_001), hour).unwrap();
    assert_eq!(shown(&session, &one), "p-");
    let all = expired(&session, at(3_601_001), hour).unwrap();
    assert_eq!(shown(&session, &all), "x--#");
    assert!(all.transitions.iter().all(|told| told.reason.as_deref() == Some(STALE)));
}

#[test]
fn what_is_kept_of_a_session_is_bounded() {
    let asked: Vec<Signal<'_>> = (0..200_u64)
        .map(|number| {
            let id = format!("q{number}");
            asks(&id, None, number).at(number)
        })
        .collect();
    let session = after(&asked);
    assert_eq!((session.prompts.len(), session.closed.len()), (MAX_OPEN, MAX_CLOSED));
    assert_eq!(session.prompts.last().map(|prompt| prompt.key.as_str()), Some("q199"));
}

impl<'a> Says<'a> {
    /// This, said of the main agent.
    fn at(self, millis: u64) -> Signal<'a> {
        signal(None, millis, self)
    }
}
