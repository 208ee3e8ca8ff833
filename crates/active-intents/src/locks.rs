//! Who works on which intent: a folder with a file `<id>.json` for each intent that somebody has chosen.
//!
//! The folder is in the state folder of a project, which all worktrees of a clone share. A lock says until when it is
//! valid, even if its process is gone. It belongs to a session: the subagents of one share it. Every change of a lock
//! reads it first, and both happen while all others are shut out of the folder, by a lock of the operating system that
//! ends with its process. So of two sessions that want an intent at the same instant exactly one gets it.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use crate::folder::{Content, Folder, FolderError, failed};
use crate::id::IntentId;
use crate::lease::Lease;
use crate::lock::{Claim, Holder, Lock};
use crate::tokens;

/// More than a team works on.
const MAX_LOCKS: usize = 1000;

/// A lock that is valid for longer is not a lock but a decision.
const MAX_TTL: Duration = Duration::from_secs(366 * 24 * 60 * 60);

/// A lock that was renewed less than this before is fresh: each renewal replaces a
/// file, and a session at work makes many changes a minute.
const MIN_RENEWAL: Duration = Duration::from_secs(60);

/// The locks of a project.
#[derive(Debug, Clone)]
pub struct Locks {
    folder: Folder,
    ttl: Duration,
}

/// What became of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Taken {
    /// The intent was free.
    Created,
    /// The session had it already, and now has it for longer.
    Renewed,
    /// This holder's lock was no longer valid.
    Over(Holder),
    /// This holder has it, and nothing was changed.
    HeldBy(Holder),
    /// The session has it by this lease, which has lapsed, or no longer at all. Nothing was changed.
    Lapsed(Option<Lease>),
}

/// What became of a release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Released {
    /// This lock was the session's and is gone.
    Gone(Box<Lock>),
    /// There was none.
    Free,
    /// It is this holder's, and stays.
    HeldBy(Holder),
}

impl Locks {
    /// The name of their folder in the state folder of a project.
    pub const FOLDER: &str = "intent-locks";

    /// The locks in `folder`, each of which is valid for `ttl`, a year at most, after it was
    /// taken or renewed. Nothing is touched.
    pub fn of(folder: PathBuf, ttl: Duration) -> Locks {
        Locks { folder: Folder::private(folder), ttl: ttl.min(MAX_TTL) }
    }

    /// Who has the lock of an intent, even if it is no longer valid; `None` if there is no lock.
    ///
    /// # Errors
    /// If it or its folder is something else, or cannot be read.
    pub fn holder(&self, id: &IntentId) -> Result<Option<Holder>, FolderError> {
        let content = self.folder.read(&file_name(id))?;
        Ok(content.map(|content| self.holder_of(&content)))
    }

    /// Takes the lock for a session, or renews the one that it has, even if it has expired,
    /// unless somebody else has it. A lease is never changed, and a lock whose lease has lapsed is not renewed.
    ///
    /// # Errors
    /// As [`Locks::holder`], if the lock cannot be written, and as `TimedOut` if
    /// others keep the folder to themselves for longer than `wait`.
    pub fn take(
        &self,
        id: &IntentId,
        claim: &Claim<'_>,
        wait: Duration,
    ) -> Result<Taken, FolderError> {
        let _alone = self.folder.enter(wait)?;
        match self.holder(id)? {
            Some(holder) if holder.shuts_out(claim.session, claim.now) => Ok(Taken::HeldBy(holder)),
            Some(Holder::Session(lock)) if lock.session == claim.session => {
                self.put_renewed(id, *lock, claim)
            }
            found => {
                self.put(id, &self.next(id, claim, found.as_ref())?)?;
                Ok(found.map_or(Taken::Created, Taken::Over))
            }
        }
    }

    /// Renews the lock that a session has, as [`take`](Self::take) does, and takes none.
    ///
    /// # Errors
    /// As [`Locks::take`].
    pub fn renew(
        &self,
        id: &IntentId,
        claim: &Claim<'_>,
        wait: Duration,
    ) -> Result<Taken, FolderError> {
        let _alone = self.folder.enter(wait)?;
        match self.holder(id)? {
            Some(holder) if holder.shuts_out(claim.session, claim.now) => Ok(Taken::HeldBy(holder)),
            Some(Holder::Session(lock)) if lock.session == claim.session => {
                self.put_renewed(id, *lock, claim)
            }
            _ => Ok(Taken::Lapsed(None)),
        }
    }

