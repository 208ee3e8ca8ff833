//! Imports transcripts that the host wrote before the hook was installed.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context as _, Result, ensure};
use file_mentions::{Reading, Store, Transcript};
use hook_runtime::Ctx;
use transcripts::Owner;

use crate::gather::command;
use crate::gather::place::{self, Place};

/// How long to wait while another process writes.
const PATIENCE: Duration = Duration::from_secs(2);

/// The file extension of a transcript.
pub(crate) const EXTENSION: &str = "jsonl";

/// The result of an import.
#[derive(Debug, Default)]
pub struct Imported {
    /// How many sessions were read to their end. Of transcripts that a person named, how many.
    pub read: usize,
    /// How many sessions were not begun because of a limit. They are the oldest ones.
    pub left_out: usize,
    /// How many files were skipped because they are not transcripts.
    pub skipped: usize,
    /// How many turns are new in the store.
    pub turns: usize,
    /// How many mentions of files are new in the store.
    pub mentions: usize,
    /// Why transcripts could not be read, an error for each.
    pub errors: Vec<anyhow::Error>,
}

/// Files that count as one in an [`Imported`].
pub(crate) struct Source {
    pub(crate) files: Vec<PathBuf>,
    /// Whether a file that is not a transcript is an error.
    pub(crate) must_be_transcript: bool,
}

/// Imports the past sessions of the project from the host's transcripts
/// ([`Ctx::transcripts`]), newest first, each with its subagents.
///
/// Sessions older than `retention.days` are ignored. No further session is begun after `limit`, or
/// when the store has reached `retention.megabytes`. Importing a session again adds only what is new in
/// it: it is safe to call the function twice, and to kill the process at any time.
///
/// `progress` gets the number of sessions that are done and of all sessions: `(0, n)` at first,
/// then a call after each session. Without sessions it is not called.
///
/// # Errors
/// If there is no project, the configuration is invalid, or the store cannot be opened. A
/// transcript that cannot be read is one of [`Imported::errors`] instead.
pub fn ingest_past_sessions(
    ctx: &Ctx,
    limit: Option<Duration>,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Imported> {
    let place = Place::needed(ctx)?;
    let retention = place.config.retention();
    let age = Duration::from_secs(24 * 60 * 60) * retention.days;
    let sources = past_sessions(ctx, ctx.now().checked_sub(age))?;
    let end = limit.and_then(|limit| Instant::now().checked_add(limit));
    let max_size = u64::from(retention.megabytes) << 20;
    let store = place::recording_file(ctx)?;
    let is_over = || {
        end.is_some_and(|end| Instant::now() >= end)
            || fs::metadata(&store).is_ok_and(|store| store.len() >= max_size)
    };
    import(ctx, &place, &sources, &is_over, progress)
}

/// Imports what is new in transcripts until `is_over`.
///
/// # Errors
/// If the store cannot be opened.
pub(crate) fn import(
    ctx: &Ctx,
    place: &Place,
    sources: &[Source],
    is_over: &dyn Fn() -> bool,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Imported> {
    let mut imported = Imported::default();
    if sources.is_empty() {
        return Ok(imported);
    }
    let home = ctx.home();
    let command_files = |text: &str| command::files(text, home.as_deref());
    let reading = Reading { recording: place.recording(), command_files: &command_files };
    let mut store = place::store(ctx, PATIENCE).context("could not open the store")?;
    let before = counts(ctx)?;
    progress(0, sources.len());
    for (done, source) in sources.iter().enumerate() {
        if is_over() {
            imported.left_out = sources.len() - done;
            break;
        }
        let mut is_read = false;
        for file in &source.files {
            let read = import_file(&mut store, file, &reading).and_then(|is_transcript| {
                let is_allowed = is_transcript || !source.must_be_transcript;
                ensure!(is_allowed, "{} is not a transcript", file.display());
                Ok(is_transcript)
            });
            match read {
                Ok(is_transcript) => {
                    is_read |= is_transcript;
                    imported.skipped += usize::from(!is_transcript);
                }
                Err(err) => imported.errors.push(err),
            }
        }
        imported.read += usize::from(is_read);
        progress(done + 1, sources.len());
    }
    let after = counts(ctx)?;
    imported.turns = after.0.saturating_sub(before.0);
    imported.mentions = after.1.saturating_sub(before.1);
    Ok(imported)
}

/// The sessions whose transcripts the host changed since `oldest`, newest first.
fn past_sessions(ctx: &Ctx, oldest: Option<SystemTime>) -> Result<Vec<Source>> {
    let Some(folder) = ctx.transcripts() else { return Ok(Vec::new()) };
    let attempt = || format!("could not list {}", folder.display());
    let mut sessions = sessions_in(&folder, oldest).with_context(attempt)?;
    sessions.sort_unstable_by(|left, right| right.cmp(left));
    let source = |session: PathBuf| {
        let subagents = transcripts::subagents(&session).unwrap_or_default();
        let subagents = subagents.into_iter().map(|subagent| subagent.path);
        let files = std::iter::once(session).chain(subagents).collect();
        Source { files, must_be_transcript: false }
    };
    Ok(sessions.into_iter().map(|(_, session)| source(session)).collect())
}

/// The transcripts of sessions in a folder of the host, with the times of their last changes.
fn sessions_in(
    folder: &Path,
    oldest: Option<SystemTime>,
) -> io::Result<Vec<(SystemTime, PathBuf)>> {
    let entries = match fs::read_dir(folder) {
        Err(err) if err.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut sessions = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let Ok(metadata) = fs::metadata(&path) else { continue };
        let is_transcript =
            metadata.is_file() && path.extension().is_some_and(|it| it == EXTENSION);
        let changed = metadata.modified()?;
        if is_transcript && oldest.is_none_or(|oldest| changed >= oldest) {
            sessions.push((changed, path));
        }
    }
    Ok(sessions)
}

/// Imports what is new in a file; `false` if it is not a transcript.
fn import_file(store: &mut Store, path: &Path, reading: &Reading<'_>) -> Result<bool> {
    let attempt = || format!("could not import {}", path.display());
    let Some(owner) = Owner::of(path).with_context(attempt)? else {
        return Ok(false);
    };
    let agent = owner.agent.as_deref();
    let transcript = Transcript { path, session: &owner.session, agent };
    while store.ingest(&transcript, reading, None).with_context(attempt)?.more {}
    Ok(true)
}

/// How many turns and mentions are stored.
fn counts(ctx: &Ctx) -> Result<(usize, usize)> {
    let status = place::reader(ctx, PATIENCE).and_then(|reader| reader.status());
    let status = status.context("could not read the store")?;
    Ok((status.turns, status.mentions))
}
