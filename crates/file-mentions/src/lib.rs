//! What was said and done about which file: the store, and how transcripts get into it.
//!
//! That a file was touched is appended to a journal beside the store ([`record`]), from which the
//! next [`Store`] takes it. That takes in, from the transcript of a session, what was said meanwhile
//! ([`Store::ingest`]). A [`Reader`] answers what hooks ask while the agent waits, along an index:
//! [`Reader::history`] of a file. The crate `recent-files` says which files a session has touched.
//!
//! Both may be open in many processes at once. Times, paths and what may be recorded are given by
//! the caller: see [`Recording`] for what never gets in.
//!
//! ```
//! use std::time::{Duration, SystemTime};
//!
//! use file_mentions::{Mention, Reader, Store, StoreError, record};
//! use project_paths::RelPath;
//!
//! # let dir = tempfile::tempdir().unwrap();
//! let file = dir.path().join(file_mentions::FILE_NAME);
//! let patience = Duration::from_millis(200);
//! let path = RelPath::new("src/main.rs").unwrap();
//! let at = SystemTime::UNIX_EPOCH;
//!
//! let mention = Mention { session: "s", agent: None, path: &path, tool: "Read", call: None, at };
//! record(&file, &[mention], patience)?;
//!
//! Store::open(&file, patience)?;
//! let reader = Reader::open(&file, patience)?;
//! assert_eq!(reader.recent_files("s", 10)?[0].path, path);
//! assert!(reader.history(&path, "another", 5)?.turns.is_empty(), "nothing was said yet");
//! # Ok::<(), StoreError>(())
//! ```

mod checksum;
mod entry;
mod error;
mod exchange;
mod index;
mod ingest;
mod listing;
mod mention_queue;
mod newest_turns;
mod place;
mod prepared_text;
mod prompt;
mod reader;
mod recent_lists;
mod recording;
mod retention;
mod schema;
mod stamp;
mod steps;
mod store;
mod text_preparation;
mod upkeep;

pub use error::{IngestError, StoreError};
pub use index::{Glance, glance};
pub use ingest::{Ingested, LastMessage, Transcript};
pub use listing::{Status, StoredMention};
pub use mention_queue::{is_waiting, record};
pub use place::Prepared;
pub use prompt::at_mentions;
pub use reader::{History, Note, PastTurn, Reader, Role};
pub use recent_files::RecentFile;
pub use recording::{Recording, Secrets, spoken_paths};
pub use retention::{Forget, Pruned, Removed, Retention};
pub use steps::{Access, CommandFile, Reading};
pub use store::{Mention, Store};

/// The name of the store in the state folder of a project.
pub const FILE_NAME: &str = "context.db";

/// What stands in [`Mention::tool`] where no tool touched a file, but the person
/// mentioned it in a prompt.
pub const PERSON: &str = "@";