    /// Takes the lock for a session that could not ask the authority: it is marked as unconfirmed.
    /// A lapsed lease is given up.
    ///
    /// # Errors
    /// As [`Locks::take`].
    pub fn take_unconfirmed(
        &self,
        id: &IntentId,
        claim: &Claim<'_>,
        wait: Duration,
    ) -> Result<Taken, FolderError> {
        let _alone = self.folder.enter(wait)?;
        let found = self.holder(id)?;
        if let Some(holder) = &found
            && holder.shuts_out(claim.session, claim.now)
        {
            return Ok(Taken::HeldBy(holder.clone()));
        }
        let (lock, taken) = match found {
            Some(Holder::Session(lock)) if lock.session == claim.session && lock.unconfirmed => {
                (self.renewed(*lock, claim), Taken::Renewed)
            }
            found => {
                let lock = self.next(id, claim, found.as_ref())?;
                (lock, found.map_or(Taken::Created, Taken::Over))
            }
        };
        self.put(id, &Lock { unconfirmed: true, ..lock })?;
        Ok(taken)
    }

    /// Writes the lock of a session to which the authority has granted a lease, unless another session of this
    /// machine has a valid lock.
    ///
    /// # Errors
    /// As [`Locks::take`].
    pub fn put_lease(
        &self,
        id: &IntentId,
        claim: &Claim<'_>,
        lease: Lease,
        wait: Duration,
    ) -> Result<Taken, FolderError> {
        let _alone = self.folder.enter(wait)?;
        let (lock, taken) = match self.holder(id)? {
            Some(holder) if holder.shuts_out(claim.session, claim.now) => {
                return Ok(Taken::HeldBy(holder));
            }
            Some(Holder::Session(lock)) if lock.session == claim.session => {
                (self.renewed(*lock, claim), Taken::Renewed)
            }
            found => {
                let lock = Lock::new(claim, self.ttl, lease.token);
                (lock, found.map_or(Taken::Created, Taken::Over))
            }
        };
        tokens::note(&self.folder, id, lease.token)?;
        self.put(id, &Lock { token: lease.token, lease: Some(lease), unconfirmed: false, ..lock })?;
        Ok(taken)
    }

