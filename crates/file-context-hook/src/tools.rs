//! The tools for the person whose sessions are remembered.

mod explain;
mod export;
mod forget;
mod ingest;
mod init;
mod json;
mod log;
mod note;
mod prune;
mod query;
mod sessions;
mod store;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use file_mentions::Status as Stored;
use hook_chain::people;
use hook_runtime::{Console, Ctx, Explained};

use crate::config::Config;
use crate::words::listing;

/// Remembers what was said and done about each file.
///
/// Without arguments it runs as a hook: it reads an event as JSON from stdin and answers on
/// stdout.
#[derive(Debug, Parser)]
#[command(name = "file-context-hook", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Show what is stored about a file
    Query(query::Args),
    /// Show which files were touched last
    Log(log::Args),
    /// Count what agents got
    Stats(people::StatsArgs),
    /// Show the mode, the configuration and how much is stored
    Status(people::StatusArgs),
    /// Add, list and remove notes on files
    Note(note::Args),
    /// Remove what is stored about a file or session, or before a time
    Forget(forget::Args),
    /// Import past sessions of this project, or transcripts
    Ingest(ingest::Args),
    /// Print everything that is stored
    Export,
    /// Remove what `retention` in the configuration does not keep
    Prune(prune::Args),
    /// Explain what the hook would tell and record on an event or a call
    Explain(Explained),
    /// Check the configuration; exit 1 if there are mistakes
    Lint(people::LintArgs),
    /// Write a first, commented configuration
    Init,
}

impl Tool {
    /// What it does, where only a person may do that.
    fn for_a_person(&self) -> Option<&'static str> {
        match self {
            Self::Note(args) => args.for_a_person(),
            Self::Prune(_) => Some("`prune`"),
            _ => None,
        }
    }
}

/// The exit code if there is nothing, or no person.
const NOTHING: u8 = 1;

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
    if let Some(what) = cli.tool.for_a_person()
        && let Err(missing) = person::identify(ctx)
    {
        console.error_line(person::refusal(what, &missing));
        return Ok(ExitCode::from(NOTHING));
    }
    match cli.tool {
        Tool::Query(args) => query::run(ctx, &args, console),
        Tool::Log(args) => log::run(ctx, &args, console),
        Tool::Stats(args) => people::stats(ctx, &args, Some(ctx.hook()), console),
        Tool::Status(args) => {
            let stored = store::read(ctx)?.map(|reader| reader.status()).transpose()?;
            let Stored { bytes, files, turns, notes, .. } = stored.unwrap_or_default();
            let more = vec![
                ("store", store::file(ctx)?.display().to_string().into()),
                ("size", listing::size(bytes).into()),
                ("files", files.into()),
                ("turns", turns.into()),
                ("notes", notes.into()),
            ];
            people::status(ctx, &args, Config::file(ctx), more, console)
        }
        Tool::Note(args) => note::run(ctx, &args, console),
        Tool::Forget(args) => forget::run(ctx, &args, console),
        Tool::Ingest(args) => ingest::run(ctx, &args, console),
        Tool::Export => export::run(ctx, console),
        Tool::Prune(args) => prune::run(ctx, &args, console),
        Tool::Explain(args) => explain::run(ctx, &args, console),
        Tool::Lint(args) => {
            let read = Config::load(ctx).map(drop);
            Ok(people::lint(ctx, args, "file-context", read, console))
        }
        Tool::Init => init::run(ctx, console),
    }
}
