//! Reads the transcripts that a host writes of its sessions.
//!
//! A transcript of Claude Code has one JSON object a line, of many kinds, and a file of
//! its own for each subagent. It grows to many megabytes and is written with a delay, a
//! line at a time. The format is not documented and changes with the versions, so reading is
//! lenient: a line that is not a JSON object is skipped, a field of another type counts as
//! missing, and the rest is parsed on demand.
//!
//! [`read_on`] goes forward, from where an earlier reader stopped, and [`find_from_end`]
//! goes backward. Neither keeps more than a part of the file in memory.
//!
//! ```
//! use transcripts::{Block, Place};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("session.jsonl");
//! # let call = r#"{"type":"tool_use","id":"t1","name":"Read","input":{"file_path":"a.rs"}}"#;
//! # let said = format!(r#"{{"type":"assistant","message":{{"model":"m","content":[{call}]}}}}"#);
//! # std::io::Write::write_all(&mut std::fs::File::create(&path)?, said.as_bytes())?;
//! let mut place = Place::default();
//! let mut calls = Vec::new();
//! loop {
//!     let batch = transcripts::read_on(&path, place)?;
//!     for block in batch.entries().flat_map(|entry| entry.blocks()) {
//!         if let Block::ToolUse(call) = block {
//!             calls.push((call.name.to_string(), call.input()["file_path"].to_string()));
//!         }
//!     }
//!     place = batch.end;
//!     if !batch.more {
//!         break;
//!     }
//! }
//! assert_eq!(calls, [("Read".to_owned(), "\"a.rs\"".to_owned())]);
//! let model = |entry: &transcripts::Entry<'_>| Some(entry.model()?.into_owned());
//! assert_eq!(transcripts::find_from_end(&path, 4096, model)?.as_deref(), Some("m"));
//! # Ok::<(), std::io::Error>(())
//! ```

mod batch;
mod block;
mod entry;
mod field;
mod files;
mod prompt;
mod reverse_search;

pub use batch::{Batch, Place, read_on};
pub use block::{Block, ToolResult, ToolUse};
pub use entry::{Entry, Kind, RanSubagent};
pub use files::{Owner, Subagent, subagent_file, subagents, type_beside};
pub use prompt::{Prompt, is_from_person};
pub use reverse_search::find_from_end;
