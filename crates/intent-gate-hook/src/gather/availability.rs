//! Whether a session may work on an intent: it exists, its status permits work, and nobody else has it.

use std::time::SystemTime;

use active_intents::{Holder, Intent, Intents, Locks};
use anyhow::{Context as _, Result};
use hook_runtime::Ctx;

use crate::policy::Policy;

/// Whether a session may work on an intent.
#[derive(Debug, Clone)]
pub(crate) enum Availability<'a> {
    /// The file has no such intent.
    Unknown(String),
    /// Its status permits no work.
    Closed(&'a Intent),
    /// Another session has it.
    Locked(&'a Intent, Holder),
    /// Its lock cannot be read or taken.
    Unlockable(&'a Intent, String),
    /// It is the session's, or free; with its lock, if there is one.
    Open(&'a Intent, Option<Holder>),
}

impl<'a> Availability<'a> {
    /// That of the intent `id` for a session.
    pub(crate) fn of(
        intents: &'a Intents,
        locks: &Locks,
        id: &str,
        session: &str,
        now: SystemTime,
    ) -> Self {
        let Some(intent) = intents.get(id) else {
            return Self::Unknown(id.to_owned());
        };
        if !intent.status.permits_work() {
            return Self::Closed(intent);
        }
        match locks.holder(&intent.id) {
            Ok(Some(holder)) if holder.shuts_out(session, now) => Self::Locked(intent, holder),
            Ok(holder) => Self::Open(intent, holder),
            Err(err) => Self::Unlockable(intent, err.to_string()),
        }
    }
}

/// The locks of the project, in all worktrees of its clone.
///
/// # Errors
/// If there is no state folder: then nobody can hold an intent.
pub(crate) fn locks(ctx: &Ctx, policy: &Policy) -> Result<Locks> {
    let state = ctx.state().context("there is no state folder, so no intent can be locked")?;
    Ok(Locks::of(state.file(Locks::FOLDER), policy.lock_ttl))
}
