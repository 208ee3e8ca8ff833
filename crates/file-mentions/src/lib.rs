//! What was said and done about which file: the store, and how transcripts get into it.
//!
//! A [`Store`] takes in that a file was touched ([`Store::record`]) and, from the transcript of a
//! session, what was said meanwhile ([`Store::ingest`]). A [`Reader`] answers what hooks ask while
//! the agent waits, along an index each: [`Reader::history`] of a file and
//! [`Reader::recent_files`] of a session.
//!
//! Both may be open in many processes at once. Times, paths and what may be recorded are given by
//! the caller: see [`Recording`] for what never gets in.
//!
//! ```
//! use std::time::{Duration, SystemTime};
//!
//! use file_mentions::{Mention, Reader, Store, StoreError};
//! use project_paths::RelPath;
//!
//! # let dir = tempfile::tempdir().unwrap();
//! let file = dir.path().join(file_mentions::FILE_NAME);
//! let patience = Duration::from_millis(200);
//! let path = RelPath::new("src/main.rs").unwrap();
//! let at = SystemTime::UNIX_EPOCH;
//!
//! let mut store = Store::open(&file, patience)?;
//! store.record(&[Mention { session: "s", agent: None, path: &path, tool: "Read", call: None, at }])?;
//!
//! let reader = Reader::open(&file, patience)?;
//! assert_eq!(reader.recent_files("s", 10)?[0].path, path);
//! assert!(reader.history(&path, "another", 5)?.turns.is_empty(), "nothing was said yet");
//! # Ok::<(), StoreError>(())
//! ```

mod entry;
mod error;
mod exchange;
mod ingest;
mod listing;
mod prompt;
mod reader;
mod recording;
mod retention;
mod schema;
mod steps;
mod store;
mod times;

pub use error::{IngestError, StoreError};
pub use ingest::{Ingested, LastMessage, Transcript};
pub use listing::{Status, StoredMention};
pub use prompt::at_mentions;
pub use reader::{History, Note, PastTurn, Reader, RecentFile, Role};
pub use recording::{Recording, Secrets, spoken_paths};
pub use retention::{Forget, Removed, Retention, Vacuumed};
pub use steps::{Access, CommandFile, Reading};
pub use store::{Mention, Store};

/// The name of the store in the state folder of a project.
pub const FILE_NAME: &str = "context.db";

/// What stands in [`Mention::tool`] where no tool touched a file, but the person
/// mentioned it in a prompt.
pub const PERSON: &str = "@";
