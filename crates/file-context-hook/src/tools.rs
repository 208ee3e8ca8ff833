//! The tools for the person whose sessions are remembered.

mod doctor;
mod explain;
mod export;
mod forget;
mod ingest;
mod line;
mod note;
mod query;
mod recent;
mod sessions;
mod store;
mod vacuum;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use hook_runtime::{Console, Ctx};

/// Remembers what was said and done about each file.
///
/// Without arguments it is a hook: it reads an event of an agent host as JSON
/// on stdin, and answers on stdout.
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
    Recent(recent::Args),
    /// Note something on a file, or show what was noted
    Note(note::Args),
    /// Remove what is stored about a file, of a session, or from before a time
    Forget(forget::Args),
    /// Take old transcripts into the store
    Ingest(ingest::Args),
    /// Print all that is stored
    Export(export::Args),
    /// Remove what is older or more than the configuration wants kept
    Vacuum,
    /// Say how the store is, and why there is nothing about a file
    Doctor(doctor::Args),
    /// Read an event on stdin and say what would be told and recorded, and why
    Explain,
}

impl Tool {
    /// What it does, where only a person may do that.
    fn for_a_person(&self) -> Option<&'static str> {
        match self {
            Self::Note(args) if args.adds() => Some("`note add`"),
            Self::Forget(_) => Some("`forget`"),
            Self::Vacuum => Some("`vacuum`"),
            _ => None,
        }
    }
}

/// The status where there is nothing, damage, or no person.
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
        Tool::Recent(args) => recent::run(ctx, &args, console),
        Tool::Note(args) => note::run(ctx, &args, console),
        Tool::Forget(args) => forget::run(ctx, &args, console),
        Tool::Ingest(args) => ingest::run(ctx, &args, console),
        Tool::Export(args) => export::run(ctx, &args, console),
        Tool::Vacuum => vacuum::run(ctx, console),
        Tool::Doctor(args) => doctor::run(ctx, &args, console),
        Tool::Explain => explain::run(ctx, console),
    }
}
