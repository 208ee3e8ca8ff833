//! Events of two agents of one session, in any order that keeps each one's own:
//! what is left is what each agent's events imply by themselves.

use hook_protocol::ToolCall;
use serde_json::json;

use super::tests::{WINDOW, prompt, signal};
use super::*;
use crate::decide::prompt::PromptType;

/// As many sessions as are played.
const ROUNDS: u64 = 5_000;

/// An event of an agent, as it is drawn.
#[derive(Debug, Clone, Copy)]
enum Event {
    Call,
    /// With the number of the prompt.
    Ask(u64),
    Answer(u64),
    Permission(u64),
    Granted(u64),
    Prompt,
    Stop,
    Fail,
}

/// An event, whose it is and when it happens.
#[derive(Debug, Clone, Copy)]
struct Drawn {
    agent: Option<&'static str>,
    at: u64,
    event: Event,
}

const SUB: Option<&str> = Some("a1");

fn draw(rng: &mut fastrand::Rng, agent: Option<&'static str>, at: u64, number: u64) -> Drawn {
    let earlier = rng.u64(0..=number);
    let event = match rng.u8(0..10) {
        0..=2 => Event::Ask(number),
        3 => Event::Answer(earlier),
        4 => Event::Permission(number % 3),
        5 => Event::Granted(earlier % 3),
        6 => Event::Stop,
        7 if agent.is_none() => Event::Prompt,
        8 if agent.is_none() => Event::Fail,
        _ => Event::Call,
    };
    Drawn { agent, at, event }
}

fn id(drawn: &Drawn, number: u64) -> String {
    format!("{}-{number}", drawn.agent.unwrap_or("main"))
}

fn command(number: u64) -> ToolCall {
    ToolCall::new("Bash", json!({"command": number}))
}

fn apply(session: &Session, drawn: &Drawn) -> Step {
    let says = |says: Says<'_>| step(session, &signal(drawn.agent, drawn.at, says), WINDOW);
    match drawn.event {
        Event::Call => says(Says::Called(None)),
        Event::Ask(number) => {
            let id = id(drawn, number);
            let asked = prompt(PromptType::Question, Some(&id), &id, drawn.agent, drawn.at);
            says(Says::Called(Some(asked)))
        }
        Event::Answer(number) => {
            let call = ToolCall::new("AskUserQuestion", json!({}));
            says(Says::Ended { call: &call, tool_use_id: Some(&id(drawn, number)) })
        }
        Event::Permission(number) => {
            let key = key::of_call(&command(number), None, drawn.agent);
            says(Says::Asked(prompt(PromptType::Permission, None, &key, drawn.agent, drawn.at)))
        }
        Event::Granted(number) => {
            says(Says::Ended { call: &command(number), tool_use_id: Some("toolu_of_bash") })
        }
        Event::Prompt => says(Says::Prompted { by_person: true }),
        Event::Stop if drawn.agent.is_some() => says(Says::SubagentStopped),
        Event::Stop => says(Says::Stopped),
        Event::Fail => says(Says::Failed(Some("overloaded".into()))),
    }
}

fn play<'a>(events: impl Iterator<Item = &'a Drawn>) -> (Session, Vec<Transition>) {
    let mut session = Session::new("s", None, super::tests::at(0));
    let mut told = Vec::new();
    for drawn in events {
        let step = apply(&session, drawn);
        session = step.session;
        told.extend(step.transitions);
    }
    (session, told)
}

/// What is told of one agent, without the state, which is that of both.
fn told_of(told: &[Transition], agent: Option<&str>) -> Vec<Transition> {
    let of_agent = told.iter().filter(|told| told.agent_id.as_deref() == agent);
    of_agent.map(|told| Transition { state: MonitorState::Working, ..told.clone() }).collect()
}

/// Each prompt is opened once and closed at most once, in this order.
fn check_pairs(told: &[Transition], open: &[Prompt], seed: u64) {
    let count = |kind, id: &str| {
        let of_id = told.iter().filter(|told| told.tool_use_id.as_deref() == Some(id));
        of_id.filter(|told| told.kind == kind).count()
    };
    for told in told.iter().filter(|told| told.kind == TransitionType::Prompt) {
        let Some(id) = told.tool_use_id.as_deref() else { continue };
        let is_open = open.iter().any(|prompt| prompt.tool_use_id.as_deref() == Some(id));
        let closed = count(TransitionType::PromptResolved, id);
        assert_eq!(count(TransitionType::Prompt, id), 1, "seed {seed}: {id}");
        assert_eq!(closed, usize::from(!is_open), "seed {seed}: {id}");
    }
}

fn check(seed: u64) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut at = 0;
    let mut events = Vec::new();
    for number in 0..rng.u64(1..30) {
        at += rng.u64(0..2_500);
        let agent = if rng.bool() { SUB } else { None };
        events.push(draw(&mut rng, agent, at, number));
        if rng.u8(0..5) == 0 {
            // Told once more, or asked once more after all.
            let again = events[rng.usize(0..events.len())];
            if matches!(again.event, Event::Ask(_)) {
                events.push(Drawn { at, ..again });
            }
        }
    }
    let of = |agent: Option<&str>| play(events.iter().filter(move |drawn| drawn.agent == agent));
    let ((both, told), (main, main_told), (sub, sub_told)) =
        (play(events.iter()), of(None), of(SUB));

    // Each agent's prompts, and what is told of it, are those of its own events.
    let prompts = |session: &Session, agent: Option<&str>| -> Vec<Prompt> {
        let mut prompts = session.prompts.clone();
        prompts.retain(|prompt| prompt.agent_id.as_deref() == agent);
        prompts
    };
    assert_eq!(prompts(&both, None), main.prompts, "seed {seed}: {events:#?}");
    assert_eq!(prompts(&both, SUB), sub.prompts, "seed {seed}: {events:#?}");
    assert_eq!(told_of(&told, None), told_of(&main_told, None), "seed {seed}: {events:#?}");
    assert_eq!(told_of(&told, SUB), told_of(&sub_told, SUB), "seed {seed}: {events:#?}");
    assert_eq!((both.main, &both.reason), (main.main, &main.reason), "seed {seed}: {events:#?}");

    // Prompting until every prompt is closed; then what the main agent does.
    let is_prompting = !main.prompts.is_empty() || !sub.prompts.is_empty();
    let expected = if is_prompting { MonitorState::Prompting } else { main.main };
    assert_eq!(both.state, expected, "seed {seed}: {events:#?}");
    check_pairs(&told, &both.prompts, seed);
}

#[test]
fn two_agents_do_not_disturb_each_other() {
    for seed in 0..ROUNDS {
        check(seed);
    }
}
