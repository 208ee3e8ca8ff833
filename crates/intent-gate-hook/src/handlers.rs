//! The events: gather, decide, record.

mod calls;
mod sessions;
#[cfg(test)]
mod tests;

pub(crate) use calls::{examine, post_tool_use, pre_tool_use};
pub(crate) use sessions::{
    pre_compact, session_end, session_start, subagent_start, subagent_stop, user_prompt_submit,
};
