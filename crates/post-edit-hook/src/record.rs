//! What was told once in a session.

use std::time::Duration;

use hook_protocol::Common;
use hook_runtime::Ctx;
use hook_state::StateDir;

use crate::gather::step::Cause;
use crate::gather::work::Report;
use crate::policy::OnFailure;

/// The folder of markers in the state folder, one for each program that could not
/// be started in a session.
const FOLDER: &str = "post-edit-told";

/// For how long a session is known to have been told.
const KEPT_FOR: Duration = Duration::from_secs(30 * 24 * 3600);

/// A report without the programs of which the session knows that they cannot be
/// started. What is not told is not known, either.
pub(crate) fn news(ctx: &Ctx, common: &Common, mut report: Report) -> Report {
    report.failures.retain(|failure| match failure.cause {
        Cause::NotStarted(_) if failure.wanted == OnFailure::Ignore => false,
        Cause::NotStarted(_) => is_news(ctx, common, &failure.program),
        _ => true,
    });
    report
}

fn is_news(ctx: &Ctx, common: &Common, program: &str) -> bool {
    let Some(state) = ctx.state() else { return true };
    let told = StateDir::new(state.file(FOLDER));
    let session = common.session_id.as_deref().unwrap_or_default();
    let is_first = told.once(&format!("{session}.{program}"));
    if let (Ok(true), Some(before)) = (&is_first, ctx.now().checked_sub(KEPT_FOR)) {
        // Rare enough: the first time that a session misses a program.
        if let Err(err) = told.sweep(before) {
            ctx.report(format_args!("could not sweep old markers: {err}"));
        }
    }
    is_first.unwrap_or_else(|err| {
        ctx.report(format_args!("could not record that the agent was told: {err}"));
        true
    })
}
