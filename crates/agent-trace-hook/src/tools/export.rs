//! `export`: all records, for other tools.

use std::process::ExitCode;

use anyhow::Result;
use clap::ValueEnum;
use hook_runtime::{Console, Ctx, tame_json};

use super::{no_record, records};
use crate::record::trace::Record;

/// The formats of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Trace records, one a line
    AgentTrace,
    /// A row for each range
    Csv,
}

const COLUMNS: [&str; 16] = [
    "id",
    "timestamp",
    "path",
    "start_line",
    "end_line",
    "content_hash",
    "mutation",
    "contributor",
    "model_id",
    "session_id",
    "agent_id",
    "prompt_id",
    "intent_id",
    "tool_name",
    "tool_use_id",
    "revision",
];

pub(super) fn run(ctx: &Ctx, format: Format, console: &mut Console) -> Result<ExitCode> {
    let _seen = console.progress("export");
    let records = records(ctx)?;
    if records.is_empty() {
        console.error_line(no_record(ctx));
    }
    match format {
        Format::AgentTrace => {
            for record in &records {
                console.line(tame_json(&serde_json::to_string(record)?));
            }
        }
        Format::Csv => {
            console.line(COLUMNS.join(","));
            for row in records.iter().flat_map(rows) {
                console.line(row.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(","));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A row for each range, and one for a record without any.
fn rows(record: &Record) -> Vec<[String; 16]> {
    let ours = record.ours();
    let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
    let contributor = record.conversation().map(|conversation| &conversation.contributor);
    let mutation = serde_json::to_value(ours.mutation).unwrap_or_default();
    let row = |start: String, end: String, hash: Option<&str>| {
        [
            record.id.clone(),
            record.timestamp.clone(),
            text(record.path()),
            start,
            end,
            text(hash),
            text(mutation.as_str()),
            text(contributor.map(|contributor| contributor.kind.as_str())),
            text(contributor.and_then(|contributor| contributor.model_id.as_deref())),
            text(ours.session_id.as_deref()),
            text(ours.agent_id.as_deref()),
            text(ours.prompt_id.as_deref()),
            text(ours.intent_id.as_deref()),
            ours.tool_name.clone(),
            text(ours.tool_use_id.as_deref()),
            text(record.vcs.as_ref().map(|vcs| vcs.revision.as_str())),
        ]
    };
    if record.ranges().is_empty() {
        return vec![row(String::new(), String::new(), None)];
    }
    let ranges = record.ranges().iter();
    ranges
        .map(|range| {
            let (start, end) = (range.start_line.to_string(), range.end_line.to_string());
            row(start, end, range.content_hash.as_deref())
        })
        .collect()
}

/// A cell as RFC 4180 wants it.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
