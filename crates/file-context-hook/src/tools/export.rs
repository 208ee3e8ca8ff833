//! `export`: all that is stored, for other programs.

use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx};

use super::json::{self, Line};
use super::{sessions, store};

/// Prints sessions by name, then turns, mentions and notes, each the newest first.
pub(super) fn run(ctx: &Ctx, console: &mut Console) -> Result<ExitCode> {
    let Some(reader) = store::read(ctx)? else {
        console.error_line("Nothing stored yet.");
        return Ok(ExitCode::SUCCESS);
    };
    let progress = console.progress("export");
    let turns = reader.turns(None, usize::MAX)?;
    let mentions = reader.mentions(None)?;
    progress.add(turns.len());
    for (name, span) in sessions::sessions(&turns, &mentions) {
        json::print(console, &Line::session(name, span))?;
    }
    for turn in &turns {
        json::print(console, &Line::turn(&reader, turn)?)?;
        progress.step();
    }
    for mention in &mentions {
        json::print(console, &Line::mention(mention))?;
    }
    for note in &reader.notes()? {
        json::print(console, &Line::note(note))?;
    }
    Ok(ExitCode::SUCCESS)
}
