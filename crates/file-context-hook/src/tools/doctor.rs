//! `doctor`: how the store is, and why there is nothing about a file.

use std::process::ExitCode;
use std::time::SystemTime;

use anyhow::Result;
use file_mentions::{Reader, Status, StoreError};
use hook_runtime::{Console, Ctx, escape_line, one_line};

use super::sessions::sessions;
use super::{NOTHING, query, store};
use crate::config::Config;
use crate::gather::place::{self, Place};
use crate::record;
use crate::words::listing::{self, size};

/// In characters, of what SQLite says of a damage.
const MAX_REASON: usize = 200;

/// So many kinds of damage are named.
const MAX_DAMAGES: usize = 10;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Say what is known about this file, or why nothing is
    #[arg(long, value_name = "FILE")]
    file: Option<String>,
}

/// What it is about, and the words.
type Row = Vec<String>;

/// Says how the store is, what waits having been taken in. Changes nothing else.
pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let mut rows = vec![row("store", store::file(ctx)?.display().to_string())];
    let (configuration, is_read) = configuration(ctx);
    rows.push(row("configuration", configuration));
    // Where that cannot be done, the rows below say why.
    let _said_below = record::take_in(ctx);
    let opened = place::reader(ctx, store::PATIENCE);
    let (state, is_sound) = match &opened {
        Ok(reader) => state(ctx, reader),
        Err(err) => (vec![row("state", one_line(&err.to_string(), MAX_REASON))], is_harmless(err)),
    };
    rows.extend(state);
    if let Some(file) = &args.file {
        let reader = opened.as_ref().ok().filter(|_| is_sound);
        rows.push(row(
            "file",
            if is_read { about(ctx, reader, file)? } else { listing::silenced() },
        ));
    }
    console.table(&rows);
    Ok(if is_read && is_sound { ExitCode::SUCCESS } else { ExitCode::from(NOTHING) })
}

/// Whether the next event or the end of another's mends it.
fn is_harmless(err: &StoreError) -> bool {
    matches!(err, StoreError::Missing | StoreError::Older { .. } | StoreError::Locked)
}

/// Which configuration is in force, and whether it can be read.
fn configuration(ctx: &Ctx) -> (String, bool) {
    match (Config::load(ctx), Config::file(ctx)) {
        (Err(err), _) => (format!("broken: {err}"), false),
        (Ok(_), Some(file)) => (file.display().to_string(), true),
        (Ok(_), None) => ("none: the default".to_owned(), true),
    }
}

/// How a store is that could be opened, and whether that is well.
fn state(ctx: &Ctx, reader: &Reader) -> (Vec<Row>, bool) {
    let looked = || anyhow::Ok((reader.damage()?, status(ctx, reader)?));
    match looked() {
        Ok((damage, mut rows)) => {
            rows.push(row("lock", lock(ctx)));
            rows.extend(damage_rows(&damage));
            (rows, damage.is_empty())
        }
        // So much is missing that it cannot even be counted.
        Err(err) => (vec![row("damage", one_line(&format!("{err:#}"), MAX_REASON))], false),
    }
}

fn status(ctx: &Ctx, reader: &Reader) -> Result<Vec<Row>> {
    let Status { version, bytes, sessions, turns, files, mentions, notes, last_write } =
        reader.status()?;
    let never = || "never".to_owned();
    Ok(vec![
        row("schema", version.to_string()),
        row("size", size(bytes)),
        row("sessions", sessions.to_string()),
        row("files", files.to_string()),
        row("turns", turns.to_string()),
        row("mentions", mentions.to_string()),
        row("notes", notes.to_string()),
        row("first write", first_write(reader)?.map_or_else(never, |at| ctx.local(at))),
        row("last write", last_write.map_or_else(never, |at| ctx.local(at))),
    ])
}

/// The time of the first mention or turn.
fn first_write(reader: &Reader) -> Result<Option<SystemTime>> {
    let (turns, mentions) = (reader.turns(None, usize::MAX)?, reader.mentions(None)?);
    Ok(sessions(&turns, &mentions).into_values().map(|span| span.first).min())
}

/// Whether another process writes for longer than a hook would wait. Nothing is
/// written to find out.
fn lock(ctx: &Ctx) -> String {
    let tried = place::store(ctx, store::PATIENCE).and_then(|mut store| store.record(&[]));
    match tried {
        Ok(()) => "free".to_owned(),
        Err(StoreError::Locked) => "another process has been writing for too long".to_owned(),
        Err(err) => format!("cannot be written: {}", one_line(&err.to_string(), MAX_REASON)),
    }
}

fn damage_rows(damage: &[String]) -> Vec<Row> {
    if damage.is_empty() {
        return vec![row("damage", "none")];
    }
    let named = damage.iter().take(MAX_DAMAGES);
    let mut rows: Vec<Row> =
        named.map(|damage| row("damage", one_line(damage, MAX_REASON))).collect();
    let more = damage.len().saturating_sub(MAX_DAMAGES);
    if more > 0 {
        rows.push(row("damage", format!("and {more} more")));
    }
    rows
}

/// What there is about a file that a person names, or why there is nothing.
fn about(ctx: &Ctx, reader: Option<&Reader>, spoken: &str) -> Result<String> {
    let place = Place::needed(ctx)?;
    let path = match store::recorded(&place.recording(), ctx.cwd(), spoken) {
        Ok(path) => path,
        Err(why) => return Ok(format!("{} is never stored: {why}", escape_line(spoken))),
    };
    let Some(reader) = reader else {
        return Ok(format!("{path}: the store cannot be read"));
    };
    let (history, mentions) = (query::history(reader, &path)?, reader.mentions(Some(&path))?);
    Ok(listing::standing(ctx, &path, &history, &mentions))
}

fn row(name: &str, words: impl Into<String>) -> Row {
    vec![name.to_owned(), words.into()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_named_but_not_without_end() {
        let check = |damages: usize, expected: usize, last: &str| {
            let damage = vec!["row 1 missing\nfrom index".to_owned(); damages];
            let rows = damage_rows(&damage);
            assert_eq!(rows.len(), expected);
            assert_eq!(rows.last().unwrap()[1], last);
        };
        check(0, 1, "none");
        check(1, 1, "row 1 missing from index");
        check(10, 10, "row 1 missing from index");
        check(13, 11, "and 3 more");
    }
}
