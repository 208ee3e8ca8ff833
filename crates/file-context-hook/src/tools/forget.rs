//! `forget`: what is stored is removed, and overwritten in the file.

use std::process::ExitCode;

use anyhow::{Context, Result};
use file_mentions::{Forget, Removed};
use hook_runtime::{Console, Ctx};

use super::{NOTHING, sessions, store};
use crate::words::listing::number;

/// One line for each thing that can be named: together they are wider than a terminal.
const USAGE: &str = "file-context-hook forget --file FILE [OPTIONS]
       file-context-hook forget --session ID [OPTIONS]
       file-context-hook forget --before AGE|TIME [OPTIONS]";

#[derive(Debug, clap::Args)]
#[command(override_usage = USAGE)]
pub(super) struct Args {
    #[command(flatten)]
    what: What,
    /// Only show what would be removed
    #[arg(long)]
    dry_run: bool,
}

/// What is to be forgotten.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct What {
    /// Everything stored about this file, with notes
    #[arg(long, value_name = "FILE")]
    file: Option<String>,
    /// Everything stored about this session; a prefix of its id is enough
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// Everything older: an age such as 7d, a date, or an RFC 3339 time
    #[arg(long, value_name = "AGE|TIME")]
    before: Option<String>,
}

pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let asked = &args.what;
    let reader = store::read(ctx)?;
    let session = asked.session.as_deref().map(|spoken| match &reader {
        Some(reader) => sessions::named(ctx, reader, spoken),
        None => ctx.session(spoken),
    });
    let session = session.transpose()?;
    if let Err(missing) = person::identify(ctx) {
        console.error_line(person::refusal("`forget`", &missing));
        return Ok(ExitCode::from(NOTHING));
    }
    let file = asked.file.as_deref().map(|file| store::asked(ctx, file)).transpose()?;
    let before = asked.before.as_deref().map(|text| ctx.since(text)).transpose();
    let before = before.context("--before")?;
    let Some(reader) = reader else {
        console.error_line("Nothing stored yet.");
        return Ok(ExitCode::SUCCESS);
    };
    // Who reads keeps what is forgotten from being overwritten.
    drop(reader);
    let what = file.as_ref().map(Forget::File);
    let session = session.as_deref().map(|name| Forget::Session { name, until: ctx.now() });
    let what = what.or(session).or(before.map(Forget::Before));
    let what = what.context("name what to forget")?;
    let removed = store::create(ctx)?.forget(what, args.dry_run)?;
    console.line(words(removed, args.dry_run));
    Ok(ExitCode::SUCCESS)
}

/// What was removed.
pub(super) fn words(removed: Removed, is_dry_run: bool) -> String {
    let verb = if is_dry_run { "would be removed" } else { "removed" };
    let Removed { turns, mentions, notes } = removed;
    let (turns, mentions) = (number(turns, "turn"), number(mentions, "mention"));
    format!("{verb}: {turns}, {mentions}, {}", number(notes, "note"))
}
