//! `query`: what is stored about a file.

use std::process::ExitCode;

use anyhow::Result;
use file_mentions::{History, Reader, StoredMention};
use hook_runtime::{Console, Ctx, one_line};
use project_paths::RelPath;
use serde_json::json;

use super::json::Line;
use super::{NOTHING, store};
use crate::gather::place::Place;
use crate::words::listing;

/// No session is called so, and to none is anything old news.
const NOBODY: &str = "";

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The file
    #[arg(long, value_name = "FILE")]
    file: String,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let path = store::asked(ctx, &args.file)?;
    let Some(reader) = store::read(ctx)? else {
        return nothing(ctx, &path, args, console);
    };
    // The same words are there once.
    let history = reader.history(&path, NOBODY, usize::MAX)?;
    let mentions = reader.mentions(Some(&path))?;
    if history.notes.is_empty() && history.turns.is_empty() && mentions.is_empty() {
        return nothing(ctx, &path, args, console);
    }
    if args.json {
        print_lines(&reader, &history, &mentions, console)?;
    } else {
        console.line(told(ctx, &history, &mentions).join("\n\n"));
    }
    Ok(ExitCode::SUCCESS)
}

fn nothing(ctx: &Ctx, path: &RelPath, args: &Args, console: &mut Console) -> Result<ExitCode> {
    if args.json {
        console.json(&json!({"version": 1, "stored": []}));
    } else {
        let path = one_line(path.as_str(), listing::MAX_NAME);
        let why = match store::recorded(&Place::needed(ctx)?.recording(), ctx.cwd(), &args.file) {
            Ok(_) => "no session touched it".to_owned(),
            Err(never) => never.to_string(),
        };
        console.error_line(format!("Nothing stored about {path}: {why}."));
    }
    Ok(ExitCode::from(NOTHING))
}

fn print_lines(
    reader: &Reader,
    history: &History,
    mentions: &[StoredMention],
    console: &mut Console,
) -> Result<()> {
    let notes = history.notes.iter().map(|note| Ok(Line::note(note)));
    let turns = history.turns.iter().map(|turn| Line::turn(reader, turn));
    let mentions = mentions.iter().map(|mention| Ok(Line::mention(mention)));
    let stored = notes.chain(turns).chain(mentions).collect::<Result<Vec<_>>>()?;
    console.json(&json!({"version": 1, "stored": stored}));
    Ok(())
}

/// A paragraph with a heading for each note and turn, and one for the mentions.
fn told(ctx: &Ctx, history: &History, mentions: &[StoredMention]) -> Vec<String> {
    let notes = history
        .notes
        .iter()
        .map(|note| format!("note, {}\n{}", ctx.local(note.at), listing::indented(&note.text)));
    let turns = history
        .turns
        .iter()
        .map(|turn| format!("{}\n{}", listing::heading(ctx, turn), listing::indented(&turn.text)));
    notes.chain(turns).chain(listing::touched(ctx, mentions)).collect()
}
