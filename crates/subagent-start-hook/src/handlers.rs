//! The event: gather, decide, record.

use anyhow::Result;
use hook_protocol::{Common, SubagentStart, SubagentStartReply};
use hook_runtime::Ctx;

use crate::words::Silence;
use crate::{decide, gather, record};

/// Tells a new subagent the files of its session.
pub(crate) fn subagent_start(ctx: &Ctx, event: &SubagentStart) -> Result<SubagentStartReply> {
    let silence = SubagentStartReply::default();
    let Ok(files) = told(ctx, &event.common)? else { return Ok(silence) };
    let is_first = if ctx.is_dry_run() {
        !record::was_told(ctx, &event.common)
    } else {
        record::is_first(ctx, &event.common)
    };
    Ok(if is_first { SubagentStartReply::context(files) } else { silence })
}

/// What the subagent of an event is told, or why nothing. Remembers nothing.
///
/// # Errors
/// If the configuration, or what was recorded, cannot be read.
pub(crate) fn told(ctx: &Ctx, common: &Common) -> Result<Result<String, Silence>> {
    let files = gather::files(ctx, common)?;
    Ok(files.and_then(|files| decide::list(&files).ok_or(Silence::NoFiles)))
}
