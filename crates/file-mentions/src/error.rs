//! Errors of the store.

use std::fmt;
use std::io;

use recent_files::ReadError;
use rusqlite::ErrorCode;

/// Why a store could not be read or written. All but [`Missing`](Self::Missing) are worth an error
/// line.
#[derive(Debug)]
pub enum StoreError {
    /// There is no store yet, or nothing in it.
    Missing,
    /// Another process kept it locked for longer than the caller would wait.
    Locked,
    /// A later version of this program wrote it.
    Newer {
        /// The version of the file.
        found: usize,
        /// The latest version that this program knows.
        known: usize,
    },
    /// An earlier version of this program wrote it. A reader does not upgrade it; the next
    /// [`Store::open`](crate::Store::open) does.
    Older {
        /// The version of the file.
        found: usize,
        /// The version that this program reads.
        known: usize,
    },
    /// It is damaged, or not a store.
    Corrupt(String),
    /// Anything else: no permission, a full disk.
    Failed(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => write!(f, "nothing has been stored yet"),
            Self::Locked => write!(f, "the store is locked by another process"),
            Self::Newer { found, known } => {
                write!(
                    f,
                    "the store was written by a newer tacklebox (version {found}; this one reads {known})"
                )
            }
            Self::Older { found, known } => {
                write!(
                    f,
                    "the store has version {found}; the end of the next turn upgrades it to {known}"
                )
            }
            Self::Corrupt(reason) => write!(f, "the store is damaged: {reason}"),
            Self::Failed(reason) => write!(f, "{reason}"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<rusqlite::Error> for StoreError {
    fn from(err: rusqlite::Error) -> StoreError {
        match err.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Locked,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                StoreError::Corrupt(err.to_string())
            }
            _ => StoreError::Failed(err.to_string()),
        }
    }
}

impl From<ReadError> for StoreError {
    fn from(err: ReadError) -> StoreError {
        match err {
            ReadError::Newer { found, known } => StoreError::Newer { found, known },
            ReadError::Failed(err) => StoreError::Failed(err.to_string()),
        }
    }
}

/// Why a transcript was not imported.
#[derive(Debug)]
pub enum IngestError {
    /// The transcript could not be read.
    Transcript(io::Error),
    /// The store could not be written.
    Store(StoreError),
}

impl fmt::Display for IngestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Transcript(err) => write!(f, "could not read the transcript: {err}"),
            Self::Store(err) => err.fmt(f),
        }
    }
}

impl std::error::Error for IngestError {}

impl From<io::Error> for IngestError {
    fn from(err: io::Error) -> IngestError {
        IngestError::Transcript(err)
    }
}

impl From<StoreError> for IngestError {
    fn from(err: StoreError) -> IngestError {
        IngestError::Store(err)
    }
}

impl From<rusqlite::Error> for IngestError {
    fn from(err: rusqlite::Error) -> IngestError {
        IngestError::Store(err.into())
    }
}
