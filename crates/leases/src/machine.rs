//! The engine of one machine: the locks in a state folder, which all worktrees of a clone share.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use active_intents::{Holder as Owner, IntentId, Lock, Locks, Taken};
use hook_state::StateDir;

use crate::{Authority, AuthorityError, Claim, Claimed, Held, Holder};

/// For how long others may keep the folder to themselves.
const WAIT: Duration = Duration::from_secs(10);

/// The lock under which the holder is compared and then changed: a session is known by its machine too.
const GUARD: &str = "claims";

/// Begins a file's name for an intent whose own name cannot be one; the rest is its text in hexadecimal digits.
const ENCODED: &str = "0x-";

/// Grants leases by [`Locks`].
#[derive(Debug)]
pub struct Machine {
    folder: StateDir,
    locks: Locks,
    ttl: Duration,
}

impl Machine {
    /// Grants leases of `ttl` by the locks in `folder`.
    pub fn new(folder: PathBuf, ttl: Duration) -> Machine {
        Machine { locks: Locks::of(folder.clone(), ttl), folder: StateDir::new(folder), ttl }
    }

    /// The lock of a lease, if it is held by exactly this claim and token.
    fn lock(&self, held: &Held) -> Result<Option<Box<Lock>>, AuthorityError> {
        let Held { claim, token } = held;
        Ok(match self.locks.holder(&id_of(&claim.intent)?).map_err(local)? {
            Some(Owner::Session(lock)) if is_of(&lock, claim) && lock.token == *token => Some(lock),
            _ => None,
        })
    }

    fn take(&self, claim: &Claim) -> Result<Taken, AuthorityError> {
        let wanted = active_intents::Claim {
            session: &claim.session,
            agent: None,
            host: &claim.machine,
            pid: None,
            now: now(),
        };
        self.locks.take(&id_of(&claim.intent)?, &wanted, WAIT).map_err(local)
    }
}

impl Authority for Machine {
    fn ttl(&self) -> Duration {
        self.ttl
    }

    fn claim(&mut self, claim: &Claim) -> Result<Claimed, AuthorityError> {
        let _alone = self.folder.lock(GUARD, WAIT).map_err(local)?;
        let id = id_of(&claim.intent)?;
        let found = self.locks.holder(&id).map_err(local)?;
        if let Some(Owner::Session(lock)) = found
            && lock.session == claim.session
            && lock.host != claim.machine
        {
            if lock.is_valid(now()) {
                return Ok(Claimed::HeldBy(holder_of(&claim.intent, &lock)));
            }
            self.locks.release(&id, &claim.session, WAIT).map_err(local)?;
        }
        if let Taken::HeldBy(Owner::Session(lock)) = self.take(claim)? {
            return Ok(Claimed::HeldBy(holder_of(&claim.intent, &lock)));
        }
        match self.locks.holder(&id).map_err(local)? {
            Some(Owner::Session(lock)) if is_of(&lock, claim) => Ok(Claimed::Granted(lock.token)),
            _ => Err(local("the lock file cannot be read")),
        }
    }

    fn renew(&mut self, held: &[Held]) -> Result<Vec<bool>, AuthorityError> {
        let _alone = self.folder.lock(GUARD, WAIT).map_err(local)?;
        let renew = |held| match self.lock(held)? {
            Some(_) => Ok(matches!(self.take(&held.claim)?, Taken::Renewed)),
            None => Ok(false),
        };
        held.iter().map(renew).collect()
    }

    fn release(&mut self, held: &Held) -> Result<bool, AuthorityError> {
        let _alone = self.folder.lock(GUARD, WAIT).map_err(local)?;
        if self.lock(held)?.is_none() {
            return Ok(false);
        }
        let id = id_of(&held.claim.intent)?;
        self.locks.drop_lease(&id, &held.claim.session, held.token, WAIT).map_err(local)
    }

    fn holders(&mut self) -> Result<Vec<Holder>, AuthorityError> {
        let now = now();
        let listed = self.locks.list().map_err(local)?.into_iter();
        let mut holders: Vec<Holder> = listed
            .filter_map(|(id, owner)| match owner {
                Owner::Session(lock) if lock.is_valid(now) => Some(holder_of(&name_of(&id), &lock)),
                _ => None,
            })
            .collect();
        holders.sort_by(|one, other| one.claim.intent.cmp(&other.claim.intent));
        Ok(holders)
    }
}

fn is_of(lock: &Lock, claim: &Claim) -> bool {
    lock.session == claim.session && lock.host == claim.machine
}

fn holder_of(intent: &str, lock: &Lock) -> Holder {
    Holder {
        claim: Claim {
            intent: intent.to_owned(),
            session: lock.session.clone(),
            machine: lock.host.clone(),
            person: String::new(),
            now: lock.since,
        },
        token: lock.token,
        left: lock.end().duration_since(now()).unwrap_or_default(),
    }
}

fn id_of(intent: &str) -> Result<IntentId, AuthorityError> {
    let plain = IntentId::new(intent).filter(|_| !intent.starts_with(ENCODED));
    let encoded = || {
        let mut name = ENCODED.to_owned();
        for byte in intent.bytes() {
            // Writing to a `String` cannot fail.
            let _ = write!(name, "{byte:02x}");
        }
        IntentId::new(&name)
    };
    plain.or_else(encoded).ok_or_else(|| local("the intent's name is too long"))
}

fn name_of(id: &IntentId) -> String {
    let decoded = || {
        let digits = id.as_str().strip_prefix(ENCODED)?.as_bytes();
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        String::from_utf8(digits.chunks(2).map(byte).collect::<Option<_>>()?).ok()
    };
    decoded().unwrap_or_else(|| id.to_string())
}

#[expect(clippy::disallowed_methods, reason = "whoever asks an authority has no context of a hook")]
fn now() -> SystemTime {
    SystemTime::now()
}

fn local(err: impl std::fmt::Display) -> AuthorityError {
    AuthorityError::Local(err.to_string())
}
