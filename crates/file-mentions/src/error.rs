//! Why the store gave or took nothing.

use std::fmt;
use std::io;

use recent_files::ReadError;
use rusqlite::ErrorCode;

/// Why a store could not be read or written. A hook that only reads takes each
/// for "nothing to say"; all but [`Missing`](Self::Missing) are worth an error line.
#[derive(Debug)]
pub enum StoreError {
    /// There is none yet, or nobody has written into it.
    Missing,
    /// Another process holds it for longer than the caller would wait.
    Locked,
    /// A later version of this program has written it.
    Newer {
        /// The version of the file.
        found: usize,
        /// The latest version that this program knows.
        known: usize,
    },
    /// An earlier version of this program has written it. A reader does not
    /// upgrade; the next [`Store::open`](crate::Store::open) does.
    Older {
        /// The version of the file.
        found: usize,
        /// The version that this program reads.
        known: usize,
    },
    /// It is damaged, or something else than a store.
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
                write!(f, "the store has version {found}, and this program knows {known}")
            }
            Self::Older { found, known } => {
                write!(f, "the store has version {found}, and nobody has upgraded it to {known}")
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

/// Why a transcript was not taken into the store.
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
