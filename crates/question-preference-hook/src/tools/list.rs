//! `list`: the preferences and their effect.

use std::process::ExitCode;

use anyhow::{Context as _, Result};
use hook_runtime::{Console, Ctx, one_line};
use serde_json::{Value, json};

use crate::config::preferences::{self, Preference};
use crate::config::registry;
use crate::decide::preference_state::{Listed, listed};
use crate::words::preference_state::{limits, moment, value};

/// In characters, of a note.
const MAX_WORDS: usize = 100;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let broken = "every question is asked";
    let registry = registry::load(ctx).context(broken)?;
    let preferences = preferences::load(ctx).context(broken)?;
    let listed = listed(&registry, &preferences, ctx.now());
    if args.json {
        let preferences: Vec<Value> = listed.iter().map(|listed| line(ctx, listed)).collect();
        console.json(&json!({"version": 1, "preferences": preferences}));
        return Ok(ExitCode::SUCCESS);
    }
    let rows: Vec<_> = listed.iter().map(|listed| row(ctx, listed)).collect();
    if rows.is_empty() {
        console.line("No preferences yet.");
    }
    console.table(&rows);
    Ok(ExitCode::SUCCESS)
}

fn row(ctx: &Ctx, listed: &Listed<'_>) -> Vec<String> {
    let entry = listed.entry.as_ref().ok();
    let mut limits = entry.map(|entry| limits(ctx, entry)).unwrap_or_default();
    let note = entry.and_then(|entry| entry.note.as_deref());
    limits.extend(note.map(|note| format!("note: {}", one_line(note, MAX_WORDS))));
    vec![
        listed.id.to_string(),
        listed.origin.to_string(),
        entry.map_or_else(|| "?".to_owned(), |entry| value(&entry.preference)),
        listed.effect.to_string(),
        limits.join(", "),
    ]
}

/// A preference for programs.
fn line(ctx: &Ctx, listed: &Listed<'_>) -> Value {
    let entry = listed.entry.as_ref().ok();
    let labels = entry.and_then(|entry| match &entry.preference {
        Preference::Answer(labels) => Some(labels),
        _ => None,
    });
    json!({
        "question_id": listed.id,
        "file": preferences::file(ctx, listed.origin),
        "preference": entry.map(|entry| entry.preference.to_string()),
        "answer": labels,
        "expires": entry.and_then(|entry| entry.expires).map(moment),
        "note": entry.and_then(|entry| entry.note.as_ref()),
        "effect": listed.effect.to_string(),
    })
}
