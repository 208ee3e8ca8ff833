//! Which requests for more scope a person refused.

use active_intents::{Request, RequestState, Requests};
use anyhow::{Context as _, Result};
use hook_runtime::Ctx;

use crate::gather::session::{self, Actor};

/// The requests of a session that a person refused and that it was not told of.
///
/// # Errors
/// If the requests, or what was told, cannot be read.
pub(crate) fn untold(ctx: &Ctx, actor: &Actor) -> Result<Vec<Request>> {
    let Some(project) = ctx.project() else { return Ok(Vec::new()) };
    let mut refused = Requests::of(&ctx.kept_project(project)).list()?;
    refused.retain(|request| {
        request.state == RequestState::Refused && request.session == actor.session
    });
    if refused.is_empty() {
        return Ok(refused);
    }
    let known = session::read(ctx, &actor.session).context("could not read the choice")?;
    refused.retain(|request| !known.was_told(request.request));
    Ok(refused)
}
