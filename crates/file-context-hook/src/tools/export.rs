//! `export`: all that is stored, for other programs.

use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx};

use super::line::{self, Line};
use super::{sessions, store};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// It is JSON anyway
    #[arg(long, hide = true)]
    json: bool,
}

/// Prints sessions by name, then turns, mentions and notes, each the newest first.
pub(super) fn run(ctx: &Ctx, _args: &Args, console: &mut Console) -> Result<ExitCode> {
    let Some(reader) = store::read(ctx)? else {
        console.error_line(format!("nothing has been stored yet {}", ctx.in_which_project()));
        return Ok(ExitCode::SUCCESS);
    };
    let progress = console.progress("export");
    let turns = reader.turns(None, usize::MAX)?;
    let mentions = reader.mentions(None)?;
    progress.add(turns.len());
    for (name, span) in sessions::sessions(&turns, &mentions) {
        line::print(console, &Line::session(name, span))?;
    }
    for turn in &turns {
        line::print(console, &Line::turn(&reader, turn)?)?;
        progress.step();
    }
    for mention in &mentions {
        line::print(console, &Line::mention(mention))?;
    }
    for note in &reader.notes()? {
        line::print(console, &Line::note(note))?;
    }
    Ok(ExitCode::SUCCESS)
}
