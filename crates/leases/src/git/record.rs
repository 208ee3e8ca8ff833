//! What a commit says of a lease.

use std::time::{Duration, SystemTime};

use humantime::{format_rfc3339_seconds, parse_rfc3339};
use serde::{Deserialize, Serialize};

use crate::{AuthorityError, Claim};

/// The version of the format.
const VERSION: u32 = 1;

/// The longest time to live that is believed: a record is written by others.
const MAX_TTL: Duration = Duration::from_secs(24 * 60 * 60);

/// No token is higher, as with every engine.
pub(super) const MAX_TOKEN: u64 = i64::MAX.unsigned_abs();

/// The message of a commit, as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Record {
    version: u32,
    session: String,
    machine: String,
    #[serde(default)]
    person: String,
    /// See [`crate::Held::token`].
    pub(super) token: u64,
    /// RFC 3339, by the clock of the holder's machine; only shown.
    since: String,
    ttl_ms: u64,
    /// Whether the holder has given the lease back.
    #[serde(default)]
    pub(super) is_free: bool,
    /// Makes each renewal another commit.
    nonce: String,
}

impl Record {
    pub(super) fn new(claim: &Claim, token: u64, since: SystemTime, ttl: Duration) -> Record {
        Record {
            version: VERSION,
            session: claim.session.clone(),
            machine: claim.machine.clone(),
            person: claim.person.clone(),
            token,
            since: format_rfc3339_seconds(since).to_string(),
            ttl_ms: u64::try_from(ttl.as_millis()).unwrap_or(u64::MAX),
            is_free: false,
            nonce: nonce(),
        }
    }

    /// # Errors
    /// If it is not a record, or one of a later version.
    pub(super) fn parse(message: &str) -> Result<Record, AuthorityError> {
        #[derive(Deserialize)]
        struct Version {
            version: u32,
        }
        let invalid = |err: serde_json::Error| AuthorityError::Invalid(format!("a lease: {err}"));
        let Version { version } = serde_json::from_str(message).map_err(invalid)?;
        if version > VERSION {
            return Err(AuthorityError::Newer(version));
        }
        let record: Record = serde_json::from_str(message).map_err(invalid)?;
        if record.token > MAX_TOKEN {
            return Err(AuthorityError::Invalid(format!("token {} is too high", record.token)));
        }
        Ok(record)
    }

    /// The same lease, given back.
    pub(super) fn released(&self) -> Record {
        Record { is_free: true, nonce: nonce(), ..self.clone() }
    }

    /// Whether `claim` holds the lease, be its time over or not.
    pub(super) fn is_of(&self, claim: &Claim) -> bool {
        !self.is_free && self.session == claim.session && self.machine == claim.machine
    }

    pub(super) fn ttl(&self) -> Duration {
        Duration::from_millis(self.ttl_ms).min(MAX_TTL)
    }

    pub(super) fn since(&self) -> Option<SystemTime> {
        parse_rfc3339(&self.since).ok()
    }

    pub(super) fn claim(&self, intent: &str) -> Claim {
        Claim {
            intent: intent.to_owned(),
            session: self.session.clone(),
            machine: self.machine.clone(),
            person: self.person.clone(),
            now: self.since().unwrap_or(SystemTime::UNIX_EPOCH),
        }
    }
}

fn nonce() -> String {
    let mut bytes = [0; 16];
    // Without randomness two commits of one second may be the same: the second push then changes nothing, and is safe.
    let _filled = getrandom::fill(&mut bytes);
    format!("{:032x}", u128::from_ne_bytes(bytes))
}
