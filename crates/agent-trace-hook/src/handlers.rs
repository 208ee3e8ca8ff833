//! The events: a call that has changed files, and the end of a turn.

use anyhow::Result;
use hook_protocol::{PostToolUse, PostToolUseReply, Stop, StopReply};
use hook_runtime::Ctx;

use crate::config::Config;
use crate::record::ledger::Ledger;
use crate::record::trace::Record;
use crate::{decide, gather, record};

/// Records what a call has put into files.
pub(crate) fn post_tool_use(ctx: &Ctx, event: &PostToolUse) -> Result<PostToolUseReply> {
    if let (Ok(facts), Some(project)) = (gather::facts(ctx, event), ctx.project()) {
        let ledger = Ledger::at(project.path(), Config::load_or_default(ctx).rotate_bytes);
        let drafts = decide::drafts(&facts).into_iter().map(|draft| {
            let path = draft.record.path().unwrap_or_default().to_owned();
            (path, move |latest: Option<&Record>| draft.after(latest))
        });
        record::append(ctx, &ledger, drafts)?;
    }
    Ok(PostToolUseReply::default())
}

/// Signs how far the chain has come, if there is a key.
pub(crate) fn stop(ctx: &Ctx, event: &Stop) -> Result<StopReply> {
    let config = Config::load(ctx)?;
    if let (Some(project), Some(key)) = (ctx.project(), config.sign_key(ctx)) {
        let ledger = Ledger::at(project.path(), config.rotate_bytes);
        record::sign(ctx, &ledger, &key, event.common.session_id.as_deref())?;
    }
    Ok(StopReply::default())
}
