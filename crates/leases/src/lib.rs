//! Who works on an intent, across the worktrees, clones and machines of a team.
//!
//! An [`Authority`] grants leases. A session asks for one when it chooses an intent, and gives it back when it is
//! done; between the two, whoever keeps the session's lock file renews it. Two rules make this safe on machines whose
//! clocks differ:
//!
//! - A lease lasts for the authority's [`ttl`](Authority::ttl), counted by its holder from *before* the question was
//!   sent, on a clock that nobody can set ([`boot_clock`]). An authority counts from a later moment, so it never gives
//!   the intent to the next session while the holder believes that it still has it.
//! - The [`token`](Held::token) rises with every change of the holder and never falls, even when nobody holds the
//!   intent in between. So work done under a lease that has run out can be told from the work of the next holder.

pub mod boot_clock;
mod git;
mod machine;
#[cfg(feature = "postgres")]
mod postgres;

use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, SystemTime};

pub use git::{Git, GitSettings, LeaseRef};
pub use machine::Machine;
#[cfg(feature = "postgres")]
pub use postgres::{Postgres, PostgresSettings, SCHEMA};

/// Grants leases, each to one session at a time.
///
/// Every call may fail without an answer: a server can be killed after it has granted a lease and before it has said
/// so. A claim is therefore safe to repeat. The session and machine that hold a lease get it again, with the same token.
pub trait Authority {
    /// How long a lease lasts after it was granted or renewed.
    fn ttl(&self) -> Duration;

    /// Asks for the lease of an intent.
    ///
    /// # Errors
    /// See [`AuthorityError`]. The lease may have been granted all the same.
    fn claim(&mut self, claim: &Claim) -> Result<Claimed, AuthorityError>;

    /// Renews leases, each for another [`ttl`](Authority::ttl), and says of each of `held`, in the same order, whether it
    /// was renewed. One that was not is lost, until it is claimed again.
    ///
    /// # Errors
    /// See [`AuthorityError`]. Any of the leases may have been renewed all the same.
    fn renew(&mut self, held: &[Held]) -> Result<Vec<bool>, AuthorityError>;

    /// Gives a lease back, and says whether it was still held.
    ///
    /// # Errors
    /// See [`AuthorityError`]. The lease may have been given back all the same.
    fn release(&mut self, held: &Held) -> Result<bool, AuthorityError>;

    /// Who holds which intent now, ordered by intent.
    ///
    /// # Errors
    /// See [`AuthorityError`].
    fn holders(&mut self) -> Result<Vec<Holder>, AuthorityError>;

    /// What [`holders`](Authority::holders) left out because this program cannot read it, a line for each.
    ///
    /// # Errors
    /// See [`AuthorityError`].
    fn unreadable(&mut self) -> Result<Vec<String>, AuthorityError> {
        Ok(Vec::new())
    }
}

/// The token of each intent that was ever leased, whether somebody holds it or not; `None` where it cannot be read.
pub type Tokens = BTreeMap<String, Option<u64>>;

/// Who asks for which intent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The id of the intent.
    pub intent: String,
    /// The session of the agent.
    pub session: String,
    /// A name for the machine that no other machine of the team has.
    pub machine: String,
    /// The person who runs the agent. An authority that authenticates its clients uses what it knows instead.
    pub person: String,
    /// The time of the question, by the clock of the machine; only shown.
    pub now: SystemTime,
}

/// What became of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claimed {
    /// The session holds the intent, under this token.
    Granted(u64),
    /// This other session does.
    HeldBy(Holder),
}

/// A lease and whose it is: what is renewed and given back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// Who claimed it.
    pub claim: Claim,
    /// Rises with every change of the holder, and never falls.
    pub token: u64,
}

/// Somebody who holds an intent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// Who it is; [`Claim::now`] is since when, by the clock of the authority or of the holder's machine.
    pub claim: Claim,
    /// The token of the lease.
    pub token: u64,
    /// How long the lease still lasts at most, if it is not renewed.
    pub left: Duration,
}

/// Why an authority gave no answer, or none that can be used.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum AuthorityError {
    /// It could not be reached, or did not answer in time.
    Unreachable(String),
    /// It refused the request: the credentials or rights are not sufficient.
    Refused(String),
    /// Its answer contradicts its own rules or cannot be read.
    Invalid(String),
    /// It keeps leases in a format of a later version of Tacklebox.
    Newer(u32),
    /// This machine's own copy of what the authority said could not be read or written.
    Local(String),
}

impl fmt::Display for AuthorityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable(why) => write!(f, "the authority could not be reached: {why}"),
            Self::Refused(why) => write!(f, "the authority refused the request: {why}"),
            Self::Invalid(why) => write!(f, "the authority's answer is not valid: {why}"),
            Self::Newer(version) => {
                write!(
                    f,
                    "the authority has format {version}, which is newer than this program: update Tacklebox"
                )
            }
            Self::Local(why) => write!(f, "could not save the authority's answer: {why}"),
        }
    }
}

impl std::error::Error for AuthorityError {}
