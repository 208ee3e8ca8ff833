//! The store of what was said and done about files.
//!
//! [`record`] appends to a journal beside the store that a file was touched; the next [`Store`] moves
//! it into the database. [`Store::ingest`] reads from the transcript of a session what was said
//! meanwhile. A [`Reader`] answers a hook while the agent waits: [`Reader::history`] of a file. The
//! crate `recent-files` knows which files a session touched.
//!
//! Many processes may use a store at once. The caller gives times, paths and what may be recorded;
//! [`Recording`] says what is never stored.
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

/// The [`Mention::tool`] of a file that the person mentioned in a prompt.
pub const PERSON: &str = "@";
