//! The journal of touches that are not in the database yet.
//!
//! A call appends one line with all that it touched. If the process is killed meanwhile, the line
//! is complete or does not count.

use std::fs;

use hook_state::{Journal, StateDir};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ReadError;

/// The name of the journal.
pub const JOURNAL_NAME: &str = "context-mentions.jsonl";

/// The version of the lines. In the first one a line was a touch.
const VERSION: usize = 2;

/// A line of the journal: what one call touched.
#[derive(Debug, Serialize, Deserialize)]
pub struct Line {
    version: usize,
    mentions: Vec<Touch>,
}

/// A file was touched in a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Touch {
    /// The session.
    pub session: String,
    /// The subagent; `None` for the main agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The file, relative to the project.
    pub path: String,
    /// The tool that touched it.
    pub tool: String,
    /// The id of the call, if the host has ids.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// A line with these touches.
pub fn line(touches: Vec<Touch>) -> Line {
    Line { version: VERSION, mentions: touches }
}

/// The journal in a folder. It is not rotated: a line stays until it is in the database.
pub fn journal(state: &StateDir) -> Journal {
    Journal::new(state.file(JOURNAL_NAME)).rotated_above(u64::MAX)
}

/// How many bytes the journal has.
pub fn waiting_bytes(state: &StateDir) -> u64 {
    fs::metadata(state.file(JOURNAL_NAME)).map_or(0, |found| found.len())
}

/// The touches in the journal of a folder. Invalid lines, such as one that was cut when the disk
/// was full, are skipped.
///
/// # Errors
/// If the journal cannot be read, or a later version wrote it.
pub fn touches(state: &StateDir) -> Result<Vec<Touch>, ReadError> {
    let mut touches = Vec::new();
    if waiting_bytes(state) > 0 {
        for value in journal(state).read()? {
            touches.extend(known(value)?);
        }
    }
    Ok(touches)
}

/// The touches in a line, none where it is not understood; an error for one of a later version.
fn known(value: Value) -> Result<Vec<Touch>, ReadError> {
    let version = value.get("version").and_then(Value::as_u64).unwrap_or_default();
    let found = usize::try_from(version).unwrap_or(usize::MAX);
    let touches = match found {
        1 => serde_json::from_value(value).map(|touch| vec![touch]),
        VERSION => serde_json::from_value(value).map(|line: Line| line.mentions),
        0 => return Ok(Vec::new()),
        _ => return Err(ReadError::Newer { found, known: VERSION }),
    };
    Ok(touches.unwrap_or_default())
}
