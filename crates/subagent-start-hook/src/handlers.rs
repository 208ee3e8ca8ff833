//! The event: gather, decide, record.

use std::fmt;
use std::time::Duration;

use anyhow::{Context as _, Result};
use file_mentions::{Reader, RecentFile, StoreError};
use hook_protocol::{Common, SubagentStart, SubagentStartReply};
use hook_runtime::Ctx;
use hook_state::StateDir;

use crate::decide::list;
use crate::policy;

/// How long a store is waited for that keeps even readers out.
const PATIENCE: Duration = Duration::from_millis(50);

/// The folder of markers in the state folder, one for each subagent that was told.
const FOLDER: &str = "subagents-told";

/// For how long a subagent that is resumed is known to have been told.
const KEPT_FOR: Duration = Duration::from_secs(30 * 24 * 3600);

/// What there is for a subagent.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// The files, in the words that it is told them in.
    Files(String),
    /// Nothing, and why.
    Nothing(Silence),
}

/// Why there is nothing for a subagent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Silence {
    /// The event names no session.
    NoSession,
    /// Subagents of this type are told nothing.
    TurnedOff,
    /// Nothing was recorded in this project yet.
    NoStore,
    /// An earlier version has written the store; `file-context-hook` upgrades it.
    OldStore,
    /// The session has touched no file, or none that can be told in a line.
    NoFiles,
}

/// Tells a new subagent the files of its session.
pub(crate) fn subagent_start(ctx: &Ctx, event: &SubagentStart) -> Result<SubagentStartReply> {
    match found(ctx, &event.common)? {
        Found::Files(files) if is_first(ctx, &event.common) => {
            Ok(SubagentStartReply::context(files))
        }
        _ => Ok(SubagentStartReply::default()),
    }
}

/// What there is for the subagent of an event. Remembers nothing.
///
/// # Errors
/// If the configuration or the store cannot be read.
pub(crate) fn found(ctx: &Ctx, common: &Common) -> Result<Found> {
    let Some(session) = &common.session_id else {
        return Ok(Found::Nothing(Silence::NoSession));
    };
    let limit = policy::load(ctx)?.limit(common.agent_type.as_deref());
    if limit == 0 {
        return Ok(Found::Nothing(Silence::TurnedOff));
    }
    let files = match recent_files(ctx, session, limit) {
        Ok(files) => files,
        Err(StoreError::Missing) => return Ok(Found::Nothing(Silence::NoStore)),
        Err(StoreError::Older { .. }) => return Ok(Found::Nothing(Silence::OldStore)),
        Err(err) => return Err(err).context("could not look up the files of the session"),
    };
    Ok(list(&files).map_or(Found::Nothing(Silence::NoFiles), Found::Files))
}

fn recent_files(ctx: &Ctx, session: &str, limit: usize) -> Result<Vec<RecentFile>, StoreError> {
    let state = ctx.state().ok_or(StoreError::Missing)?;
    let store = state.file(file_mentions::FILE_NAME);
    Reader::open(&store, ctx.patience(PATIENCE))?.recent_files(session, limit)
}

/// Whether the subagent was not told before: the event comes again where it is
/// resumed, and twice at once where the hook is registered twice. One without an
/// id cannot be told from another. Told twice is better than not at all.
fn is_first(ctx: &Ctx, common: &Common) -> bool {
    let (Some(state), Some(agent)) = (ctx.state(), &common.agent_id) else {
        return true;
    };
    let told = StateDir::new(state.file(FOLDER));
    sweep_daily(ctx, &told);
    // Hosts may number the subagents of each session from one.
    let session = common.session_id.as_deref().unwrap_or_default();
    told.once(&format!("{session}.{agent}")).unwrap_or_else(|err| {
        ctx.report(format_args!("could not remember that a subagent was told: {err}"));
        true
    })
}

/// Removes old markers where the first subagent of a day is told: there is no
/// event of a session's start that would ask for it.
fn sweep_daily(ctx: &Ctx, told: &StateDir) {
    let timestamp = ctx.timestamp();
    let day = timestamp.split('T').next().unwrap_or_default();
    let swept = told.once(&format!("swept-{day}")).and_then(|is_first| {
        match ctx.now().checked_sub(KEPT_FOR).filter(|_| is_first) {
            Some(before) => told.sweep(before),
            None => Ok(()),
        }
    });
    if let Err(err) = swept {
        ctx.report(format_args!("could not sweep old markers: {err}"));
    }
}

impl fmt::Display for Silence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoSession => "the event names no session",
            Self::TurnedOff => "the configuration wants no files for this type of subagent",
            Self::NoStore => "nothing was recorded in this project yet",
            Self::OldStore => "an earlier version has written the store",
            Self::NoFiles => "the session has touched no file yet",
        })
    }
}
