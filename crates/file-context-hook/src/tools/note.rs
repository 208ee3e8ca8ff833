//! `note`: what a person wants to be remembered of a file.

use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use file_mentions::{Forget, Note};
use hook_runtime::{Console, Ctx, NotThere, escape_line, one_line};
use serde_json::json;

use super::json::Line;
use super::store;
use crate::gather::place::Place;
use crate::words::listing;

/// In characters, of a note in a table.
const MAX_NOTE: usize = 120;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Add a note that agents read when they touch the file
    Add {
        /// The file
        file: String,
        /// The note
        text: String,
    },
    /// Remove a note
    Rm {
        /// Its number, which `note list` shows
        #[arg(value_name = "NUMBER")]
        number: i64,
    },
    /// Show all notes
    List {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
}

impl Args {
    /// What it does, where only a person may do that.
    pub(super) fn for_a_person(&self) -> Option<&'static str> {
        match self.what {
            What::Add { .. } => Some("`note add`"),
            What::Rm { .. } => Some("`note rm`"),
            What::List { .. } => None,
        }
    }
}

pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    match &args.what {
        What::Add { file, text } => add(ctx, file, text, console)?,
        What::Rm { number } => remove(ctx, *number, console)?,
        What::List { json } => list(ctx, *json, console)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn add(ctx: &Ctx, file: &str, text: &str, console: &mut Console) -> Result<()> {
    ensure!(!text.trim().is_empty(), "a note must not be empty");
    let place = Place::needed(ctx)?;
    let recording = place.recording();
    let path = store::recorded(&recording, ctx.cwd(), file)
        .with_context(|| format!("nothing is stored about {file}"))?;
    store::create(ctx)?.add_note(&recording, &path, text, ctx.now())?;
    console.line(format!("noted on {}", escape_line(path.as_str())));
    if recording.words(text) != text {
        console.error_line("A possible secret in the note was redacted.");
    }
    Ok(())
}

fn remove(ctx: &Ctx, number: i64, console: &mut Console) -> Result<()> {
    let note = notes(ctx)?.into_iter().find(|note| note.id == number);
    let missing = || format!("there is no note {number} {}", ctx.in_which_project());
    let note = note.ok_or_else(|| NotThere::new(missing()))?;
    store::create(ctx)?.forget(Forget::Note(number), false)?;
    let path = escape_line(note.path.as_str());
    console.line(format!("removed from {path}: {}", one_line(&note.text, MAX_NOTE)));
    Ok(())
}

/// All notes, the newest first.
fn notes(ctx: &Ctx) -> Result<Vec<Note>> {
    let reader = store::read(ctx)?;
    Ok(reader.map(|reader| reader.notes()).transpose()?.unwrap_or_default())
}

fn list(ctx: &Ctx, json: bool, console: &mut Console) -> Result<()> {
    let notes = notes(ctx)?;
    if json {
        let notes: Vec<Line<'_>> = notes.iter().map(Line::note).collect();
        console.json(&json!({"version": 1, "notes": notes}));
        return Ok(());
    }
    if notes.is_empty() {
        console.line("No notes yet.");
    }
    let rows = notes.iter().map(|note| {
        let path = one_line(note.path.as_str(), listing::MAX_NAME);
        vec![note.id.to_string(), ctx.local(note.at), path, one_line(&note.text, MAX_NOTE)]
    });
    console.table(&rows.collect::<Vec<_>>());
    Ok(())
}
