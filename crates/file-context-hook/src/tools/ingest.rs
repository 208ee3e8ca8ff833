//! `ingest`: transcripts become part of the store.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use hook_runtime::{Console, Ctx};

use crate::gather::place::Place;
use crate::record::transcript_import::{EXTENSION, Source, import, ingest_past_sessions};
use crate::words::listing::number;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Transcripts, or folders of them; without any, all past sessions of this project
    files: Vec<PathBuf>,
}

/// The exit code if something could not be imported.
const INCOMPLETE: u8 = 2;

/// Imports what is new in each transcript. Files that cannot be read are left out.
pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let is_all = args.files.is_empty();
    let shown = console.progress(if is_all { "past sessions" } else { "transcripts" });
    let mut progress = |done, all| if done == 0 { shown.add(all) } else { shown.step() };
    let imported = if is_all {
        ingest_past_sessions(ctx, None, &mut progress)?
    } else {
        let mut found = Vec::new();
        for file in &args.files {
            found.extend(sources(file)?);
        }
        import(ctx, &Place::needed(ctx)?, &found, &|| false, &mut progress)?
    };
    drop(shown);
    for err in &imported.errors {
        console.error_line(format!("not imported: {err:#}"));
    }
    let is_nothing = imported.read + imported.left_out + imported.skipped == 0;
    if let Some(folder) = ctx.transcripts().filter(|_| is_all && is_nothing) {
        console.line(format!("No past sessions yet in {}.", folder.display()));
        return Ok(ExitCode::SUCCESS);
    }
    let turns = number(imported.turns, "new turn");
    let mentions = number(imported.mentions, "new mention");
    let read = number(imported.read, if is_all { "session" } else { "transcript" });
    console.line(format!("{read}: {turns}, {mentions}"));
    if imported.skipped > 0 {
        let files = number(imported.skipped, "file");
        console.line(format!("{files} skipped: no line has a session id, as a transcript does."));
    }
    if imported.left_out > 0 {
        let older = number(imported.left_out, "older session");
        console.line(format!(
            "{older} not imported: the store has reached its limit, `retention.megabytes`."
        ));
    }
    let is_complete = imported.errors.is_empty();
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::from(INCOMPLETE) })
}

/// `path`, or all transcripts in that folder and below it, by name: those of
/// subagents lie in folders beside the session's.
fn sources(path: &Path) -> Result<Vec<Source>> {
    if !path.is_dir() {
        return Ok(vec![Source { files: vec![path.to_owned()], must_be_transcript: true }]);
    }
    let mut found = Vec::new();
    collect(path, &mut found).with_context(|| format!("could not list {}", path.display()))?;
    let source = |file| Source { files: vec![file], must_be_transcript: false };
    Ok(found.into_iter().map(source).collect())
}

/// Links are not followed.
fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    let mut paths = Vec::with_capacity(entries.len());
    for entry in entries {
        paths.push((entry.path(), entry.file_type()?));
    }
    paths.sort_by(|(left, _), (right, _)| left.cmp(right));
    for (path, kind) in paths {
        if kind.is_dir() {
            collect(&path, found)?;
        } else if kind.is_file() && path.extension().is_some_and(|ending| ending == EXTENSION) {
            found.push(path);
        }
    }
    Ok(())
}
