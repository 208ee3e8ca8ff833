//! Whether a session may work on an intent: it exists, its status permits work, and nobody else has it.

use active_intents::{Holder, Intent, Intents};
use hook_runtime::Ctx;

use crate::gather::locks::{Lapse, ProjectLocks};
use crate::gather::sync_program::RemoteHolder;

/// Whether a session may work on an intent.
#[derive(Debug, Clone)]
pub(crate) enum Availability<'a> {
    /// The file has no such intent.
    Unknown(String),
    /// Its status permits no work.
    Closed(&'a Intent),
    /// Another session of this machine has it.
    Locked(&'a Intent, Holder),
    /// A session of another machine has it.
    HeldElsewhere(&'a Intent, RemoteHolder),
    /// The session chose it and has it no longer.
    Lapsed(&'a Intent, Lapse),
    /// The authority gave no answer.
    Unanswered(&'a Intent, String),
    /// Its lock cannot be read or taken.
    Unlockable(&'a Intent, String),
    /// It is the session's, or free; with its lock, if there is one.
    Open(&'a Intent, Option<Holder>),
}

impl<'a> Availability<'a> {
    /// That of an intent which a session would choose, as far as this machine knows.
    pub(crate) fn of(
        ctx: &Ctx,
        intents: &'a Intents,
        locks: &ProjectLocks,
        id: &str,
        session: &str,
    ) -> Self {
        let Some(intent) = intents.get(id) else {
            return Self::Unknown(id.to_owned());
        };
        if !intent.status.permits_work() {
            return Self::Closed(intent);
        }
        match locks.holder(&intent.id) {
            Ok(Some(holder)) if holder.shuts_out(session, ctx.now()) => {
                Self::Locked(intent, holder)
            }
            Ok(holder) => Self::Open(intent, holder),
            Err(err) => Self::Unlockable(intent, err.to_string()),
        }
    }

    /// That of the intent which a session has chosen.
    pub(crate) fn of_chosen(
        ctx: &Ctx,
        intents: &'a Intents,
        locks: &ProjectLocks,
        id: &str,
        session: &str,
    ) -> Self {
        match Self::of(ctx, intents, locks, id, session) {
            Self::Open(intent, holder) => match locks.lapse(ctx, session, holder.as_ref()) {
                Some(lapse) => Self::Lapsed(intent, lapse),
                None => Self::Open(intent, holder),
            },
            other => other,
        }
    }
}
