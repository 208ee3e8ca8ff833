//! `recent`: the files that were touched last.

use std::process::ExitCode;
use std::time::SystemTime;

use anyhow::Result;
use file_mentions::RecentFile;
use hook_runtime::{Console, Ctx};
use serde::Serialize;

use super::{line, sessions, store};
use crate::words::{said, telling};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only those of this session; its beginning is enough
    #[arg(long)]
    session: Option<String>,
    /// At most so many
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

/// A file for programs.
#[derive(Serialize)]
struct Line<'a> {
    path: &'a str,
    #[serde(serialize_with = "line::moment")]
    at: SystemTime,
    by_subagent: bool,
}

pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let files = match (store::read(ctx)?, &args.session) {
        (None, _) => Vec::new(),
        (Some(reader), None) => reader.recent_files_of_all(args.limit)?,
        (Some(reader), Some(spoken)) => {
            reader.recent_files(&sessions::named(&reader, spoken)?, args.limit)?
        }
    };
    if args.json {
        for RecentFile { path, at, by_subagent } in &files {
            let line = Line { path: path.as_str(), at: *at, by_subagent: *by_subagent };
            line::print(console, &line)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if files.is_empty() {
        console.line(format!("no file was touched {}", ctx.in_which_project()));
    }
    console.table(&files.iter().map(row).collect::<Vec<_>>());
    Ok(ExitCode::SUCCESS)
}

fn row(file: &RecentFile) -> Vec<String> {
    let suffix = if file.by_subagent { " (subagent)" } else { "" };
    let path = hook_runtime::one_line(file.path.as_str(), said::MAX_NAME);
    vec![telling::minute(file.at), format!("{path}{suffix}")]
}
