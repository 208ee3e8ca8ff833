//! Whether a machine takes a bundle.

use std::error::Error;
use std::fmt;
use std::time::SystemTime;

use humantime::format_rfc3339_seconds;
use signing_keys::VerifyingKey;

use crate::bundle::{Bundle, BundleError};

/// What a machine knows of the bundle that is active on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Active<'a> {
    /// Its revision.
    pub revision: u64,
    /// Its digest.
    pub digest: &'a str,
    /// When it was made.
    pub issued: SystemTime,
}

/// Why a machine does not take a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// It is damaged, or was tampered with.
    Faulty(BundleError),
    /// It has no signature.
    Unsigned,
    /// No trusted key signed it, or its manifest was changed afterwards.
    UnknownSigner,
    /// A bundle of this revision is active, and it is a later one.
    Older {
        /// Its own.
        revision: u64,
        /// That of the active bundle.
        active: u64,
    },
    /// Another bundle with its revision is active.
    SameRevision(u64),
    /// Its time is over.
    Expired(SystemTime),
}

/// The bundle in `text`, if a machine that trusts `keys` takes it in place of the active one at `now`. It may be the
/// active one itself.
///
/// A clock that was set back gains nothing: it is never earlier than the active bundle, and `now` is never earlier than
/// the program.
///
/// # Errors
/// As [`Refusal`] says. Then the active bundle stays.
pub fn accept(
    text: &str,
    keys: &[VerifyingKey],
    active: Option<Active<'_>>,
    now: SystemTime,
) -> Result<Bundle, Refusal> {
    let bundle = Bundle::parse(text).map_err(Refusal::Faulty)?;
    if !bundle.is_signed() {
        return Err(Refusal::Unsigned);
    }
    bundle.signer(keys).ok_or(Refusal::UnknownSigner)?;
    let manifest = bundle.manifest();
    let revision = manifest.revision;
    if let Some(active) = active {
        if revision < active.revision {
            return Err(Refusal::Older { revision, active: active.revision });
        }
        if revision == active.revision && bundle.digest() != active.digest {
            return Err(Refusal::SameRevision(revision));
        }
    }
    let now = active.map_or(now, |active| active.issued.max(now));
    if manifest.expires <= now {
        return Err(Refusal::Expired(manifest.expires));
    }
    Ok(bundle)
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Faulty(err) => err.fmt(f),
            Self::Unsigned => f.write_str("it is not signed"),
            Self::UnknownSigner => {
                f.write_str("it is not signed by a trusted key, or was changed after it was signed")
            }
            Self::Older { revision, active } => {
                write!(f, "revision {revision} is older than the active revision {active}")
            }
            Self::SameRevision(revision) => {
                write!(f, "another bundle with revision {revision} is active")
            }
            Self::Expired(at) => write!(f, "it expired at {}", format_rfc3339_seconds(*at)),
        }
    }
}

impl Error for Refusal {}

#[cfg(test)]
mod tests;
