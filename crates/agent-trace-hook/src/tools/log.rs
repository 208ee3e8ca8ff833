//! `log`: which records there are.

use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;
use hook_runtime::{Console, Ctx, the_session};
use serde_json::json;

use super::{cell, id_cell, records};
use crate::gather::place;
use crate::record::trace::Record;

/// Which records are wanted: those that fit all of it.
#[derive(Debug, Args)]
pub(super) struct Wanted {
    /// Of this intent
    #[arg(long, value_name = "ID")]
    intent: Option<String>,
    /// Only this session; a prefix of its id is enough
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// Of this file
    #[arg(long, value_name = "FILE")]
    file: Option<String>,
    /// Only newer entries: an age such as 90m or 7d, a date, or an RFC 3339 time
    #[arg(long, value_name = "AGE|TIME")]
    since: Option<String>,
    /// At most this many, the last ones
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Show whole ids
    #[arg(long)]
    long: bool,
    /// Print one JSON document with whole records
    #[arg(long)]
    json: bool,
}

pub(super) fn run(ctx: &Ctx, wanted: &Wanted, console: &mut Console) -> Result<ExitCode> {
    let since = wanted.since.as_deref().map(|since| ctx.since(since)).transpose()?;
    let file = match &wanted.file {
        Some(file) => match place(ctx, ctx.need_project()?, file) {
            Ok((_, path)) => Some(path),
            Err(why) => bail!("{file}: {why}"),
        },
        None => None,
    };
    let records = records(ctx)?;
    let session = wanted.session.as_deref().map(|spoken| session(ctx, spoken, &records));
    let session = session.transpose()?;
    let is_wanted = |record: &Record| {
        let ours = record.ours();
        let at = humantime::parse_rfc3339_weak(&record.timestamp);
        (wanted.intent.is_none() || wanted.intent == ours.intent_id)
            && (session.is_none() || session == ours.session_id)
            && file.as_ref().is_none_or(|file| record.path() == Some(file.as_str()))
            && since.is_none_or(|since| at.is_ok_and(|at| at >= since))
    };
    let numbered = (1_usize..).zip(&records);
    let mut found: Vec<_> = numbered.filter(|(_, record)| is_wanted(record)).collect();
    let left_out = wanted.limit.map_or(0, |limit| found.len().saturating_sub(limit));
    found.drain(..left_out);
    if wanted.json {
        let records: Vec<&Record> = found.into_iter().map(|(_, record)| record).collect();
        console.json(&json!({"version": 1, "records": records}));
    } else if found.is_empty() {
        console.error_line(if records.is_empty() {
            "Nothing logged yet."
        } else {
            "No matching records."
        });
    } else {
        let head = ["number", "time", "session", "intent", "tool", "mutation", "lines", "file"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        rows.extend(found.into_iter().map(|found| row(ctx, found, wanted.long)));
        console.headed_table(&rows);
    }
    Ok(ExitCode::SUCCESS)
}

/// The session that a person means: one of the ledger, or one that is known.
fn session(ctx: &Ctx, spoken: &str, records: &[Record]) -> Result<String> {
    let recorded = records.iter().filter_map(|record| record.ours().session_id.as_deref());
    let found = the_session(spoken, recorded, &ctx.in_which_project());
    found.or_else(|err| ctx.session(spoken).map_err(|_| err.into()))
}

fn row(ctx: &Ctx, (number, record): (usize, &Record), is_long: bool) -> Vec<String> {
    let ours = record.ours();
    let mutation = serde_json::to_value(ours.mutation).unwrap_or_default();
    vec![
        number.to_string(),
        ctx.local_text(&record.timestamp),
        id_cell(ours.session_id.as_deref(), is_long),
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
