//! The tools for people: who wrote what, and is the ledger what it was?

mod blame;
mod explain;
mod init;
mod log;
mod prune;
mod show;
mod stats;
mod verify;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use clap::{Parser, Subcommand};
use hook_chain::people;
use hook_runtime::{Console, Ctx, Explained, one_line};

use crate::config::Config;
use crate::gather::file::read;
use crate::record::ledger::Ledger;
use crate::record::line::Line;
use crate::record::lines::lines;
use crate::record::trace::Record;

/// In characters, of an id that is not shown as a whole.
const MAX_ID: usize = 8;

/// Nothing was found, or something that should not be.
const FOUND_WANTING: u8 = 1;

/// Records who wrote which lines, for which intent.
///
/// Without arguments it runs as a hook: it reads an event as JSON from stdin.
#[derive(Debug, Parser)]
#[command(name = "agent-trace-hook", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Show which lines of a file agents wrote, or who wrote one line
    Blame {
        /// The file, with `:LINE` for one line
        #[arg(value_name = "FILE[:LINE]")]
        place: String,
        #[command(flatten)]
        form: blame::Form,
    },
    /// Print a record by id, prefix or number; by default the last one
    Show {
        /// The id or the number
        record: Option<String>,
    },
    /// List records, oldest first
    #[command(alias = "query")]
    Log(log::Wanted),
    /// Count the lines of each contributor in recorded files
    Stats {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Check the chain for records that were changed, removed or inserted
    Verify {
        /// The public key, in PEM, that must have signed the checkpoints
        #[arg(long, value_name = "FILE")]
        public_key: Option<PathBuf>,
    },
    /// Remove old records whose lines are all gone
    #[command(alias = "squash")]
    Prune {
        /// An age such as 90d, a date, or an RFC 3339 time
        #[arg(long, value_name = "AGE|TIME")]
        before: String,
        /// Only show what would be removed
        #[arg(long)]
        dry_run: bool,
    },
    /// Explain what an event or an edit would record
    Explain(Explained),
    /// Show the mode, the configuration and the number of records
    Status(people::StatusArgs),
    /// Check the configuration; exit 1 if there are mistakes
    Lint(people::LintArgs),
    /// Write a first, commented configuration
    Init,
}

/// Runs a tool.
///
/// # Errors
/// If it could not do its work; the program then ends with status 2.
pub(crate) fn run(ctx: &Ctx, args: Vec<OsString>, console: &mut Console) -> Result<ExitCode> {
    let (cli, ctx): (Cli, Ctx) = match console.parse(ctx, args) {
        Ok(parsed) => parsed,
        Err(status) => return Ok(status),
    };
    let ctx = &ctx;
    match cli.tool {
        Tool::Blame { place, form } => blame::run(ctx, &place, form, console),
        Tool::Show { record } => show::run(ctx, record.as_deref(), console),
        Tool::Log(wanted) => log::run(ctx, &wanted, console),
        Tool::Stats { json } => stats::run(ctx, json, console),
        Tool::Verify { public_key } => verify::run(ctx, public_key.as_deref(), console),
        Tool::Prune { before, dry_run } => prune::run(ctx, &before, dry_run, console),
        Tool::Explain(args) => explain::run(ctx, &args, console),
        Tool::Status(args) => {
            let records = records(ctx)?;
            let last = records.last().map(|record| record.timestamp.clone());
            let more = vec![("records", records.len().into()), ("last record", last.into())];
            people::status(ctx, &args, Config::file(ctx), more, console)
        }
        Tool::Lint(args) => {
            let read = Config::load(ctx).map(drop);
            Ok(people::lint(ctx, args, "agent-trace", read, console))
        }
        Tool::Init => init::run(ctx, console),
    }
}

/// The records of each chain in the checkout at `root`, oldest first. What is none is passed
/// over, and reported: `verify` names it.
fn records_by_chain(ctx: &Ctx, root: &Path) -> Result<Vec<Vec<Record>>> {
    let (mut records, mut strange) = (Vec::new(), 0);
    for chain in Ledger::all(root)? {
        let lines = chain.lines()?;
        let lines_read = lines.len();
        let read = |line: Line| serde_json::from_value(line.record?).ok();
        let found: Vec<Record> = lines.into_iter().filter_map(read).collect();
        strange += lines_read - found.len();
        records.push(found);
    }
    if strange > 0 {
        let strange = crate::words::count(strange as u64, "line");
        ctx.report(format_args!("{strange} of the ledger skipped: `verify` says why"));
    }
    Ok(records)
}

