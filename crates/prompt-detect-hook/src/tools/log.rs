//! `log`: what happened to the sessions of the project.

use std::process::ExitCode;

use anyhow::{Context as _, Result};
use hook_runtime::{Console, Ctx};
use humantime::parse_rfc3339_weak;
use serde_json::{Value, json};

use super::follow::Lines;
use super::tail;
use crate::record::{self, JOURNAL};
use crate::words::no_line;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only newer entries: an age such as 90m or 7d, a date, or an RFC 3339 time
    #[arg(long, value_name = "AGE|TIME")]
    since: Option<String>,
    /// Only this session; a prefix of its id is enough
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// At most this many, the last ones
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Shows the lines of the journal, the oldest first.
pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let since = args.since.as_deref().map(|text| ctx.since(text)).transpose().context("--since")?;
    let session = args.session.as_deref().map(|spoken| ctx.session(spoken)).transpose()?;
    let mut journal = Lines::new(record::state(ctx)?.file(JOURNAL));
    let read = journal.read().context("could not read the journal")?;
    let lines = read.iter().filter_map(|line| serde_json::from_slice::<Value>(line).ok());
    let text = |line: &Value, key: &str| line.get(key)?.as_str().map(str::to_owned);
    let is_meant = |line: &Value| {
        let at = text(line, "ts").and_then(|ts| parse_rfc3339_weak(&ts).ok());
        line.is_object()
            && since.is_none_or(|since| at.is_none_or(|at| at >= since))
            && (session.is_none() || session == text(line, "session_id"))
    };
    let mut lines: Vec<Value> = lines.filter(is_meant).collect();
    let left_out = args.limit.map_or(0, |limit| lines.len().saturating_sub(limit));
    lines.drain(..left_out);
    if args.json {
        console.json(&json!({"version": 1, "transitions": lines}));
        return Ok(ExitCode::SUCCESS);
    }
    if lines.is_empty() {
        console.error_line(no_line(&ctx.in_which_project()));
    }
    for line in lines {
        tail::print(ctx, line, console);
    }
    Ok(ExitCode::SUCCESS)
}
