//! `note`: what a person wants to be remembered of a file.

use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use hook_runtime::{Console, Ctx, escape_line, one_line};
use serde_json::json;

use super::line::Line;
use super::store;
use crate::words::said;

/// In characters, of a note in a table.
const MAX_NOTE: usize = 120;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Note something on a file; the agent reads it whenever it touches the file
    Add {
        /// The file
        file: String,
        /// What is to be remembered
        text: String,
    },
    /// Show all notes
    List {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
}

impl Args {
    /// Whether a note is added.
    pub(super) fn adds(&self) -> bool {
        matches!(self.what, What::Add { .. })
    }
}

pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    match &args.what {
        What::Add { file, text } => add(ctx, file, text, console)?,
        What::List { json } => list(ctx, *json, console)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn add(ctx: &Ctx, file: &str, text: &str, console: &mut Console) -> Result<()> {
    ensure!(!text.trim().is_empty(), "a note has words");
    let place = store::place(ctx)?;
    let recording = place.recording();
    let path = store::recorded(&recording, ctx.cwd(), file)
        .with_context(|| format!("nothing is stored about {file}"))?;
    store::create(ctx)?.add_note(&recording, &path, text, ctx.now())?;
    console.line(format!("noted on {}", escape_line(path.as_str())));
    if recording.words(text) != text {
        console.error_line("what looks like a secret was left out of it");
    }
    Ok(())
}

fn list(ctx: &Ctx, json: bool, console: &mut Console) -> Result<()> {
    let reader = store::read(ctx)?;
    let notes = reader.map(|reader| reader.notes()).transpose()?.unwrap_or_default();
    if json {
        let notes: Vec<Line<'_>> = notes.iter().map(Line::note).collect();
        console.json(&json!({"version": 1, "notes": notes}));
        return Ok(());
    }
    if notes.is_empty() {
        console.error_line(format!("nothing was noted {}", ctx.in_which_project()));
    }
    let rows = notes.iter().map(|note| {
        let path = one_line(note.path.as_str(), said::MAX_NAME);
        vec![ctx.local(note.at), path, one_line(&note.text, MAX_NOTE)]
    });
    console.table(&rows.collect::<Vec<_>>());
    Ok(())
}
