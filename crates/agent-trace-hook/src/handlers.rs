//! The events: a call that has changed files, and the end of a turn.

use anyhow::Result;
use hook_protocol::{PostToolUse, PostToolUseReply, Stop, StopReply};
use hook_runtime::Ctx;

use crate::config::Config;
use crate::record::trace::Record;
use crate::{decide, gather, record};

/// Records what a call has put into files.
pub(crate) fn post_tool_use(ctx: &Ctx, event: &PostToolUse) -> Result<PostToolUseReply> {
    let Ok(facts) = gather::facts(ctx, event) else {
        return Ok(PostToolUseReply::default());
    };
    for checkout in &facts.checkouts {
        let drafts = decide::drafts(&facts, checkout).into_iter().map(|draft| {
            let path = draft.record.path().unwrap_or_default().to_owned();
            (path, move |latest: Option<&Record>| draft.after(latest))
        });
        let common = &event.common;
        // One call may write to two worktrees, whose branches may be merged.
        let worktree = checkout
            .root
            .git_dirs()
            .and_then(|git| Some(git.own.file_name()?.to_string_lossy().into_owned()));
        let of_this_call = [
            Some(facts.timestamp.as_str()),
            common.session_id.as_deref(),
            event.tool_use_id.as_deref(),
            worktree.as_deref(),
        ];
        let origin = of_this_call.map(Option::unwrap_or_default);
        record::append(ctx, &checkout.root, &origin, drafts)?;
    }
    Ok(PostToolUseReply::default())
}

/// Signs how far the chain has come, if there is a key.
pub(crate) fn stop(ctx: &Ctx, event: &Stop) -> Result<StopReply> {
    let config = Config::load(ctx)?;
    if let (Some(project), Some(key)) = (ctx.project(), config.sign_key(ctx)) {
        let root = project.checkout_of(&ctx.real_paths(), ctx.cwd(), ".");
        let chain = record::own_chain::current(ctx, &root)?;
        let session = event.common.session_id.as_deref();
        chain.map_or(Ok(()), |chain| record::sign(ctx, &chain, &key, session))?;
    }
    Ok(StopReply::default())
}
