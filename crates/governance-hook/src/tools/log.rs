//! `log` and `stats`: what was denied, asked or warned about.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::SystemTime;

use anyhow::{Context, Result};
use hook_runtime::{Console, Ctx, the_session};
use serde_json::{Value, json};

use crate::record::journal;
use crate::words::tools::NOTHING_LOGGED;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    wanted: Wanted,
    /// At most this many, the latest ones
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct StatsArgs {
    #[command(flatten)]
    wanted: Wanted,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Which decisions are wanted.
#[derive(Debug, clap::Args)]
struct Wanted {
    /// Only newer entries: an age such as 90m or 7d, a date, or an RFC 3339 time
    #[arg(long, value_name = "AGE|TIME")]
    since: Option<String>,
    /// Only this session; a prefix of its id is enough
    #[arg(long, value_name = "ID")]
    session: Option<String>,
}

pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let mut lines = lines(ctx, &args.wanted)?;
    let left_out = args.limit.map_or(0, |limit| lines.len().saturating_sub(limit));
    lines.drain(..left_out);
    if args.json {
        console.json(&json!({"version": 1, "decisions": lines}));
        return Ok(ExitCode::SUCCESS);
    }
    if lines.is_empty() {
        console.line(NOTHING_LOGGED);
    }
    let columns = ["state", "action", "tool_name", "rule", "message"];
    let row = |line: &Value| {
        let cells = columns.iter().map(|key| text(line, key).to_owned());
        std::iter::once(ctx.local_text(text(line, "ts"))).chain(cells).collect()
    };
    let rows: Vec<Vec<String>> = lines.iter().map(row).collect();
    console.worded_table(&rows);
    Ok(ExitCode::SUCCESS)
}

pub(super) fn stats(ctx: &Ctx, args: &StatsArgs, console: &mut Console) -> Result<ExitCode> {
    let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
    for line in lines(ctx, &args.wanted)? {
        let key = (text(&line, "action").to_owned(), text(&line, "rule").to_owned());
        *counts.entry(key).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    if args.json {
        let counts = counts
            .iter()
            .map(|((action, rule), count)| json!({"action": action, "rule": rule, "count": count}));
        console.json(&json!({"version": 1, "counts": counts.collect::<Vec<_>>()}));
        return Ok(ExitCode::SUCCESS);
    }
    if counts.is_empty() {
        console.line(NOTHING_LOGGED);
    }
    let rows: Vec<Vec<String>> = counts
        .into_iter()
        .map(|((action, rule), count)| vec![count.to_string(), action, rule])
        .collect();
    console.table(&rows);
    Ok(ExitCode::SUCCESS)
}

fn lines(ctx: &Ctx, wanted: &Wanted) -> Result<Vec<Value>> {
    let since = wanted.since.as_deref().map(|text| ctx.since(text)).transpose();
    let since = since.context("--since")?;
    let lines: Vec<Value> = match journal::journal(ctx) {
        Some(journal) => {
            let lines = journal.read().context("could not read governance.jsonl")?;
            lines.filter(|line| line.get("action").is_some()).collect()
        }
        None => Vec::new(),
    };
    let session = wanted.session.as_deref().map(|spoken| session(ctx, spoken, &lines));
    let session = session.transpose()?;
    let is_wanted = |line: &Value| {
        since.is_none_or(|since| is_since(line, since))
            && session.as_deref().is_none_or(|session| text(line, "session_id") == session)
    };
    Ok(lines.into_iter().filter(is_wanted).collect())
}

/// The session that a person means: one of the log, or one that is known.
fn session(ctx: &Ctx, spoken: &str, lines: &[Value]) -> Result<String> {
    let logged = lines.iter().filter_map(|line| line.get("session_id")?.as_str());
    let found = the_session(spoken, logged, &ctx.in_which_project());
    found.or_else(|err| ctx.session(spoken).map_err(|_| err.into()))
}

/// A line whose time cannot be read is not left out.
fn is_since(line: &Value, since: SystemTime) -> bool {
    humantime::parse_rfc3339(text(line, "ts")).is_ok_and(|time| time >= since)
        || humantime::parse_rfc3339(text(line, "ts")).is_err()
}

fn text<'a>(line: &'a Value, key: &str) -> &'a str {
    line.get(key).and_then(Value::as_str).unwrap_or("-")
}
