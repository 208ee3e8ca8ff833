//! The files that the session of a subagent has touched.

use anyhow::{Context as _, Result};
use hook_protocol::Common;
use hook_runtime::Ctx;
use recent_files::{RecentFile, recent_files};

use crate::policy;
use crate::words::Silence;

/// The files for the subagent of an event, as many as the configuration wants, or
/// why there are none.
///
/// # Errors
/// If the configuration, or what was recorded, cannot be read.
pub(crate) fn files(ctx: &Ctx, common: &Common) -> Result<Result<Vec<RecentFile>, Silence>> {
    let Some(session) = &common.session_id else {
        return Ok(Err(Silence::NoSession));
    };
    let limit = policy::load(ctx)?.limit(common.agent_type.as_deref());
    if limit == 0 {
        return Ok(Err(Silence::TurnedOff));
    }
    let Some(state) = ctx.state() else { return Ok(Err(Silence::NothingRecorded)) };
    let files = recent_files(state, session, limit);
    let files = files.context("could not look up the files of the session")?;
    Ok(files.ok_or(Silence::NothingRecorded))
}
