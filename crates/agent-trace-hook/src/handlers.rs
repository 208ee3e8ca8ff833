//! The events: a call that has changed a file, and the end of a turn.

use anyhow::Result;
use hook_protocol::{PostToolUse, PostToolUseReply, Stop, StopReply};
use hook_runtime::Ctx;

use crate::config::Config;
use crate::record::ledger::Ledger;
use crate::{decide, gather, record};

/// Records what a call has put into a file.
pub(crate) fn post_tool_use(ctx: &Ctx, event: &PostToolUse) -> Result<PostToolUseReply> {
    if let (Ok(facts), Some(project)) = (gather::facts(ctx, event), ctx.project()) {
        let path = facts.path.clone();
        let draft = decide::draft(facts);
        let ledger = Ledger::at(project.path(), Config::load_or_default(ctx).rotate_bytes);
        record::append(ctx, &ledger, path.as_str(), |latest| draft.after(latest))?;
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
