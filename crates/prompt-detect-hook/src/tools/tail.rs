//! `tail`: what happens to the sessions of the project, as it happens.

use std::io::ErrorKind;
use std::process::ExitCode;

use anyhow::{Context, Result};
use hook_runtime::{Console, Ctx, one_line, tame_json};
use serde_json::Value;

use super::status::SHORT_ID;
use crate::decide::transition::Transition;
use crate::record::{self, JOURNAL};
use crate::tools::follow::{Lines, Watch};
use crate::words::{headline, no_line};

/// In characters.
const MAX_TYPE: usize = 40;
const MAX_TEXT: usize = 160;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// One JSON object a line, as it stands in the journal; `log --json` is one document
    #[arg(long)]
    json: bool,
    /// Print the changes so far and exit
    #[arg(long)]
    no_follow: bool,
}

/// Shows the journal from its beginning, and what is appended to it.
///
/// # Errors
/// If the journal cannot be read or watched.
pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let state = record::state(ctx)?;
    let mut lines = Lines::new(state.file(JOURNAL));
    let mut watch = if args.no_follow { None } else { Some(Watch::begin(state)?) };
    loop {
        let read = lines.read().context("could not read the journal")?;
        if args.no_follow && read.is_empty() {
            console.error_line(no_line(&ctx.in_which_project()));
        }
        for line in read {
            show(ctx, &line, args, console);
        }
        match console.flush() {
            // Nobody reads any more.
            Err(err) if err.kind() == ErrorKind::BrokenPipe => return Ok(ExitCode::SUCCESS),
            flushed => flushed.context("could not write to stdout")?,
        }
        let Some(watch) = &mut watch else {
            return Ok(ExitCode::SUCCESS);
        };
        watch.wait(None)?;
    }
}

/// A line that is no transition, such as one of a later version, is shown as JSON
/// alone.
fn show(ctx: &Ctx, line: &[u8], args: &Args, console: &mut Console) {
    let Ok(line) = std::str::from_utf8(line) else { return };
    if args.json {
        if serde_json::from_str::<serde::de::IgnoredAny>(line).is_ok() {
            console.line(tame_json(line));
        }
        return;
    }
    if let Ok(line) = serde_json::from_str::<Value>(line) {
        print(ctx, line, console);
    }
}

/// Prints a line of the journal, if it is a transition.
pub(super) fn print(ctx: &Ctx, line: Value, console: &mut Console) {
    if let Ok(transition) = serde_json::from_value::<Transition>(line) {
        console.short_line(words(ctx, &transition));
    }
}

fn words(ctx: &Ctx, transition: &Transition) -> String {
    let id: String = transition.session_id.chars().take(SHORT_ID).collect();
    let mut who = one_line(&id, SHORT_ID);
    if let Some(agent) = &transition.agent_id {
        let kind = transition.agent_type.as_deref().unwrap_or(agent);
        who = format!("{who} ({})", one_line(kind, MAX_TYPE));
    }
    let what = headline(transition, MAX_TEXT);
    format!(
        "{}  {}  {who}  {:<17}  {what}",
        transition.seq,
        ctx.local_second(transition.ts.time()),
        transition.state.as_str()
    )
}