/// The records of all chains, oldest first, as far as those of one chain stay in their order.
fn records(ctx: &Ctx) -> Result<Vec<Record>> {
    let chains = records_by_chain(ctx, ctx.need_project()?.path())?;
    Ok(joined(chains, |record| record.timestamp.clone()))
}

/// What several chains hold, by its time.
fn joined<T>(chains: Vec<Vec<T>>, time: impl Fn(&T) -> String) -> Vec<T> {
    let mut chains: Vec<_> = chains.into_iter().map(|it| it.into_iter().peekable()).collect();
    let mut all = Vec::new();
    loop {
        let next =
            chains.iter_mut().enumerate().filter_map(|(at, chain)| Some((time(chain.peek()?), at)));
        let next = next.min().and_then(|(_, at)| chains.get_mut(at)?.next());
        let Some(next) = next else { return all };
        all.push(next);
    }
}

/// The records of files that are gone.
fn of_gone_files<'a>(root: &Path, chains: &'a [Vec<Record>]) -> Vec<&'a Record> {
    let paths: BTreeSet<&str> = chains.iter().flatten().filter_map(Record::path).collect();
    let gone: BTreeSet<&str> = paths.into_iter().filter(|path| !root.join(path).exists()).collect();
    let is_gone = |record: &&Record| record.path().is_some_and(|path| gone.contains(path));
    chains.iter().flatten().filter(is_gone).collect()
}

/// The text of a file of the project; `None` if it is gone.
fn text_of(root: &Path, path: &str) -> Result<Option<Vec<u8>>> {
    let file = root.join(path);
    read(&file).with_context(|| format!("could not read {}", file.display()))
}

/// The record that each line of a file comes from: of each chain by itself, and where two claim
/// a line, of the later record. `gone` are the records of files that are gone, of which one may
/// have become this one.
fn owners<'a>(
    path: &str,
    text: &[u8],
    chains: &'a [Vec<Record>],
    gone: &[&'a Record],
) -> Vec<Option<&'a Record>> {
    let now = lines(text);
    let mut owners: Vec<Option<&Record>> = vec![None; now.len()];
    let mut loose = Vec::new();
    for chain in chains {
        let own: Vec<&Record> = chain.iter().filter(|it| it.path() == Some(path)).collect();
        let of_chain = crate::decide::blame::blame(&own, &now);
        for (owner, found) in owners.iter_mut().zip(of_chain) {
            let is_later = |found: &&Record| owner.is_none_or(|it| it.timestamp <= found.timestamp);
            *owner = found.filter(is_later).or(*owner);
        }
        loose.extend(own.into_iter().filter(|record| record.is_loose()));
    }
    let others: Vec<&Record> = gone.iter().copied().chain(loose).collect();
    crate::decide::blame::by_content(&others, &now, &mut owners);
    owners
}

/// Whom a line is counted for: the model, or the agent where that is not known.
fn contributor(record: Option<&Record>) -> String {
    let contributor = record.and_then(Record::conversation).map(|found| &found.contributor);
    contributor.map_or_else(
        || blame::NOBODY.to_owned(),
        |contributor| {
            let name = contributor.model_id.as_deref().unwrap_or("ai");
            match contributor.kind.as_str() {
                "ai" => name.to_owned(),
                kind => format!("{name} ({kind})"),
            }
        },
    )
}

/// An id in a cell of a table, as much of it as tells ids apart.
fn id_cell(id: Option<&str>, is_long: bool) -> String {
    let shown = if is_long { usize::MAX } else { MAX_ID };
    cell(id.map(|id| id.chars().take(shown).collect::<String>()).as_deref())
}

/// Words of others in a cell of a table; `-` where there are none.
fn cell(text: Option<&str>) -> String {
    text.map_or_else(|| "-".to_owned(), |text| one_line(text, 60))
}
