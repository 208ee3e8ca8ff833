//! `query`: which records there are.

use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;
use hook_runtime::{Console, Ctx, tame_json};

use super::{cell, records};
use crate::gather::place;
use crate::record::trace::Record;

/// Which records are wanted: those that fit all of it.
#[derive(Debug, Args)]
pub(super) struct Wanted {
    /// Of this intent
    #[arg(long)]
    intent: Option<String>,
    /// Of this session, or the beginning of its id
    #[arg(long)]
    session: Option<String>,
    /// Of this file
    #[arg(long)]
    file: Option<String>,
    /// Not older than a day (2026-11-20), a time in RFC 3339, or an age (90d)
    #[arg(long)]
    since: Option<String>,
    /// Print a list of whole records in JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(ctx: &Ctx, wanted: &Wanted, console: &mut Console) -> Result<ExitCode> {
    let since = wanted.since.as_deref().map(|since| ctx.since(since)).transpose()?;
    let file = match &wanted.file {
        Some(file) => match place(ctx.need_project()?, ctx.cwd(), file) {
            Ok(path) => Some(path),
            Err(why) => bail!("{file}: {why}"),
        },
        None => None,
    };
    let is_wanted = |record: &Record| {
        let ours = record.ours();
        let session = ours.session_id.as_deref().unwrap_or_default();
        let at = humantime::parse_rfc3339_weak(&record.timestamp);
        (wanted.intent.is_none() || wanted.intent == ours.intent_id)
            && wanted.session.as_deref().is_none_or(|wanted| session.starts_with(wanted))
            && file.as_ref().is_none_or(|file| record.path() == Some(file.as_str()))
            && since.is_none_or(|since| at.is_ok_and(|at| at >= since))
    };
    let records = records(ctx)?;
    let found: Vec<&Record> = records.iter().filter(|record| is_wanted(record)).collect();
    if wanted.json {
        console.line(tame_json(&serde_json::to_string(&found)?));
    } else if found.is_empty() {
        let which = if records.is_empty() { "" } else { " of the kind" };
        console.error_line(format!("no record{which} {}", ctx.in_which_project()));
    } else {
        let head = ["number", "time", "session", "intent", "tool", "mutation", "lines", "file"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        rows.extend(found.into_iter().map(row));
        console.table(&rows);
    }
    Ok(ExitCode::SUCCESS)
}

fn row(record: &Record) -> Vec<String> {
    let ours = record.ours();
    let mutation = serde_json::to_value(ours.mutation).unwrap_or_default();
    vec![
        ours.seq.to_string(),
        cell(Some(&record.timestamp)),
        cell(ours.session_id.as_deref()),
        cell(ours.intent_id.as_deref()),
        cell(Some(&ours.tool_name)),
        cell(mutation.as_str()),
        lines_of(record),
        cell(record.path()),
    ]
}

/// The ranges in a few characters.
pub(super) fn lines_of(record: &Record) -> String {
    let ranges: Vec<String> = record
        .ranges()
        .iter()
        .map(|range| match (range.start_line, range.end_line) {
            (start, end) if start == end => start.to_string(),
            (start, end) => format!("{start}-{end}"),
        })
        .collect();
    cell((!ranges.is_empty()).then_some(&ranges.join(",")).map(String::as_str))
}
