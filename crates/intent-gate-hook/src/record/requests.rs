//! Requests for more scope: what was asked for, and of which refusals the agent was told.

use active_intents::{NewRequest, Request, Requests};
use anyhow::{Context as _, Result};
use hook_runtime::Ctx;
use project_paths::ProjectRoot;
use secrets::redact;

use crate::gather::session::Actor;
use crate::record::lock::PATIENCE;
use crate::record::session;

/// Writes a request down, its reason without secrets. Its paths stay as they are: they
/// become a part of the scope.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn record(ctx: &Ctx, project: &ProjectRoot, new: &NewRequest<'_>) -> Result<Request> {
    let new = NewRequest { reason: &redact(new.reason), ..*new };
    Ok(Requests::of(&ctx.kept_project(project)).record(&new, ctx.patience(PATIENCE))?)
}

/// Remembers that the session is told of these refusals; those of which nobody else
/// has told it meanwhile.
///
/// # Errors
/// If that cannot be remembered.
pub(crate) fn tell(ctx: &Ctx, actor: &Actor, mut refused: Vec<Request>) -> Result<Vec<Request>> {
    if refused.is_empty() {
        return Ok(refused);
    }
    let told = session::update(ctx, &actor.session, |session| {
        refused.retain(|request| session.tell(request.request));
        refused
    });
    told.context("could not save what the agent was told")
}
