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
mod lease_ref;
mod observation;
mod record;

use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use crate::{Authority, AuthorityError, Claim, Claimed, Held, Holder, Tokens, boot_clock};
use cache::{Cache, Push};
pub use lease_ref::LeaseRef;
use lease_ref::{Listed, name};
use observation::Observations;
use record::{MAX_TOKEN, Record};

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
    /// How long an answer may take, all operations of Git together.
    pub deadline: Duration,
}

/// The authority.
#[derive(Debug)]
pub struct Git {
    settings: GitSettings,
}

/// The refs, while nobody else on this machine uses the cache.
struct Session {
    cache: Cache,
    leases: Listed,
    seen: Observations,
}

/// What a question starts from.
#[derive(Clone, Copy, PartialEq)]
enum View {
    /// What this machine has seen last. A push from it is refused if it is no longer so, and then nothing was lost but
    /// time; mostly it is still so, and a connection is saved.
    Cached,
    /// What the remote has now.
    Fetched,
}

impl Git {
    /// An authority by `settings`. Nothing is touched yet.
    pub fn new(settings: GitSettings) -> Git {
        Git { settings }
    }

    /// See [`Tokens`].
    ///
    /// # Errors
    /// See [`AuthorityError`].
    pub fn tokens(&mut self) -> Result<Tokens, AuthorityError> {
        Ok(self.open(View::Fetched, self.deadline())?.leases.tokens())
    }

    fn deadline(&self) -> Instant {
        Instant::now() + self.settings.deadline
    }

    /// The cache is only a cache: where it cannot be read, the remote is asked.
    fn open(&self, view: View, until: Instant) -> Result<Session, AuthorityError> {
        if view == View::Cached
            && let Ok(session) = self.session(View::Cached, until)
        {
            return Ok(session);
        }
        self.session(View::Fetched, until)
    }

    fn session(&self, view: View, until: Instant) -> Result<Session, AuthorityError> {
        let cache = Cache::open(&self.settings, until)?;
        let leases = match view {
            View::Cached => cache.list()?,
            View::Fetched => cache.fetch()?,
        };
        let mut seen = Observations::load(&self.settings.state, &boot_clock::boot_id());
        seen.update(&leases, boot_clock::now());
        let session = Session { cache, leases, seen };
        session.save()?;
        Ok(session)
    }

    /// Claims an intent once. If the remote has to be asked again, why.
    fn attempt(
        &self,
        claim: &Claim,
        view: View,
        until: Instant,
    ) -> Result<Result<Claimed, String>, AuthorityError> {
        let mut session = self.open(view, until)?;
        let now = claim.now;
        let intent = claim.intent.as_str();
        // A ref that was deleted does not give its tokens again.
        let known = session.seen.token(intent);
        if let Some(err) = session.leases.unreadable.get(intent) {
            let is_over = view == View::Fetched;
            return if is_over { Err(unreadable(intent, err)) } else { Ok(Err(String::new())) };
        }
        let (old, token, since) = match session.leases.records.get(intent) {
            None => (None, next(intent, known)?, now),
            Some((oid, record)) if record.is_of(claim) => {
                (Some(oid.clone()), record.token.max(known), record.since().unwrap_or(now))
            }
            Some((oid, record)) if session.left(intent, oid, record).is_zero() => {
                (Some(oid.clone()), next(intent, record.token.max(known))?, now)
            }
            Some(_) if view == View::Cached => return Ok(Err(String::new())),
            Some((oid, record)) => {
                return Ok(Ok(Claimed::HeldBy(session.holder(intent, oid, record))));
            }
        };
        let record = self.record(claim, token, since);
        let rejections = session.replace(vec![(intent.to_owned(), old, record)])?;
        Ok(match rejections.into_iter().flatten().next() {
            Some(rejection) => Err(rejection),
            None => Ok(Claimed::Granted(token)),
        })
    }

    /// Renews leases once.
    fn renewed(
        &self,
        held: &[Held],
        view: View,
        until: Instant,
    ) -> Result<Vec<bool>, AuthorityError> {
        let mut session = self.open(view, until)?;
        let mut changes = Vec::new();
        let mut places = Vec::new();
        for (place, held) in held.iter().enumerate() {
            let Some((oid, record)) = session.of(held) else { continue };
            let since = record.since().unwrap_or(held.claim.now);
            let new = self.record(&held.claim, record.token, since);
            changes.push((held.claim.intent.clone(), Some(oid.clone()), new));
            places.push(place);
        }
        let mut renewed = vec![false; held.len()];
        for (place, rejection) in places.into_iter().zip(session.replace(changes)?) {
            if let Some(slot) = renewed.get_mut(place) {
                *slot = rejection.is_none();
            }
        }
        Ok(renewed)
    }

