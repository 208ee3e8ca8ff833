//! The event: gather (run the steps), decide (what to tell), record (what was told).

use anyhow::Result;
use hook_protocol::{PostToolUse, PostToolUseReply};
use hook_runtime::Ctx;

use crate::decide::{Told, tell};
use crate::gather::{self, work};
use crate::words::Nothing;
use crate::{policy, record, words};

/// Formats and checks what was written. In a dry run it says with what: nobody knows what a
/// program leaves behind, so none is started.
pub(crate) fn post_tool_use(ctx: &Ctx, event: &PostToolUse) -> Result<PostToolUseReply> {
    let job = match gather::job(ctx, event)? {
        Ok(job) => job,
        Err(Nothing::Untrusted) => return Ok(untrusted(ctx, event)),
        Err(_) => return Ok(PostToolUseReply::default()),
    };
    if ctx.is_dry_run() {
        let words =
            job.files.iter().map(|file| words::would_run(&job.steps(file), &file.target.told()));
        let words = words.collect::<Vec<_>>().join("\n");
        return Ok(PostToolUseReply::default().with_context(words));
    }
    ctx.expect_delay();
    let reports = job.files.iter().map(|file| {
        let report = work::run(ctx, &job.steps(file), &file.target, &file.edit);
        (file.target.told(), record::news(ctx, &event.common, report))
    });
    let reports: Vec<_> = reports.collect();
    Ok(reply(tell(&reports, job.policy.budget)))
}

/// Says once in a session why no step is run.
fn untrusted(ctx: &Ctx, event: &PostToolUse) -> PostToolUseReply {
    let session = event.common.session_id.as_deref();
    let file = ctx.configuration(policy::NAME);
    let notice = file.and_then(|file| person::trust::notice(ctx, session, &file));
    PostToolUseReply::default().with_context(notice.unwrap_or_default())
}

/// A reply that says this.
fn reply(told: Told) -> PostToolUseReply {
    let reply = if told.reason.is_empty() {
        PostToolUseReply::default()
    } else {
        PostToolUseReply::block(told.reason)
    };
    reply.with_context(told.context)
}
