//! How an intent stands: whether there is such a one, whether it permits work, and
//! who has it.

use std::time::{Duration, SystemTime};

use active_intents::{Claim, FolderError, Holder, Intent, IntentId, Intents, Locks, Taken};
use hook_runtime::Ctx;
use project_paths::ProjectRoot;

use crate::gather::session::Actor;
use crate::policy::Policy;

/// How long the folder of locks is waited for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);

/// How an intent stands for a session.
#[derive(Debug, Clone)]
pub(crate) enum Standing<'a> {
    /// The file has no such intent.
    Unknown(String),
    /// Its status permits no work.
    Closed(&'a Intent),
    /// Somebody else has it.
    Locked(&'a Intent, Holder),
    /// Who has it cannot be told, or it cannot be taken.
    Unlockable(&'a Intent, String),
    /// It is the session's, or free.
    Open(&'a Intent),
}

impl<'a> Standing<'a> {
    /// How the intent `id` stands for a session.
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
            Ok(_) => Self::Open(intent),
            Err(err) => Self::Unlockable(intent, err.to_string()),
        }
    }
}

/// The locks of a project.
pub(crate) fn locks(project: &ProjectRoot, policy: &Policy) -> Locks {
    Locks::of(project.path(), policy.lock_ttl)
}

/// Takes the lock of an intent for an actor, or renews it.
///
/// # Errors
/// If the lock cannot be read or written.
pub(crate) fn take(
    ctx: &Ctx,
    locks: &Locks,
    id: &IntentId,
    actor: &Actor,
) -> Result<Taken, FolderError> {
    let host = host(ctx);
    let claim = Claim {
        session: &actor.session,
        agent: actor.agent.as_deref(),
        host: &host,
        pid: ctx.env("CLAUDE_PID").and_then(|pid| pid.parse().ok()),
        now: ctx.now(),
    };
    locks.take(id, &claim, ctx.patience(PATIENCE))
}

/// The name of this machine.
fn host(ctx: &Ctx) -> String {
    let of_system = || rustix::system::uname().nodename().to_string_lossy().into_owned();
    ctx.env("HOSTNAME").unwrap_or_else(of_system)
}
