//! A lock: who works on an intent, and until when.

use std::time::{Duration, SystemTime};

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::lease::Lease;
use crate::time;

/// The file of a lock. Times are RFC 3339. A field that this version does not know is kept.
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
    #[serde(with = "time")]
    pub since: SystemTime,
    /// Until when it has it unless it works on.
    #[serde(with = "time")]
    pub expires: SystemTime,
    /// Rises with each change of the holder, releases in between included.
    #[serde(default)]
    pub token: u64,
    /// What the authority said, if the project has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lease: Option<Lease>,
    /// Whether it was taken while the authority could not be reached.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unconfirmed: bool,
    /// All other fields.
    #[serde(flatten)]
    pub other: Map<String, Value>,
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

/// Who has a lock, even if it is no longer valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Holder {
    /// The session that it names.
    Session(Box<Lock>),
    /// Nobody knows: the file is not a lock. It is valid for a while after its last change.
    Unknown {
        /// Until when it is valid.
        expires: SystemTime,
    },
}

impl Lock {
    /// The lock that a claim gets.
    pub(crate) fn new(claim: &Claim<'_>, ttl: Duration, token: u64) -> Lock {
        Lock {
            session: claim.session.to_owned(),
            agent: claim.agent.map(str::to_owned),
            host: claim.host.to_owned(),
            pid: claim.pid,
            since: claim.now,
            expires: claim.now + ttl,
            token,
            lease: None,
            unconfirmed: false,
            other: Map::new(),
        }
    }

    /// Whether it is valid at this moment, which is `now` by the wall clock: the session was at work, and its lease, if
    /// it has one, has not lapsed.
    pub fn is_valid(&self, now: SystemTime) -> bool {
        now < self.expires && !self.has_lapsed(now)
    }

    /// Whether it has a lease that is no longer valid. Activity of its session does not prolong that.
    pub fn has_lapsed(&self, now: SystemTime) -> bool {
        self.lease.as_ref().is_some_and(|lease| !lease.is_valid(now))
    }

    /// Until when it is valid, by the wall clock.
    pub fn end(&self) -> SystemTime {
        self.lease.as_ref().map_or(self.expires, |lease| lease.until.min(self.expires))
    }
}

impl Holder {
    /// The session, if one is named.
    pub fn session(&self) -> Option<&str> {
        match self {
            Holder::Session(lock) => Some(&lock.session),
            Holder::Unknown { .. } => None,
        }
    }

    /// Until when the lock is valid, by the wall clock.
    pub fn expires(&self) -> SystemTime {
        match self {
            Holder::Session(lock) => lock.end(),
            Holder::Unknown { expires } => *expires,
        }
    }

    /// Whether the lock is valid at this moment, which is `now` by the wall clock.
    pub fn is_valid(&self, now: SystemTime) -> bool {
        match self {
            Holder::Session(lock) => lock.is_valid(now),
            Holder::Unknown { expires } => now < *expires,
        }
    }

    /// Whether the lock keeps `session` from work at this moment, which is `now` by the wall clock.
    pub fn shuts_out(&self, session: &str, now: SystemTime) -> bool {
        self.session() != Some(session) && self.is_valid(now)
    }
}

fn named<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<String>::deserialize(deserializer)?.filter(|name| !name.is_empty()))
}
