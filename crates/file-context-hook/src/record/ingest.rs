//! Takes what was said from the transcripts, while the session goes on.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use file_mentions::{LastMessage, Reading, Store, Transcript};
use hook_protocol::{Common, PreCompact, SessionEnd, Stop, SubagentStop};
use hook_runtime::Ctx;

use crate::gather::command;
use crate::gather::place::{self, Place};
use crate::record;

/// How long a writer waits for others: what was said is missing until the next turn ends.
const PATIENCE: Duration = Duration::from_secs(2);

/// The same at the end of a session.
const PATIENCE_AT_END: Duration = Duration::from_secs(1);

/// After how long no further part of a long transcript is begun. The next event
/// goes on from there.
const LIMIT: Duration = Duration::from_secs(2);

/// The same at the end of a session, where all hooks together have 1.5 seconds.
const LIMIT_AT_END: Duration = Duration::from_millis(500);

/// What an event says of a transcript.
struct Told<'a> {
    path: Option<&'a Path>,
    agent: Option<&'a str>,
    last_message: Option<&'a str>,
}

/// The main agent has finished a turn.
///
/// # Errors
/// If the configuration or the transcript cannot be read, or the store not be
/// written.
pub(crate) fn after_turn(ctx: &Ctx, event: &Stop) -> Result<()> {
    let last_message = event.last_assistant_message.as_deref();
    ingest(ctx, &event.common, &Told { last_message, ..Told::of_session(&event.common) }, LIMIT)
}

/// A subagent has finished.
///
/// # Errors
/// As [`after_turn`].
pub(crate) fn after_subagent(ctx: &Ctx, event: &SubagentStop) -> Result<()> {
    let agent = event.common.agent_id.as_deref();
    // Without its id, its words would be taken for the main agent's.
    let path = event.agent_transcript_path.as_deref().filter(|_| agent.is_some());
    let last_message = event.last_assistant_message.as_deref();
    let told = Told { path: path.map(Path::new), agent, last_message };
    ingest(ctx, &event.common, &told, LIMIT)
}

/// The session ends.
///
/// # Errors
/// As [`after_turn`].
pub(crate) fn at_end(ctx: &Ctx, event: &SessionEnd) -> Result<()> {
    ingest(ctx, &event.common, &Told::of_session(&event.common), LIMIT_AT_END)
}

/// The agent is about to forget what was said so far: from now on that is past
/// context of this session, too.
///
/// # Errors
/// As [`after_turn`].
pub(crate) fn before_compaction(ctx: &Ctx, event: &PreCompact) -> Result<()> {
    let ingested = ingest(ctx, &event.common, &Told::of_session(&event.common), LIMIT);
    // What a subagent forgets, the others still know.
    let is_main = event.common.agent_id.is_none();
    if let Some(session) = event.common.session_id.as_deref().filter(|_| is_main)
        && ctx.project().is_some()
    {
        place::store(ctx, PATIENCE)
            .and_then(|mut store| store.compacted(session, ctx.now()))
            .context("could not record that the session is compacted")?;
    }
    ingested
}

impl<'a> Told<'a> {
    fn of_session(common: &'a Common) -> Self {
        // The path is the session's in a subagent as well.
        Self { path: common.transcript_path.as_deref(), agent: None, last_message: None }
    }
}

fn ingest(ctx: &Ctx, common: &Common, told: &Told<'_>, limit: Duration) -> Result<()> {
    // A session that is not kept has a path and no file.
    let path = told.path.filter(|path| path.is_file());
    let (Some(session), Some(path)) = (common.session_id.as_deref(), path) else {
        return record::take_in(ctx);
    };
    let Some(place) = Place::of(ctx)? else {
        return Ok(());
    };
    ctx.expect_delay();
    let transcript = Transcript { path, session, agent: told.agent };
    let home = ctx.home();
    let command_files = |text: &str| command::files(text, home.as_deref());
    let reading = Reading { recording: place.recording(), command_files: &command_files };
    let last_message = told.last_message.map(|text| LastMessage { text, at: ctx.now() });
    let patience = if limit < LIMIT { PATIENCE_AT_END } else { PATIENCE };
    let mut store = place::store(ctx, patience).context("could not store what sessions said")?;
    read_on(ctx, &mut store, limit, |store| {
        let ingested = store.ingest(&transcript, &reading, last_message)?;
        Ok(ingested.more)
    })
    .with_context(|| format!("could not store what sessions said in {}", path.display()))
}

/// Does part after part, as long as there is more and time for it.
fn read_on(
    ctx: &Ctx,
    store: &mut Store,
    limit: Duration,
    part: impl Fn(&mut Store) -> Result<bool>,
) -> Result<()> {
    let started = ctx.time_left();
    while part(store)? && started.saturating_sub(ctx.time_left()) < limit {}
    Ok(())
}
