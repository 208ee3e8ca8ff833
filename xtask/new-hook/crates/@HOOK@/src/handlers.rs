//! The events: gather, decide, record, reply.

use anyhow::Result;
use hook_protocol::{SessionStart, SessionStartReply};
use hook_runtime::Ctx;

use crate::decide::{Decision, decide};
use crate::gather::facts;
use crate::{policy, record};

/// Tells the agent what the configuration says.
pub(crate) fn session_start(ctx: &Ctx, event: &SessionStart) -> Result<SessionStartReply> {
    Ok(match decide(&policy::load(ctx)?, facts(event)) {
        Decision::Tell(text) => {
            if !ctx.is_dry_run() {
                record::told(ctx, &event.common, &text);
            }
            SessionStartReply::context(text)
        }
        Decision::Silent(_) => SessionStartReply::default(),
    })
}
