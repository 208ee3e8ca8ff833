//! `list`: what is set, and what that comes to.

use std::process::ExitCode;

use anyhow::{Context as _, Result};
use hook_config::UniqueMap;
use hook_runtime::{Console, Ctx, one_line};
use serde::Serialize;
use serde_json::{Value, json};

use crate::config::preferences::{self, Origin, Preference, Preferences, Raw};
use crate::config::question_id::QuestionId;
use crate::config::registry;
use crate::decide::standing::{Listed, listed};
use crate::words::standing::{limits, moment, value};

/// In characters, of a note or of a key that is no id.
const MAX_WORDS: usize = 100;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// A preference for programs.
#[derive(Serialize)]
struct Line<'a> {
    question_id: &'a str,
    file: String,
    preference: Option<String>,
    answer: Option<&'a [String]>,
    expires: Option<String>,
    skill: Option<&'a str>,
    note: Option<String>,
    standing: String,
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
        let line = |listed| line(ctx, listed, note(file(listed.origin), listed.id));
        let preferences: Vec<Line<'_>> = listed.iter().map(line).collect();
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

fn line<'a>(ctx: &Ctx, listed: &'a Listed<'_>, note: Option<String>) -> Line<'a> {
    let entry = listed.entry.as_ref().ok();
    let file = preferences::file(ctx, listed.origin);
    Line {
        question_id: listed.id.as_str(),
        file: file.map(|file| file.display().to_string()).unwrap_or_default(),
        preference: entry.map(|entry| entry.preference.to_string()),
        answer: entry.and_then(|entry| match &entry.preference {
            Preference::Answer(labels) => Some(labels.as_slice()),
            _ => None,
        }),
        expires: entry.and_then(|entry| entry.expires).map(moment),
        skill: entry.and_then(|entry| entry.skill.as_deref()),
        note,
        standing: listed.standing.to_string(),
    }
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
