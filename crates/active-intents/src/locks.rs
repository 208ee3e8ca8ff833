//! Who works on an intent: `.orchestration/locks/<id>.json`.
//!
//! A lock says until when it holds, and holds until then even if its process is
//! gone. It belongs to a session: the subagents of one share it. Every change of
//! a lock reads it first, and both happen while all others are shut out of the
//! folder, by a lock of the operating system that ends with its process. So of
//! two that want an intent at the same instant exactly one gets it, be it free
//! or held by somebody whose time is over.

use std::io::ErrorKind;
use std::path::Path;
use std::time::{Duration, SystemTime};

use humantime::{format_rfc3339_millis, parse_rfc3339};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::folder::{Content, Folder, FolderError, Put, failed};
use crate::id::IntentId;

/// More than a team works on.
const MAX_LOCKS: usize = 1000;

/// A lock that holds for longer is no lock but a decision.
const MAX_TTL: Duration = Duration::from_secs(366 * 24 * 60 * 60);

/// A lock that was renewed less than this before is not renewed again: each renewal replaces a
/// file, and a session at work makes many changes a minute.
const MIN_RENEWAL: Duration = Duration::from_secs(60);

/// The locks of a project.
#[derive(Debug, Clone)]
pub struct Locks {
    folder: Folder,
    ttl: Duration,
}

/// What a lock's file says. Times are RFC 3339.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lock {
    /// The session that works on the intent.
    pub session: String,
    /// The subagent that chose it, if one did.
    #[serde(default, deserialize_with = "named")]
    pub agent: Option<String>,
    /// The machine of the session.
    #[serde(default)]
    pub host: String,
    /// The process of the agent's host, as far as known.
    #[serde(default)]
    pub pid: Option<u32>,
    /// Since when this session has it.
    #[serde(serialize_with = "written", deserialize_with = "moment")]
    pub since: SystemTime,
    /// Until when it has it.
    #[serde(serialize_with = "written", deserialize_with = "moment")]
    pub expires: SystemTime,
}

/// Who wants a lock.
#[derive(Debug, Clone, Copy)]
pub struct Claim<'a> {
    /// The session.
    pub session: &'a str,
    /// The subagent that chooses, if one does.
    pub agent: Option<&'a str>,
    /// The machine.
    pub host: &'a str,
    /// The process of the agent's host, as far as known.
    pub pid: Option<u32>,
    /// The time of the event.
    pub now: SystemTime,
}

/// Who has a lock, be its time over or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Holder {
    /// The session that it names.
    Session(Lock),
    /// Nobody knows: its text is no lock. It holds from its modification on.
    Unknown {
        /// Until when it holds.
        expires: SystemTime,
    },
}

/// What became of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Taken {
    /// The intent was free.
    Created,
    /// The session had it already, and now has it for longer.
    Renewed,
    /// The time of this holder was over.
    Over(Holder),
    /// This holder has it, and nothing was changed.
    HeldBy(Holder),
}

/// What became of a release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Released {
    /// The lock was the session's and is gone.
    Gone,
    /// There was none.
    Free,
    /// It is this holder's, and stays.
    HeldBy(Holder),
}

impl Holder {
    /// The session, if one is named.
    pub fn session(&self) -> Option<&str> {
        match self {
            Holder::Session(lock) => Some(&lock.session),
            Holder::Unknown { .. } => None,
        }
    }

    /// Until when the lock holds.
    pub fn expires(&self) -> SystemTime {
        match self {
            Holder::Session(lock) => lock.expires,
            Holder::Unknown { expires } => *expires,
        }
    }

    /// Whether the lock keeps `session` from work at the time `now`.
    pub fn shuts_out(&self, session: &str, now: SystemTime) -> bool {
        self.session() != Some(session) && now < self.expires()
    }
}

impl Locks {
    /// The locks of `project`, each of which holds for `ttl`, a year at most, after it was
    /// taken or renewed. Nothing is touched.
    pub fn of(project: &Path, ttl: Duration) -> Locks {
        Locks { folder: Folder::locks(project), ttl: ttl.min(MAX_TTL) }
    }

    /// Who has the lock of an intent, be its time over or not; `None` where there
    /// is no lock.
    ///
    /// # Errors
    /// If something other than a file stands in its place or in that of its
    /// folder, or it cannot be read.
    pub fn holder(&self, id: &IntentId) -> Result<Option<Holder>, FolderError> {
        let content = self.folder.read(&file_name(id))?;
        Ok(content.map(|content| self.holder_of(&content)))
    }

