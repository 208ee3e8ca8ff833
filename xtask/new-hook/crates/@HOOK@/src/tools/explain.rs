//! `explain`: what the agent would be told, and why. It records nothing.

use std::process::ExitCode;

use anyhow::{Context as _, Result};
use hook_protocol::Event;
use hook_runtime::{Console, Ctx, one_line};

use crate::decide::{Decision, decide};
use crate::gather::facts;
use crate::{policy, words};

/// In characters, of the event's words.
const MAX_CHARS: usize = 100;

/// Explains what is done on the event on stdin.
pub(super) fn run(ctx: &Ctx, console: &mut Console) -> Result<ExitCode> {
    let input = console.stdin().context("could not read the event")?;
    let event = Event::parse(&input)?;
    let Event::SessionStart(start) = &event else {
        console.table(&[
            row("event", &one_line(event.name(), MAX_CHARS)),
            row("outcome", words::NOT_HANDLED),
        ]);
        return Ok(ExitCode::SUCCESS);
    };
    let ctx = &ctx.for_event(&start.common);
    let file = policy::file(ctx);
    let file = file.map_or_else(|| "none".to_owned(), |file| file.display().to_string());
    let decision = policy::load(ctx).map(|policy| decide(&policy, facts(start)));
    let outcome = match &decision {
        Err(err) => format!("silent: {err}"),
        Ok(Decision::Silent(why)) => format!("silent: {}", words::silence(*why)),
        Ok(Decision::Tell(_)) => "told".to_owned(),
    };
    console.table(&[row("event", "SessionStart"), row("config", &file), row("outcome", &outcome)]);
    if let Ok(Decision::Tell(text)) = decision {
        console.line(format!("\n{text}"));
    }
    Ok(ExitCode::SUCCESS)
}

fn row(name: &str, words: &str) -> Vec<String> {
    vec![name.to_owned(), words.to_owned()]
}
