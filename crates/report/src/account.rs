//! The account of calls.
//!
//! It has a line for each call on which a hook answered or failed; with `account: all`, for every
//! call (docs/engine.md).

use std::time::SystemTime;

use anyhow::Result;
use hook_chain::LoggedCall;
use hook_chain::people::{calls_of, is_since};
use hook_runtime::Ctx;

/// A part of the account.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Only what happened after this.
    pub since: Option<SystemTime>,
    /// Only this session.
    pub session: Option<String>,
}

impl Wanted {
    /// The calls of this part, the oldest first.
    ///
    /// # Errors
    /// If there is no state folder, or the account cannot be read.
    pub fn calls(&self, ctx: &Ctx) -> Result<Vec<LoggedCall>> {
        let young = calls_of(ctx)?.filter(|line| is_since(line, self.since));
        Ok(young
            .filter_map(LoggedCall::parse)
            .filter(|call| self.is_of(&call.session_id))
            .collect())
    }

    /// Whether a session is part of it.
    pub(crate) fn is_of(&self, session: &str) -> bool {
        self.session.as_deref().is_none_or(|wanted| wanted == session)
    }
}
