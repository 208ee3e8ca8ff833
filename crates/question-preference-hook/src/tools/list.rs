//! `list`: what is set, and what that comes to.

use std::process::ExitCode;

use anyhow::{Context as _, Result};
use hook_config::UniqueMap;
use hook_runtime::{Console, Ctx, one_line};
use serde_json::{Value, json};

use crate::config::preferences::{self, Origin, Preference, Preferences, Raw};
use crate::config::question_id::QuestionId;
use crate::config::registry;
use crate::decide::preference_state::{Listed, listed};
use crate::words::preference_state::{limits, moment, value};

/// In characters, of a note or of a key that is no id.
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
    let project = preferences::read(ctx, Origin::Project).context(broken)?;
    let user = preferences::read(ctx, Origin::User).context(broken)?;
    let preferences =
        Preferences { project: preferences::entries(&project), user: preferences::entries(&user) };
    let file = |origin| match origin {
        Origin::Project => &project,
        Origin::User => &user,
    };
    let listed = listed(&registry, &preferences, ctx.now());
    if args.json {
        let line = |listed| line(ctx, listed, note(file(listed.origin), listed.id).as_deref());
        let preferences: Vec<Value> = listed.iter().map(line).collect();
        console.json(&json!({"version": 1, "preferences": preferences}));
        return Ok(ExitCode::SUCCESS);
    }
    let mut rows: Vec<_> = listed
        .iter()
        .map(|listed| row(ctx, listed, note(file(listed.origin), listed.id)))
        .collect();
    for origin in [Origin::Project, Origin::User] {
        rows.extend(foreign(file(origin)).map(|key| {
            let cells = [one_line(key, MAX_WORDS), origin.to_string(), "-".to_owned()];
            cells.into_iter().chain(["no question id".to_owned()]).collect()
        }));
    }
    if rows.is_empty() {
        let place = ctx.in_which_project();
        console.line(format!("no preference is set {place}: every question is asked"));
    }
    console.table(&rows);
    Ok(ExitCode::SUCCESS)
}

/// The keys of a file that are no question id.
pub(super) fn foreign(file: &Raw) -> impl Iterator<Item = &String> {
    file.keys().filter(|key| QuestionId::parse(key).is_none())
}

fn row(ctx: &Ctx, listed: &Listed<'_>, note: Option<String>) -> Vec<String> {
    let entry = listed.entry.as_ref().ok();
    let mut limits = entry.map(|entry| limits(ctx, entry)).unwrap_or_default();
    limits.extend(note.map(|note| format!("note: {}", one_line(&note, MAX_WORDS))));
    vec![
        listed.id.to_string(),
        listed.origin.to_string(),
        entry.map_or_else(|| "?".to_owned(), |entry| value(&entry.preference)),
        listed.standing.to_string(),
        limits.join(", "),
    ]
}

/// A preference for programs.
fn line(ctx: &Ctx, listed: &Listed<'_>, note: Option<&str>) -> Value {
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
        "skill": entry.and_then(|entry| entry.skill.as_ref()),
        "note": note,
        "standing": listed.standing.to_string(),
    })
}

/// What the person noted with a preference.
fn note(file: &Raw, id: &QuestionId) -> Option<String> {
    let is_its = |key: &str| QuestionId::parse(key).as_ref() == Some(id);
    let entries = file.iter().filter(|(key, _)| is_its(key));
    entries.into_iter().find_map(|(_, raw)| {
        let fields: UniqueMap<Value> = serde_json::from_str(raw.get()).ok()?;
        Some(fields.get("note")?.as_str()?.to_owned())
    })
}
