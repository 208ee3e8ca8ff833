//! The locks of a project, and whether a session still has its intent.

use std::ops::Deref;
use std::time::{Duration, SystemTime};

use active_intents::{Holder, Locks};
use anyhow::{Context as _, Result};
use hook_runtime::Ctx;

use crate::config::authority::{Authority, Offline};
use crate::gather::machine::host;
use crate::policy::Policy;

/// The locks of a project, and who grants them.
#[derive(Debug)]
pub(crate) struct ProjectLocks {
    locks: Locks,
    authority: Option<Authority>,
    offline: Offline,
    ttl: Duration,
}

/// Why a session no longer has the intent that it chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lapse {
    /// The lease ended then.
    Ended(SystemTime),
    /// There is no lease of the authority: it was lost or released, or never granted to this machine.
    Missing,
}

impl ProjectLocks {
    /// The locks of the project, in all worktrees of its clone.
    ///
    /// # Errors
    /// If there is no state folder: then nobody can hold an intent.
    pub(crate) fn of(ctx: &Ctx, policy: &Policy) -> Result<Self> {
        let state = ctx.state().context("there is no state folder, so no intent can be locked")?;
        Ok(Self {
            locks: Locks::of(state.file(Locks::FOLDER), policy.lock_ttl),
            // What is over is judged without asking anybody.
            authority: policy.authority.clone().filter(|_| ctx.sandbox().is_none()),
            offline: policy.offline,
            ttl: policy.lock_ttl,
        })
    }

    /// Who grants intents beyond this machine.
    pub(crate) fn authority(&self) -> Option<&Authority> {
        self.authority.as_ref()
    }

    /// Whether an intent may be chosen without an answer.
    pub(crate) fn is_local_allowed(&self) -> bool {
        self.offline == Offline::Local
    }

    /// For how long a lock is valid that is not renewed.
    pub(crate) fn ttl(&self) -> Duration {
        self.ttl
    }

    /// Why a session no longer has an intent that it chose, by the lock of it, which shuts it out no longer. A session
    /// without a lock takes it again, unless there is an authority.
    pub(crate) fn lapse(&self, ctx: &Ctx, session: &str, holder: Option<&Holder>) -> Option<Lapse> {
        let own = match holder {
            Some(Holder::Session(lock)) if lock.session == session => Some(lock),
            _ => None,
        };
        if let Some(lease) = own.and_then(|lock| lock.lease.as_ref())
            && !lease.is_valid(ctx.now())
        {
            return Some(Lapse::Ended(lease.until));
        }
        let authority = self.authority()?;
        let is_held = own.is_some_and(|lock| match &lock.lease {
            Some(lease) => lease.authority == authority.name() && lock.host == host(ctx),
            None => lock.unconfirmed && self.is_local_allowed(),
        });
        (!is_held).then_some(Lapse::Missing)
    }
}

impl Deref for ProjectLocks {
    type Target = Locks;

    fn deref(&self) -> &Locks {
        &self.locks
    }
}
