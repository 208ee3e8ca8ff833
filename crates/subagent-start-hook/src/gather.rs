//! The files that the session of a subagent has touched.

use std::time::Duration;

use anyhow::{Context as _, Result};
use file_mentions::{RecentFile, StoreError};
use hook_protocol::Common;
use hook_runtime::Ctx;

use crate::policy;
use crate::words::Silence;

/// How long a store is waited for that keeps even readers out.
const PATIENCE: Duration = Duration::from_millis(50);

/// The files for the subagent of an event, as many as the configuration wants, or
/// why there are none.
///
/// # Errors
/// If the configuration or the store cannot be read.
pub(crate) fn files(ctx: &Ctx, common: &Common) -> Result<Result<Vec<RecentFile>, Silence>> {
    let Some(session) = &common.session_id else {
        return Ok(Err(Silence::NoSession));
    };
    let limit = policy::load(ctx)?.limit(common.agent_type.as_deref());
    if limit == 0 {
        return Ok(Err(Silence::TurnedOff));
    }
    match recent_files(ctx, session, limit) {
        Ok(files) => Ok(Ok(files)),
        Err(StoreError::Missing) => Ok(Err(Silence::NoStore)),
        Err(StoreError::Older { .. }) => Ok(Err(Silence::OldStore)),
        Err(err) => Err(err).context("could not look up the files of the session"),
    }
}

fn recent_files(ctx: &Ctx, session: &str, limit: usize) -> Result<Vec<RecentFile>, StoreError> {
    let state = ctx.state().ok_or(StoreError::Missing)?;
    let store = state.file(file_mentions::FILE_NAME);
    file_mentions::recent_files(&store, session, limit, ctx.patience(PATIENCE))
}
