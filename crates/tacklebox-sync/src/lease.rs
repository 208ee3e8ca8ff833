//! A lease as it is asked for and released, and as a lock file has it.

use std::io;
use std::time::{Duration, Instant, SystemTime};

use active_intents::lease::{BootSpan, Lease, boot_time};
use active_intents::{Holder, IntentId, Lock, Locks, Taken};
use leases::{Authority, AuthorityError, Claimed, Held};
use serde::{Deserialize, Serialize};
use serde_json::Map;

use crate::engine::Asker;
use crate::environment::now;
use crate::lease_state::{LeaseState, Question};
use crate::process::Process;

/// A lease ends for its holder before it ends for the authority: by a twentieth of its time, and by this at least.
const MIN_MARGIN: Duration = Duration::from_secs(1);

/// When a question was about to be sent, by both clocks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment {
    boot: Duration,
    wall: SystemTime,
}

/// What the lock file keeps for renewals. Opaque to hooks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Handle {
    /// The machine that claimed. A lock file may have been copied to another one.
    pub(crate) machine: String,
    /// The process of the session, if known.
    #[serde(default)]
    pub(crate) process: Option<Process>,
}

/// What became of a claim.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// The session has the intent by this token, and the lock file is written over what it was.
    Granted(u64, Taken),
    /// Another session has it.
    HeldBy(leases::Holder),
}

impl Moment {
    pub(crate) fn now() -> Moment {
        Moment { boot: boot_time(), wall: now() }
    }

    /// The lease that was granted or renewed by a question of this moment.
    pub(crate) fn lease(self, asker: &Asker, token: u64, handle: String) -> Lease {
        let ttl = asker.engine().ttl();
        let time = ttl.saturating_sub((ttl / 20).max(MIN_MARGIN));
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Lease {
            authority: asker.engine().name().to_owned(),
            token,
            handle,
            boot: BootSpan { from_ms: millis(self.boot), until_ms: millis(self.boot + time) },
            until: self.wall + time,
            other: Map::new(),
        }
    }
}

impl Handle {
    pub(crate) fn read(lease: &Lease) -> Option<Handle> {
        serde_json::from_str(&lease.handle).ok()
    }

    fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Claims an intent for a session, and writes the lock file. If there is an error none was written, and the keeper will
/// release what the authority may have granted all the same.
///
/// # Errors
/// See [`AuthorityError`].
pub(crate) fn acquire(
    asker: &Asker,
    state: &LeaseState,
    locks: &Locks,
    intent: &IntentId,
    claim: &active_intents::Claim<'_>,
    until: Instant,
) -> Result<Outcome, AuthorityError> {
    // Before the question: the session may end before there is an answer, and its lease is then released.
    let process = claim.pid.and_then(Process::of);
    let question = Question { intent: intent.clone(), session: claim.session.to_owned() };
    let _alone = state.lock_intent(intent, left(until)).map_err(busy)?;
    let is_doubtful = state.note(&question).map_err(local)? && asker.engine().may_execute_late();
    let wanted = asker.claim(intent.as_str(), claim.session);
    let answer = asker.ask(left(until), move |authority| claimed(authority, &wanted, is_doubtful));
    let (before, answer) = answer?;
    let token = match answer {
        Claimed::Granted(token) => token,
        Claimed::HeldBy(holder) => {
            state.forget(&question).map_err(local)?;
            return Ok(Outcome::HeldBy(holder));
        }
    };
    if left(until).is_zero() {
        return Err(AuthorityError::Unreachable("it answered too late".to_owned()));
    }
    let handle = Handle { machine: asker.machine().to_owned(), process }.text();
    let lease = before.lease(asker, token, handle);
    match locks.put_lease(intent, claim, lease, left(until)).map_err(local)? {
        Taken::HeldBy(holder) => {
            let who = holder.session().unwrap_or("another session");
            Err(AuthorityError::Local(format!("{who} of this machine has the lock")))
        }
        replaced => {
            state.forget(&question).map_err(local)?;
            Ok(Outcome::Granted(token, replaced))
        }
    }
}

/// Claims once. Where an earlier release of the same session may still be executed, the token is changed first, so that
/// it meets nothing.
fn claimed(
    authority: &mut dyn Authority,
    claim: &leases::Claim,
    is_doubtful: bool,
) -> Result<(Moment, Claimed), AuthorityError> {
    let asked = Moment::now();
    let claimed = authority.claim(claim)?;
    let Claimed::Granted(token) = claimed else { return Ok((asked, claimed)) };
    if !is_doubtful {
        return Ok((asked, claimed));
    }
    authority.release(&Held { claim: claim.clone(), token })?;
    let asked = Moment::now();
    Ok((asked, authority.claim(claim)?))
}

/// Releases what the authority holds for a session, unless a lock file says that the session has it. Whether there was
/// something.
///
/// # Errors
/// See [`AuthorityError`]; the keeper will try again.
pub(crate) fn release(
    asker: &Asker,
    state: &LeaseState,
    locks: &Locks,
    question: &Question,
    until: Instant,
) -> Result<bool, AuthorityError> {
    let _alone = state.lock_intent(&question.intent, left(until)).map_err(busy)?;
    let lock = locks.holder(&question.intent).map_err(local)?;
    if lock.is_some_and(|lock| is_valid_for(&lock, &question.session)) {
        state.forget(question).map_err(local)?;
        return Ok(false);
    }
    state.note(question).map_err(local)?;
    let wanted = asker.claim(question.intent.as_str(), &question.session);
    let released = asker.ask(left(until), move |authority| {
        let held = authority.holders()?.into_iter().find(|holder| {
            let claim = &holder.claim;
            (&claim.intent, &claim.session, &claim.machine)
                == (&wanted.intent, &wanted.session, &wanted.machine)
        });
        held.map_or(Ok(false), |it| authority.release(&Held { claim: it.claim, token: it.token }))
    })?;
    state.forget(question).map_err(local)?;
    Ok(released)
}

/// Releases an intent, whichever session holds it. Which did.
///
/// # Errors
/// See [`AuthorityError`].
pub(crate) fn take_away(
    asker: &Asker,
    intent: &IntentId,
    limit: Duration,
) -> Result<Option<leases::Holder>, AuthorityError> {
    let intent = intent.to_string();
    asker.ask(limit, move |authority| {
        let mut holders = authority.holders()?.into_iter();
        let Some(holder) = holders.find(|holder| holder.claim.intent == intent) else {
            return Ok(None);
        };
        let (claim, token) = (holder.claim.clone(), holder.token);
        let is_it = |it: &leases::Holder| it.claim.intent == intent && it.token == token;
        if authority.release(&Held { claim, token })? || !authority.holders()?.iter().any(is_it) {
            return Ok(Some(holder));
        }
        let leases::Claim { session, machine, person, .. } = holder.claim;
        let why = format!(
            "session {session} on {machine} still has it, and only {person} can release that"
        );
        Err(AuthorityError::Refused(why))
    })
}

/// The lock of a session, if the holder is one.
pub(crate) fn lock(holder: &Holder) -> Option<&Lock> {
    match holder {
        Holder::Session(lock) => Some(lock),
        Holder::Unknown { .. } => None,
    }
}

fn is_valid_for(holder: &Holder, session: &str) -> bool {
    lock(holder)
        .is_some_and(|lock| lock.session == session && lock.lease.is_some() && lock.is_valid(now()))
}

fn left(until: Instant) -> Duration {
    until.saturating_duration_since(Instant::now())
}

/// Whoever claims or releases the same intent on this machine waits for the same authority.
fn busy(err: io::Error) -> AuthorityError {
    if err.kind() == io::ErrorKind::TimedOut {
        let why = "another process of this machine is still asking";
        return AuthorityError::Unreachable(why.to_owned());
    }
    local(err)
}

/// What this machine could not do itself.
pub(crate) fn local(err: impl std::fmt::Display) -> AuthorityError {
    AuthorityError::Local(err.to_string())
}
