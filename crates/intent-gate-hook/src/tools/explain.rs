//! `explain` and `check`: which checks a call passes or fails. They lock and save nothing.

use std::collections::BTreeSet;
use std::process::ExitCode;

use active_intents::IntentId;
use anyhow::{Context as _, Result};
use hook_chain::people;
use hook_protocol::{Event, PreToolUse, Tool};
use hook_runtime::{Console, Ctx, Described, Explained, one_line};
use protection::{Protection, wall};
use secrets::redact;

use super::REFUSED;
use crate::decide::{self, CHECKS, Verdict};
use crate::gather::call;
use crate::gather::call_effects::{Act, Scene};
use crate::gather::facts::Facts;
use crate::gather::load::{self, Loaded};
use crate::gather::locks::ProjectLocks;
use crate::gather::session::{self, Actor};
use crate::handlers::guarding;
use crate::policy::Policy;
use crate::words::tools as words;

/// In characters, of the event's words.
const MAX_WORDS: usize = 100;

/// Explains what is done on the event on stdin.
pub(super) fn run(ctx: &Ctx, args: &Explained, console: &mut Console) -> Result<ExitCode> {
    let input = args.event(ctx, "PreToolUse", console)?;
    let event = Event::parse(&input)?;
    let there = ctx.for_event(event.common());
    let ctx = if there.project().is_some() { &there } else { ctx };
    let rows = match &event {
        Event::PreToolUse(event) => explain(ctx, event)?.0,
        Event::PreSkillShellCommand(line) => explain(ctx, &line.as_tool_use())?.0,
        other => vec![
            row("event", &one_line(other.name(), MAX_WORDS)),
            row("outcome", words::NOT_A_CALL),
        ],
    };
    console.explanation(&rows, None, args.json);
    Ok(ExitCode::SUCCESS)
}

#[derive(Debug, clap::Args)]
pub(super) struct CheckArgs {
    #[command(flatten)]
    call: Described,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Judges one call that is described on the command line.
pub(super) fn check(ctx: &Ctx, args: &CheckArgs, console: &mut Console) -> Result<ExitCode> {
    let mut call = args.call.clone();
    if call.session.is_none() && session::in_environment(ctx).is_none() {
        match holders(ctx)?.as_slice() {
            [one] => {
                console.error_line(words::as_session(one));
                call.session = Some(one.clone());
            }
            [] => {}
            _ => console.error_line(words::SEVERAL_SESSIONS),
        }
    }
    let event = call.event(ctx, "PreToolUse")?.context(words::NO_CALL)?;
    let event = Event::parse(event.to_string().as_bytes())?;
    let Event::PreToolUse(event) = &event else { return Ok(ExitCode::SUCCESS) };
    let (verdict, words) = match explain(ctx, event)?.1 {
        Verdict::Pass => ("allowed", "allowed".to_owned()),
        Verdict::Ask(denial) => ("asked", format!("the person is asked: {}", denial.why)),
        Verdict::Deny(denial) => ("denied", format!("denied: {}", denial.why)),
    };
    let passes = verdict == "allowed";
    if args.json {
        people::judgement(verdict, &words, console);
    } else if passes {
        console.line(words);
        if let Some(plan) = held(ctx, event) {
            console.line(format!("plan: {plan}"));
        }
    } else {
        console.alarm(words);
    }
    Ok(if passes { ExitCode::SUCCESS } else { ExitCode::from(REFUSED) })
}

/// The sessions that hold an intent now.
fn holders(ctx: &Ctx) -> Result<Vec<String>> {
    let Loaded::Ready(gate) = load::load(ctx) else { return Ok(Vec::new()) };
    let locks = ProjectLocks::of(ctx, &gate.policy)?;
    let mut sessions = BTreeSet::new();
    for (_, holder) in locks.list()? {
        if holder.is_valid(ctx.now()) {
            sessions.extend(holder.session().map(str::to_owned));
        }
    }
    Ok(sessions.into_iter().collect())
}

/// What is to be said of a call, and what comes of it.
fn explain(ctx: &Ctx, event: &PreToolUse) -> Result<(Vec<Vec<String>>, Verdict)> {
    let actor = Actor::of(ctx, &event.common);
    let mut rows = vec![
        row("event", "PreToolUse"),
        row("tool", &one_line(event.call.name.as_sent(), MAX_WORDS)),
        row("session", &one_line(&actor.session, MAX_WORDS)),
        row("agent", &one_line(actor.agent.as_deref().unwrap_or("-"), MAX_WORDS)),
    ];
    let (Some(project), loaded) = (ctx.project(), load::load(ctx)) else {
        rows.push(row("outcome", &format!("silent, {}", ctx.in_which_project())));
        return Ok((rows, Verdict::Pass));
    };
    let gate = match loaded {
        Loaded::Ready(gate) => gate,
        Loaded::Absent => {
            rows.push(row("outcome", &format!("silent: {}", words::no_intents(false))));
            return Ok((rows, Verdict::Pass));
        }
        Loaded::Broken(broken) => {
            rows.push(row("broken", &broken.error));
            rows.push(row("outcome", &format!("{:?} for changes", broken.on_failure)));
            let protection = Protection::new(ctx, project);
            let scene = Scene {
                project,
                protection: Some(&protection),
                policy: &Policy::default(),
                session: actor.session.as_str(),
            };
            let act = call::act(ctx, &scene, &event.call);
            let verdict = decide::judge_unread(&act, &broken.error, broken.on_failure);
            return Ok((rows, verdict));
        }
    };
    let chosen = session::read(ctx, &actor.session).context("could not read the choice")?;
    let intent = chosen.intent_of(actor.agent.as_deref());
    let protection = guarding(ctx, project, &actor, &event.call);
    let (policy, session) = (&gate.policy, actor.session.as_str());
    let scene = Scene { project, protection: Some(&protection), policy, session };
    let act = call::act(ctx, &scene, &event.call);
    rows.push(row("intent", intent.map_or("none", IntentId::as_str)));
    rows.extend(of_act(&act));
    let locks = ProjectLocks::of(ctx, &gate.policy)?;
    let facts = Facts::of(ctx, event, &gate, &act, &chosen, &locks);
    for (name, check) in CHECKS {
        let found = check(&facts)
            .map_or_else(|| "pass".to_owned(), |denial| format!("fail: {}", denial.why));
        rows.push(row(name, &found));
    }
    let verdict = decide::judge(&facts);
    rows.push(row("outcome", words::outcome(&verdict)));
    rows.extend(held(ctx, event).map(|plan| row("plan", &plan)));
    Ok((rows, verdict))
}

/// What the kernel lets a command write, where a plan holds.
fn held(ctx: &Ctx, event: &PreToolUse) -> Option<String> {
    let actor = Actor::of(ctx, &event.common);
    let is_command = *event.call.name.tool() == Tool::Bash && !actor.session.is_empty();
    is_command.then(|| wall::describe(ctx, &actor.session, actor.agent.as_deref()))?
}

fn of_act(act: &Act) -> Vec<Vec<String>> {
    let mut rows: Vec<_> = act
        .targets
        .iter()
        .map(|target| row("changes", &one_line(&redact(&target.name()), MAX_WORDS)))
        .collect();
    rows.extend(act.unclear.as_ref().map(|unclear| row("changes", &words::untold(unclear))));
    rows.push(row("tier", &format!("{:?}", act.tier).to_uppercase()));
    rows
}

fn row(name: &str, words: &str) -> Vec<String> {
    vec![name.to_owned(), words.to_owned()]
}
