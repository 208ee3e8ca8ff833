//! `explain`: what an event would change. It writes nothing.

use std::process::ExitCode;

use anyhow::{Context, Result};
use hook_protocol::Event;
use hook_runtime::{Console, Ctx, Explained, one_line, tame_json};

use crate::decide::session::Session;
use crate::decide::signal::Signal;
use crate::decide::{machine, spelling};
use crate::gather;
use crate::record;
use crate::record::sessions::Sessions;

/// In characters, of the host's words.
const MAX_WORDS: usize = 100;

/// What it is about, and the words.
type Row = Vec<String>;

/// Explains what the event on stdin would change.
pub(super) fn run(ctx: &Ctx, args: &Explained, console: &mut Console) -> Result<ExitCode> {
    let input = args.event(ctx, "PreToolUse", console)?;
    let event = Event::parse(&input)?;
    let ctx = &ctx.for_event(event.common());
    let mut rows = vec![row("event", &event_words(&event))];
    let mut lines = Vec::new();
    match gather::signal(ctx, &event) {
        None => rows.push(row("changes", "nothing: the event changes no session")),
        Some(signal) => (rows, lines) = explained(ctx, &signal, rows)?,
    }
    if args.json {
        console.explanation(&rows, Some(&lines.join("\n")), true);
        return Ok(ExitCode::SUCCESS);
    }
    console.explanation(&rows, None, false);
    for line in lines {
        console.line(line);
    }
    Ok(ExitCode::SUCCESS)
}

/// The rows about a signal, and the lines that would be told.
fn explained(
    ctx: &Ctx,
    signal: &Signal<'_>,
    mut rows: Vec<Row>,
) -> Result<(Vec<Row>, Vec<String>)> {
    let sessions = Sessions::of(record::state(ctx)?);
    let known = sessions.read(signal.session).context("could not read the session")?;
    let before = match &known {
        Some(session) => {
            let since = ctx.local_second(session.since.time());
            format!("{}, since {since}", spelling(session.state))
        }
        None => "unknown".to_owned(),
    };
    rows.push(row("session", &format!("{}: {before}", one_line(signal.session, MAX_WORDS))));
    let new = || Session::new(signal.session, None, signal.at);
    let session = known.clone().unwrap_or_else(new);
    let step = machine::step(&session, signal, machine::PARALLEL_WINDOW);
    let changes = match known {
        Some(known) if known == step.session => "nothing".to_owned(),
        _ => format!("the session becomes {}", spelling(step.session.state)),
    };
    rows.push(row("changes", &changes));
    if step.transitions.is_empty() {
        rows.push(row("logged", "nothing"));
    }
    let mut lines = Vec::new();
    for told in &step.transitions {
        rows.push(row("logged", &spelling(told.kind)));
        lines.push(tame_json(&serde_json::to_string(told)?));
    }
    Ok((rows, lines))
}

/// The event, and the tool that it is about.
fn event_words(event: &Event) -> String {
    match event.call() {
        Some(call) => one_line(&format!("{} of {}", event.name(), call.name.as_sent()), MAX_WORDS),
        None => one_line(event.name(), MAX_WORDS),
    }
}

fn row(about: &str, words: &str) -> Row {
    vec![about.to_owned(), words.to_owned()]
}
