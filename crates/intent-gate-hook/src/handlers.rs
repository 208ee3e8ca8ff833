//! The events: gather, have it decided, record, reply.

mod calls;
mod orders;
mod origin;
mod plan_notices;
mod sessions;
#[cfg(test)]
mod tests;

use hook_runtime::{Ctx, OnFailure};

use crate::config;
use crate::gather::load;
use crate::words::denials;

pub(crate) use calls::{guarding, post_tool_use, pre_skill_shell_command, pre_tool_use};
pub(crate) use orders::{choose, unconfirmed};
pub(crate) use plan_notices::post_tool_use_failure;
pub(crate) use sessions::{
    pre_compact, session_end, session_start, subagent_start, subagent_stop, user_prompt_submit,
};

/// What a failure of the gate means. Asked for when its files may be broken.
pub(crate) fn on_failure(ctx: &Ctx) -> OnFailure {
    let is_there =
        ctx.project().is_some_and(|project| load::has_intents(&ctx.kept_project(project)));
    match load::on_failure(ctx) {
        config::OnFailure::Closed if is_there => {
            OnFailure::Closed { way_out: denials::MEND.to_owned() }
        }
        _ => OnFailure::Open,
    }
}
