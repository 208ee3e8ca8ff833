//! `log`: the files that were touched last.

use std::process::ExitCode;
use std::time::SystemTime;

use anyhow::{Context as _, Result};
use file_mentions::RecentFile;
use hook_runtime::{Console, Ctx};
use serde::Serialize;
use serde_json::{Value, json};

use super::{json as fields, sessions, store};
use crate::words::listing;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only this session; a prefix of its id is enough
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// Only newer entries: an age such as 90m or 7d, a date, or an RFC 3339 time
    #[arg(long, value_name = "AGE|TIME")]
    since: Option<String>,
    /// At most this many
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// A file for programs.
#[derive(Serialize)]
struct Line<'a> {
    path: &'a str,
    #[serde(serialize_with = "fields::moment")]
    at: SystemTime,
    by_subagent: bool,
}

pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let since = args.since.as_deref().map(|text| ctx.since(text)).transpose().context("--since")?;
    let mut files = match (store::read(ctx)?, &args.session) {
        (None, None) => Vec::new(),
        (None, Some(spoken)) => {
            ctx.session(spoken)?;
            Vec::new()
        }
        (Some(reader), None) => reader.recent_files_of_all(args.limit)?,
        (Some(reader), Some(spoken)) => {
            reader.recent_files(&sessions::named(ctx, &reader, spoken)?, args.limit)?
        }
    };
    files.retain(|file| since.is_none_or(|since| file.at >= since));
    if args.json {
        let line = |file: &RecentFile| {
            let RecentFile { path, at, by_subagent } = file;
            json!(Line { path: path.as_str(), at: *at, by_subagent: *by_subagent })
        };
        let files: Vec<Value> = files.iter().map(line).collect();
        console.json(&json!({"version": 1, "files": files}));
        return Ok(ExitCode::SUCCESS);
    }
    if files.is_empty() {
        let is_all = args.since.is_none() && args.session.is_none();
        console.line(if is_all { "Nothing logged yet." } else { "No matching entries." });
    }
    console.table(&files.iter().map(|file| row(ctx, file)).collect::<Vec<_>>());
    Ok(ExitCode::SUCCESS)
}

fn row(ctx: &Ctx, file: &RecentFile) -> Vec<String> {
    let suffix = if file.by_subagent { " (subagent)" } else { "" };
    let path = hook_runtime::one_line(file.path.as_str(), listing::MAX_NAME);
    vec![ctx.local(file.at), format!("{path}{suffix}")]
}
