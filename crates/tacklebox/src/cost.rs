//! `cost`: what hooks cost, in time and in the agent's context.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, Result};
use hook_chain::{AccountOf, Settings};
use hook_runtime::{Console, Ctx, duration};
use report::{CHARS_PER_TOKEN, Cost, OfHook, OfSession, Wanted, pasts};
use serde_json::json;

use crate::log::named;
use crate::quantity::counted;

/// How many sessions are shown, the last ones.
const MAX_SESSIONS: usize = 10;

/// How many characters of a session's id are shown.
const MAX_ID: usize = 8;

/// Which part of what happened is meant.
#[derive(Debug, clap::Args)]
pub(crate) struct Part {
    /// Only what is newer: an age such as 90m or 7d, a date, or a time in RFC 3339
    #[arg(long, value_name = "AGE|TIME")]
    since: Option<String>,
    /// Only this session; a prefix of its id is enough
    #[arg(long, value_name = "ID")]
    session: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    part: Part,
    /// Only what this hook cost, with or without `-hook`
    #[arg(long)]
    hook: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Prints what hooks cost: by hook and event, and by session.
///
/// # Errors
/// If `--since` is no time, something is named that is not there, or the account cannot be
/// read.
pub(crate) fn cost(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let wanted = wanted(ctx, &args.part)?;
    let hook = named(ctx, args.hook.as_deref())?;
    let cost = Cost::of(&wanted.calls(ctx)?, &pasts(ctx, &wanted), hook);
    let is_complete = has_silent_calls(ctx);
    if args.json {
        let document = json!({
            "version": 1,
            "chars_per_token": CHARS_PER_TOKEN,
            "has_silent_calls": is_complete,
            "hooks": cost.hooks,
            "sessions": cost.sessions,
        });
        console.json(&document);
        return Ok(ExitCode::SUCCESS);
    }
    if cost.hooks.is_empty() {
        console.line("Nothing logged yet.");
        return Ok(ExitCode::SUCCESS);
    }
    console.headed_table(&hooks(&cost.hooks));
    console.line("");
    console.headed_table(&sessions(&cost.sessions));
    let more = cost.sessions.len().saturating_sub(MAX_SESSIONS);
    if more > 0 {
        let more = counted(more, "session");
        console.line(format!("{more} earlier; `--json` shows all"));
    }
    console.line("");
    let account = if is_complete {
        "Calls that no hook answered count only from when `account: all` was set."
    } else {
        "Calls that no hook answered are not logged, so their time is not included."
    };
    console.line(account);
    console.line("`chars` is added context; the reasons of denials do not count.");
    console.line(format!("Tokens are estimated at {CHARS_PER_TOKEN} characters each."));
    Ok(ExitCode::SUCCESS)
}

/// The part of what happened that a person means.
///
/// # Errors
/// If `since` is no time, or there is no such session.
pub(crate) fn wanted(ctx: &Ctx, part: &Part) -> Result<Wanted> {
    let (since, session) = (part.since.as_deref(), part.session.as_deref());
    Ok(Wanted {
        since: since.map(|text| ctx.since(text)).transpose().context("--since")?,
        session: session.map(|spoken| ctx.session(spoken)).transpose()?,
    })
}

/// Whether the account has calls on which no hook spoke. What is wrong with the settings is
/// said by others.
pub(crate) fn has_silent_calls(ctx: &Ctx) -> bool {
    Settings::load(ctx).is_ok_and(|settings| settings.account == AccountOf::All)
}

fn hooks(rows: &[OfHook]) -> Vec<Vec<String>> {
    let head = ["hook", "event", "calls", "median", "p99", "chars", "again", "cut"];
    let cells = |row: &OfHook| {
        vec![
            row.hook.clone(),
            row.event.clone(),
            row.calls.to_string(),
            micros(row.median_us),
            micros(row.p99_us),
            row.chars.to_string(),
            row.repeated_chars.to_string(),
            row.cut.to_string(),
        ]
    };
    headed(&head, rows.iter().map(cells))
}

fn sessions(rows: &[OfSession]) -> Vec<Vec<String>> {
    let head = ["session", "length", "tool calls", "hooks spoke", "time", "chars", "tokens"];
    let unknown = || "-".to_owned();
    let cells = |row: &OfSession| {
        vec![
            shortened_id(&row.session_id),
            row.seconds.map_or_else(unknown, length),
            row.tool_calls.map_or_else(unknown, |calls| calls.to_string()),
            row.spoken.to_string(),
            micros(row.us),
            row.chars.to_string(),
            format!("~{}", row.tokens),
        ]
    };
    let shown = rows.len().saturating_sub(MAX_SESSIONS);
    headed(&head, rows.iter().skip(shown).map(cells))
}

fn headed(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Vec<Vec<String>> {
    let head = head.iter().map(|&cell| cell.to_owned()).collect();
    std::iter::once(head).chain(rows).collect()
}

fn shortened_id(id: &str) -> String {
    if id.is_empty() { "none".to_owned() } else { id.chars().take(MAX_ID).collect() }
}

/// A time as people read it.
pub(crate) fn micros(us: u64) -> String {
    duration(Duration::from_micros(us))
}

fn length(seconds: u64) -> String {
    humantime::format_duration(Duration::from_secs(seconds)).to_string()
}