    /// Releases a lease once.
    fn released(&self, held: &Held, view: View, until: Instant) -> Result<bool, AuthorityError> {
        let mut session = self.open(view, until)?;
        let Some((oid, record)) = session.of(held) else { return Ok(false) };
        let change = (held.claim.intent.clone(), Some(oid.clone()), record.released());
        Ok(session.replace(vec![change])?.contains(&None))
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

    /// The lease, if it is still held like this. An answer may have been lost, so the commit may be a later one of ours.
    fn of(&self, held: &Held) -> Option<&(String, Record)> {
        let found = self.leases.records.get(&held.claim.intent);
        found.filter(|(_, record)| record.is_of(&held.claim) && record.token == held.token)
    }

    /// Pushes records in place of commits. For each that the remote did not take, its reason.
    fn replace(
        &mut self,
        changes: Vec<(String, Option<String>, Record)>,
    ) -> Result<Vec<Option<String>>, AuthorityError> {
        if changes.is_empty() {
            return Ok(Vec::new());
        }
        let mut pushes = Vec::new();
        let mut tokens = Vec::new();
        for (intent, old, record) in changes {
            pushes.push(Push { new: self.cache.commit(&record)?, intent, old });
            tokens.push(record.token);
        }
        let rejections = self.cache.push(&pushes)?;
        for ((push, token), rejection) in pushes.iter().zip(tokens).zip(&rejections) {
            if rejection.is_none() {
                self.seen.note(&push.intent, &push.new, token, boot_clock::now());
            }
        }
        self.save()?;
        Ok(rejections)
    }

    fn save(&self) -> Result<(), AuthorityError> {
        self.seen.save().map_err(|err| AuthorityError::Local(err.to_string()))
    }
}

impl Authority for Git {
    fn ttl(&self) -> Duration {
        self.settings.ttl
    }

    fn claim(&mut self, claim: &Claim) -> Result<Claimed, AuthorityError> {
        let until = self.deadline();
        // Somebody else may be faster, and have released it when it is looked at.
        let mut why = String::new();
        for view in [View::Cached, View::Fetched, View::Fetched] {
            match self.attempt(claim, view, until)? {
                Ok(claimed) => return Ok(claimed),
                Err(rejection) => why = rejection,
            }
        }
        Err(AuthorityError::Refused(format!("the remote refused the lease: {why}")))
    }

    fn renew(&mut self, held: &[Held]) -> Result<Vec<bool>, AuthorityError> {
        let until = self.deadline();
        let renewed = self.renewed(held, View::Cached, until)?;
        if renewed.iter().all(|it| *it) {
            return Ok(renewed);
        }
        self.renewed(held, View::Fetched, until)
    }

    fn release(&mut self, held: &Held) -> Result<bool, AuthorityError> {
        let until = self.deadline();
        Ok(self.released(held, View::Cached, until)?
            || self.released(held, View::Fetched, until)?)
    }

    fn holders(&mut self) -> Result<Vec<Holder>, AuthorityError> {
        let session = self.open(View::Fetched, self.deadline())?;
        let holder = |(intent, (oid, record)): (&String, &(String, Record))| {
            let holder = session.holder(intent, oid, record);
            (!holder.left.is_zero()).then_some(holder)
        };
        Ok(session.leases.records.iter().filter_map(holder).collect())
    }

    fn unreadable(&mut self) -> Result<Vec<String>, AuthorityError> {
        let session = self.open(View::Cached, self.deadline())?;
        let unreadable = session.leases.unreadable;
        Ok(unreadable.iter().map(|(intent, err)| format!("{}: {err}", name(intent))).collect())
    }
}

/// Somebody may hold an intent whose record cannot be read.
fn unreadable(intent: &str, err: &AuthorityError) -> AuthorityError {
    let AuthorityError::Invalid(why) = err else { return err.clone() };
    let name = name(intent);
    AuthorityError::Invalid(format!(
        "{name}: {why}. When nobody works on {intent}, delete the ref: `git push REMOTE :{name}`"
    ))
}

fn next(intent: &str, token: u64) -> Result<u64, AuthorityError> {
    token.checked_add(1).filter(|next| *next <= MAX_TOKEN).ok_or_else(|| {
        let why = format!("{intent} has no token left; give the intent another id");
        AuthorityError::Refused(why)
    })
}