    /// Takes the lock for a session, or renews the one that it has, be its time
    /// over or not, unless somebody else has it. One that was taken or renewed less than a
    /// minute before, or than a tenth of its time, stays as it is.
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
        if let Ok(Some(holder)) = self.holder(id)
            && self.is_fresh(&holder, claim.session, claim.now)
        {
            return Ok(Taken::Renewed);
        }
        let _alone = self.folder.enter(wait)?;
        let chosen_by = claim.agent.map(str::to_owned);
        let (taken, since, agent, put) = match self.holder(id)? {
            None => (Taken::Created, claim.now, chosen_by, Put::New),
            Some(holder) if holder.shuts_out(claim.session, claim.now) => {
                return Ok(Taken::HeldBy(holder));
            }
            Some(Holder::Session(lock)) if lock.session == claim.session => {
                (Taken::Renewed, lock.since, lock.agent, Put::InPlace)
            }
            Some(holder) => (Taken::Over(holder), claim.now, chosen_by, Put::InPlace),
        };
        let lock = Lock {
            session: claim.session.to_owned(),
            agent,
            host: claim.host.to_owned(),
            pid: claim.pid,
            since,
            expires: claim.now + self.ttl,
        };
        let name = file_name(id);
        let written =
            |err: serde_json::Error| failed("write", &self.folder.file(&name))(err.into());
        let mut bytes = serde_json::to_vec(&lock).map_err(written)?;
        bytes.push(b'\n');
        match self.folder.put(&name, &bytes, put) {
            // Somebody who does not ask for the folder was faster.
            Err(err) if err.source.kind() == ErrorKind::AlreadyExists => {
                self.holder(id)?.map(Taken::HeldBy).ok_or(err)
            }
            written => written.map(|()| taken),
        }
    }

    /// Whether a session has a lock that was taken or renewed just before, and holds for nearly
    /// all of its time: [`take`](Self::take) would leave it as it is.
    pub fn is_fresh(&self, holder: &Holder, session: &str, now: SystemTime) -> bool {
        let Holder::Session(lock) = holder else { return false };
        if lock.session != session {
            return false;
        }
        let renewed = lock.expires.checked_sub(self.ttl);
        let age = renewed.and_then(|renewed| now.duration_since(renewed).ok());
        age.is_some_and(|age| age < MIN_RENEWAL.min(self.ttl / 10))
    }

    /// Removes the lock if it is the session's, be its time over or not.
    ///
    /// # Errors
    /// As [`Locks::take`].
    pub fn release(
        &self,
        id: &IntentId,
        session: &str,
        wait: Duration,
    ) -> Result<Released, FolderError> {
        if self.holder(id)?.is_none() {
            return Ok(Released::Free);
        }
        let _alone = self.folder.enter(wait)?;
        match self.holder(id)? {
            None => Ok(Released::Free),
            Some(holder) if holder.session() == Some(session) => {
                self.folder.remove(&file_name(id))?;
                Ok(Released::Gone)
            }
            Some(holder) => Ok(Released::HeldBy(holder)),
        }
    }

    /// The intent that a session works on at the time `now`, by a lock that has not
    /// expired: its agent's own, else one that no subagent chose, else any of the
    /// session's. A lock that cannot be read is no one's.
    ///
    /// # Errors
    /// If the folder is something else, or cannot be read.
    pub fn held_by(
        &self,
        session: &str,
        agent: Option<&str>,
        now: SystemTime,
    ) -> Result<Option<IntentId>, FolderError> {
        let distance = |id: &IntentId| match self.holder(id) {
            Ok(Some(Holder::Session(lock))) if lock.session == session && now < lock.expires => {
                let chosen_by = lock.agent.as_deref();
                Some(if chosen_by == agent { 0 } else { 1 + u8::from(chosen_by.is_some()) })
            }
            _ => None,
        };
        let ids = self.ids()?.into_iter().take(MAX_LOCKS);
        let held = ids.filter_map(|id| Some((distance(&id)?, id)));
        Ok(held.min_by_key(|(distance, _)| *distance).map(|(_, id)| id))
    }

    /// The intents that a session has locked, be its time over or not, each with the subagent
    /// that chose it. A lock that cannot be read is no one's.
    ///
    /// # Errors
    /// If the folder is something else, or cannot be read.
    pub fn of_session(
        &self,
        session: &str,
    ) -> Result<Vec<(IntentId, Option<String>)>, FolderError> {
        let held = |id: IntentId| match self.holder(&id) {
            Ok(Some(Holder::Session(lock))) if lock.session == session => Some((id, lock.agent)),
            _ => None,
        };
        Ok(self.ids()?.into_iter().take(MAX_LOCKS).filter_map(held).collect())
    }

    /// The ids of the intents that have a lock, be its time over or not.
    ///
    /// # Errors
    /// If the folder is something else, or cannot be read.
    pub fn ids(&self) -> Result<Vec<IntentId>, FolderError> {
        let names = self.folder.list()?;
        Ok(names.iter().filter_map(|name| IntentId::new(name.strip_suffix(".json")?)).collect())
    }

    fn holder_of(&self, content: &Content) -> Holder {
        match serde_json::from_slice(&content.bytes) {
            Ok(lock) => Holder::Session(lock),
            Err(_) => Holder::Unknown { expires: content.modified + self.ttl },
        }
    }
}

fn file_name(id: &IntentId) -> String {
    format!("{id}.json")
}

fn written<S: Serializer>(moment: &SystemTime, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_rfc3339_millis(*moment))
}

fn moment<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SystemTime, D::Error> {
    let text = String::deserialize(deserializer)?;
    // What writes `+00:00` means the `Z` of ours.
    let text = text.strip_suffix("+00:00").map_or(text.clone(), |start| format!("{start}Z"));
    parse_rfc3339(&text).map_err(serde::de::Error::custom)
}

fn named<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<String>::deserialize(deserializer)?.filter(|name| !name.is_empty()))
}
