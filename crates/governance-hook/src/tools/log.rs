//! `log` and `stats`: what was denied and warned of.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::SystemTime;

use anyhow::{Context, Result};
use hook_runtime::{Console, Ctx};
use serde_json::Value;

use crate::record::journal;
use crate::words::tools::no_decisions;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only what is younger: an age such as 90m or 7d, a date, or a time in RFC 3339
    #[arg(long, value_name = "AGE|TIME")]
    since: Option<String>,
    /// One JSON object a line, as it was logged
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct StatsArgs {
    /// Only what is younger: an age such as 90m or 7d, a date, or a time in RFC 3339
    #[arg(long, value_name = "AGE|TIME")]
    since: Option<String>,
}

pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let lines = lines(ctx, args.since.as_deref())?;
    if args.json {
        for line in lines {
            console.line(line.to_string());
        }
        return Ok(ExitCode::SUCCESS);
    }
    if lines.is_empty() {
        console.error_line(no_decisions(ctx));
    }
    let columns = ["ts", "state", "action", "tool_name", "rule", "message"];
    let row = |line: &Value| columns.iter().map(|key| text(line, key).to_owned()).collect();
    let rows: Vec<Vec<String>> = lines.iter().map(row).collect();
    console.table(&rows);
    Ok(ExitCode::SUCCESS)
}

pub(super) fn stats(ctx: &Ctx, args: &StatsArgs, console: &mut Console) -> Result<ExitCode> {
    let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
    for line in lines(ctx, args.since.as_deref())? {
        let key = (text(&line, "action").to_owned(), text(&line, "rule").to_owned());
        *counts.entry(key).or_default() += 1;
    }
    if counts.is_empty() {
        console.error_line(no_decisions(ctx));
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let rows: Vec<Vec<String>> = counts
        .into_iter()
        .map(|((action, rule), count)| vec![count.to_string(), action, rule])
        .collect();
    console.table(&rows);
    Ok(ExitCode::SUCCESS)
}

fn lines(ctx: &Ctx, since: Option<&str>) -> Result<Vec<Value>> {
    let since = since.map(|text| ctx.since(text)).transpose().context("--since")?;
    let Some(journal) = journal::journal(ctx) else {
        return Ok(Vec::new());
    };
    let lines = journal.read().context("could not read the log")?;
    Ok(lines.filter(|line| since.is_none_or(|since| is_since(line, since))).collect())
}

/// A line whose time cannot be read is not left out.
fn is_since(line: &Value, since: SystemTime) -> bool {
    humantime::parse_rfc3339(text(line, "ts")).is_ok_and(|time| time >= since)
        || humantime::parse_rfc3339(text(line, "ts")).is_err()
}

fn text<'a>(line: &'a Value, key: &str) -> &'a str {
    line.get(key).and_then(Value::as_str).unwrap_or("-")
}