    /// Writes the lease of a lock anew, if the lock is still this session's and has a lease with this token. Whether
    /// it is.
    ///
    /// # Errors
    /// As [`Locks::take`].
    pub fn renew_lease(
        &self,
        id: &IntentId,
        session: &str,
        lease: Lease,
        wait: Duration,
    ) -> Result<bool, FolderError> {
        let _alone = self.folder.enter(wait)?;
        match self.holder(id)? {
            Some(Holder::Session(lock))
                if lock.session == session
                    && lock.lease.as_ref().is_some_and(|old| old.token == lease.token) =>
            {
                self.put(id, &Lock { lease: Some(lease), ..*lock })?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Removes a lock whose lease is lost, if it is still this session's and has this token. Whether it was.
    ///
    /// # Errors
    /// As [`Locks::take`].
    pub fn drop_lease(
        &self,
        id: &IntentId,
        session: &str,
        token: u64,
        wait: Duration,
    ) -> Result<bool, FolderError> {
        let is_it = |lock: &Lock| lock.session == session && lock.token == token;
        Ok(matches!(self.remove_if(id, wait, is_it)?, Released::Gone(_)))
    }

    /// Whether a session has a lock that was taken or renewed less than a minute before, or than a tenth of its time, so
    /// that it need not be renewed.
    pub fn is_fresh(&self, holder: &Holder, session: &str, now: SystemTime) -> bool {
        let Holder::Session(lock) = holder else { return false };
        if lock.session != session || lock.has_lapsed(now) {
            return false;
        }
        let renewed = lock.expires.checked_sub(self.ttl);
        let age = renewed.and_then(|renewed| now.duration_since(renewed).ok());
        age.is_some_and(|age| age < MIN_RENEWAL.min(self.ttl / 10))
    }

    /// Removes the lock if it is the session's, even if it is no longer valid.
    ///
    /// # Errors
    /// As [`Locks::take`].
    pub fn release(
        &self,
        id: &IntentId,
        session: &str,
        wait: Duration,
    ) -> Result<Released, FolderError> {
        self.remove_if(id, wait, |lock| lock.session == session)
    }

    /// Removes the lock, whoever has it, even if it cannot be read. Whether there was one.
    ///
    /// # Errors
    /// If it cannot be removed, or as [`Locks::take`].
    pub fn remove(&self, id: &IntentId, wait: Duration) -> Result<bool, FolderError> {
        let _alone = self.folder.enter(wait)?;
        self.folder.remove(&file_name(id))
    }

    /// The intent that a session works on at the time `now`, and the token of its valid lock:
    /// its agent's own, else one that no subagent chose, else any of the
    /// session's. A lock that cannot be read is no one's.
    ///
    /// # Errors
    /// If the folder is something else, or cannot be read.
    pub fn held_by(
        &self,
        session: &str,
        agent: Option<&str>,
        now: SystemTime,
    ) -> Result<Option<(IntentId, u64)>, FolderError> {
        let held = self.list()?.into_iter().filter_map(|(id, holder)| match holder {
            Holder::Session(lock) if lock.session == session && lock.is_valid(now) => {
                let chosen_by = lock.agent.as_deref();
                let distance =
                    if chosen_by == agent { 0 } else { 1 + u8::from(chosen_by.is_some()) };
                Some((distance, id, lock.token))
            }
            _ => None,
        });
        Ok(held.min_by_key(|(distance, ..)| *distance).map(|(_, id, token)| (id, token)))
    }

    /// The intents that a session has locked, even if no longer validly, each with the subagent
    /// that chose it. A lock that cannot be read is no one's.
    ///
    /// # Errors
    /// If the folder is something else, or cannot be read.
    pub fn of_session(
        &self,
        session: &str,
    ) -> Result<Vec<(IntentId, Option<String>)>, FolderError> {
        let held = |(id, holder)| match holder {
            Holder::Session(lock) if lock.session == session => Some((id, lock.agent)),
            _ => None,
        };
        Ok(self.list()?.into_iter().filter_map(held).collect())
    }

    /// All locks, ordered by intent, even if they are no longer valid. What cannot be opened is left out.
    ///
    /// # Errors
    /// If the folder is something else, or cannot be read.
    pub fn list(&self) -> Result<Vec<(IntentId, Holder)>, FolderError> {
        let ids = self.ids()?.into_iter().take(MAX_LOCKS);
        Ok(ids.filter_map(|id| self.holder(&id).ok()?.map(|holder| (id, holder))).collect())
    }

    /// The ids of the intents that have a lock, even if it is no longer valid.
    ///
    /// # Errors
    /// If the folder is something else, or cannot be read.
    pub fn ids(&self) -> Result<Vec<IntentId>, FolderError> {
        let names = self.folder.list()?;
        Ok(names.iter().filter_map(|name| IntentId::new(name.strip_suffix(".json")?)).collect())
    }

    fn put_renewed(
        &self,
        id: &IntentId,
        lock: Lock,
        claim: &Claim<'_>,
    ) -> Result<Taken, FolderError> {
        match lock.lease {
            Some(lease) if !lease.is_valid(claim.now) => Ok(Taken::Lapsed(Some(lease))),
            _ => self.put(id, &self.renewed(lock, claim)).map(|()| Taken::Renewed),
        }
    }

    /// The lock of a session that has it already, for longer.
    fn renewed(&self, lock: Lock, claim: &Claim<'_>) -> Lock {
        let host = claim.host.to_owned();
        Lock { host, pid: claim.pid, expires: claim.now + self.ttl, ..lock }
    }

    /// The lock of a session that did not have it, with the next token.
    fn next(
        &self,
        id: &IntentId,
        claim: &Claim<'_>,
        before: Option<&Holder>,
    ) -> Result<Lock, FolderError> {
        let last = match before {
            Some(Holder::Session(lock)) => lock.token,
            _ => 0,
        };
        let token = tokens::raise(&self.folder, id, last.saturating_add(1))?;
        Ok(Lock::new(claim, self.ttl, token))
    }

    fn put(&self, id: &IntentId, lock: &Lock) -> Result<(), FolderError> {
        let name = file_name(id);
        let written =
            |err: serde_json::Error| failed("write", &self.folder.file(&name))(err.into());
        let mut bytes = serde_json::to_vec(lock).map_err(written)?;
        bytes.push(b'\n');
        self.folder.put(&name, &bytes)
    }

    fn remove_if(
        &self,
        id: &IntentId,
        wait: Duration,
        is_it: impl Fn(&Lock) -> bool,
    ) -> Result<Released, FolderError> {
        if self.holder(id)?.is_none() {
            return Ok(Released::Free);
        }
        let _alone = self.folder.enter(wait)?;
        match self.holder(id)? {
            None => Ok(Released::Free),
            Some(Holder::Session(lock)) if is_it(&lock) => {
                self.folder.remove(&file_name(id))?;
                Ok(Released::Gone(lock))
            }
            Some(holder) => Ok(Released::HeldBy(holder)),
        }
    }

    fn holder_of(&self, content: &Content) -> Holder {
        match serde_json::from_slice(&content.bytes) {
            Ok(lock) => Holder::Session(Box::new(lock)),
            Err(_) => Holder::Unknown { expires: content.modified + self.ttl },
        }
    }
}

fn file_name(id: &IntentId) -> String {
    format!("{id}.json")
}
