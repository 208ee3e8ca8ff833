//! The files that a session touched last.
//!
//! They are in two plain files beside the database of `file-mentions`, without SQLite: the
//! [journal](Touch) of touches that are not in the database yet, and [lists](write_lists) of those
//! that are, for the sessions that were active last. A writer updates the lists before it removes
//! the journal, so both together are always complete, even after a kill.
//!
//! ```
//! use std::time::{Duration, SystemTime};
//!
//! use hook_state::StateDir;
//! use recent_files::{Touch, journal, recent_files};
//!
//! # let dir = tempfile::tempdir()?;
//! let state = StateDir::new(dir.path().join("state"));
//! assert!(recent_files(&state, "s", 10)?.is_none(), "nothing was recorded yet");
//! let touch = Touch {
//!     session: "s".to_owned(),
//!     agent: None,
//!     path: "src/main.rs".to_owned(),
//!     tool: "Read".to_owned(),
//!     call: None,
//!     at: 1_795_183_380_000,
//! };
//! journal(&state).hold(Duration::ZERO)?.append_all(&[recent_files::line(vec![touch])])?;
//! let files = recent_files(&state, "s", 10)?.unwrap();
//! assert_eq!(files[0].path.as_str(), "src/main.rs");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod journal;
mod list;
mod merge;
mod times;

use std::time::SystemTime;
use std::{fmt, io};

use project_paths::RelPath;

pub use journal::{JOURNAL_NAME, Line, Touch, journal, line, touches, waiting_bytes};
pub use list::{LIST_NAME, List, MAX_FILES, MAX_LISTS, remove_lists, write_lists};
pub use merge::recent_files;
pub use times::{millis, time};

/// A file that a session has touched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecentFile {
    /// The file.
    pub path: RelPath,
    /// When it was touched last.
    pub at: SystemTime,
    /// Whether only subagents touched it.
    pub by_subagent: bool,
}

impl RecentFile {
    /// The file of a row: its path, when it was touched, and whether the main agent did. `None`
    /// for an invalid path.
    pub fn of((path, at, by_main): &(String, i64, bool)) -> Option<RecentFile> {
        Some(RecentFile { path: RelPath::new(path)?, at: time(*at), by_subagent: !by_main })
    }
}

/// Why a file could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// A later version of this program wrote it.
    Newer {
        /// The version of the file.
        found: usize,
        /// The latest version that this program knows.
        known: usize,
    },
    /// It cannot be read, or is damaged.
    Failed(io::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Newer { found, known } => {
                write!(f, "written by a newer tacklebox (version {found}; this one reads {known})")
            }
            Self::Failed(err) => err.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<io::Error> for ReadError {
    fn from(err: io::Error) -> ReadError {
        ReadError::Failed(err)
    }
}
