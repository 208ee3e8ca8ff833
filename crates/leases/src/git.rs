//! Refs of a Git repository as the authority: the remote that a team shares anyway.
//!
//! `refs/tacklebox/leases/<intent>` names a commit without files whose message is a [`Record`]. A push says which commit
//! it replaces, and a server takes it only if that commit is still there: compare and swap, on any Git server. Each
//! renewal is a new commit. A server does not measure time, so each machine does: a commit that this machine has seen
//! unchanged for longer than the lease lasts has run out. The holder counts from before its push and everybody else
//! from after it.
//!
//! Git runs in a repository of its own, which is only a cache: if an operation fails in it, it is deleted.

mod cache;
mod observation;
mod record;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use crate::{Authority, AuthorityError, Claim, Claimed, Held, Holder, boot_clock};
use cache::{Cache, Push};
use observation::Observations;
use record::Record;

/// How a lease is asked for.
#[derive(Debug, Clone)]
pub struct GitSettings {
    /// The address of the repository, or the path of one.
    pub url: String,
    /// A folder of this machine alone: the cache, and when each commit was seen first.
    pub state: PathBuf,
    /// The configuration of the clone, from which the credentials are taken, as `git config --list` prints it.
    pub config: Vec<(String, String)>,
    /// How long a lease lasts after it was granted or renewed.
    pub ttl: Duration,
    /// How long each operation of Git may take.
    pub deadline: Duration,
}

/// The authority.
#[derive(Debug)]
pub struct Git {
    settings: GitSettings,
}

/// The refs as they are, while nobody else on this machine uses the cache.
struct Session {
    cache: Cache,
    leases: BTreeMap<String, (String, Record)>,
    seen: Observations,
}

impl Git {
    /// An authority by `settings`. Nothing is touched yet.
    pub fn new(settings: GitSettings) -> Git {
        Git { settings }
    }

    fn open(&self) -> Result<Session, AuthorityError> {
        let cache = Cache::open(&self.settings)?;
        let leases = cache.fetch()?;
        let mut seen = Observations::load(&self.settings.state, &boot_clock::boot_id());
        seen.update(&leases, boot_clock::now());
        seen.save().map_err(|err| AuthorityError::Local(err.to_string()))?;
        Ok(Session { cache, leases, seen })
    }

    fn record(&self, claim: &Claim, token: u64, since: SystemTime) -> Record {
        Record::new(claim, token, since, self.settings.ttl)
    }
}

impl Session {
    /// How long a lease of somebody else still lasts, as far as this machine can tell.
    fn left(&self, intent: &str, oid: &str, record: &Record) -> Duration {
        if record.is_free {
            return Duration::ZERO;
        }
        let age = self.seen.age(intent, oid, boot_clock::now());
        record.ttl().saturating_sub(age)
    }

    fn holder(&self, intent: &str, oid: &str, record: &Record) -> Holder {
        Holder {
            claim: record.claim(intent),
            token: record.token,
            left: self.left(intent, oid, record),
        }
    }
}

impl Authority for Git {
    fn ttl(&self) -> Duration {
        self.settings.ttl
    }

    fn claim(&mut self, claim: &Claim) -> Result<Claimed, AuthorityError> {
        let mut session = self.open()?;
        let now = claim.now;
        let intent = claim.intent.as_str();
        // A ref that was deleted does not give its tokens again.
        let known = session.seen.token(intent);
        let (old, token, since) = match session.leases.get(intent) {
            None => (None, known + 1, now),
            Some((oid, record)) if record.is_of(claim) => {
                (Some(oid.clone()), record.token.max(known), record.since().unwrap_or(now))
            }
            Some((oid, record)) if session.left(intent, oid, record).is_zero() => {
                (Some(oid.clone()), record.token.max(known) + 1, now)
            }
            Some((oid, record)) => return Ok(Claimed::HeldBy(session.holder(intent, oid, record))),
        };
        let new = session.cache.commit(&self.record(claim, token, since))?;
        let push = Push { intent: intent.to_owned(), old, new: new.clone() };
        if session.cache.push(&[push])?.contains(&true) {
            session.seen.note(intent, &new, token, boot_clock::now());
            session.seen.save().map_err(|err| AuthorityError::Local(err.to_string()))?;
            return Ok(Claimed::Granted(token));
        }
        drop(session);
        let session = self.open()?;
        match session.leases.get(intent) {
            Some((oid, record)) => Ok(Claimed::HeldBy(session.holder(intent, oid, record))),
            None => Err(AuthorityError::Invalid(format!(
                "a push to {intent} was rejected, but it has no lease"
            ))),
        }
    }

    fn renew(&mut self, held: &[Held]) -> Result<Vec<bool>, AuthorityError> {
        let session = self.open()?;
        let mut pushes = Vec::new();
        let mut places = Vec::new();
        for (place, held) in held.iter().enumerate() {
            let Some((oid, record)) = session.leases.get(&held.claim.intent) else { continue };
            // An answer may have been lost, so the commit may be a later one of ours.
            if !record.is_of(&held.claim) || record.token != held.token {
                continue;
            }
            let since = record.since().unwrap_or(held.claim.now);
            let new = session.cache.commit(&self.record(&held.claim, record.token, since))?;
            pushes.push(Push { intent: held.claim.intent.clone(), old: Some(oid.clone()), new });
            places.push(place);
        }
        let mut renewed = vec![false; held.len()];
        if pushes.is_empty() {
            return Ok(renewed);
        }
        let done = session.cache.push(&pushes)?;
        for (place, done) in places.into_iter().zip(done) {
            if let Some(slot) = renewed.get_mut(place) {
                *slot = done;
            }
        }
        Ok(renewed)
    }

    fn release(&mut self, held: &Held) -> Result<bool, AuthorityError> {
        let session = self.open()?;
        let intent = held.claim.intent.as_str();
        let Some((oid, record)) = session.leases.get(intent) else { return Ok(false) };
        if !record.is_of(&held.claim) || record.token != held.token {
            return Ok(false);
        }
        let new = session.cache.commit(&record.released())?;
        let push = Push { intent: intent.to_owned(), old: Some(oid.clone()), new };
        Ok(session.cache.push(&[push])?.contains(&true))
    }

    fn holders(&mut self) -> Result<Vec<Holder>, AuthorityError> {
        let session = self.open()?;
        let holder = |(intent, (oid, record)): (&String, &(String, Record))| {
            let holder = session.holder(intent, oid, record);
            (!holder.left.is_zero()).then_some(holder)
        };
        Ok(session.leases.iter().filter_map(holder).collect())
    }
}
