//! The cursor: what the receiver has accepted.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::time::SystemTime;

use anyhow::{Context as _, Result, ensure};
use hook_runtime::Ctx;
use hook_state::StateDir;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::metrics::Counters;
use crate::otlp::nanos;

/// In the state folder of all projects.
const FILE: &str = "export.json";

const VERSION: u32 = 1;

/// What the receiver has accepted.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Cursor {
    version: u32,
    /// When counting began, in nanoseconds.
    pub(crate) since: String,
    /// The last accepted line of each project, by the name of its state folder.
    pub(crate) projects: BTreeMap<String, Position>,
    pub(crate) counters: Counters,
    /// The record of this machine that was accepted last.
    pub(crate) machine: Option<Value>,
    #[serde(flatten)]
    extra: BTreeMap<String, Value>,
}

/// A line, and where it ends. It is recognised by its content, because files are rotated, and editors replace them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Position {
    /// Where in its file the next line begins.
    pub(crate) end: u64,
    /// The length of the line with its line feed.
    pub(crate) length: u64,
    /// The id of its record.
    pub(crate) id: String,
}

/// The folder of the person's state.
///
/// # Errors
/// If none is known.
pub(crate) fn user_state(ctx: &Ctx) -> Result<&Path> {
    ctx.user_state().context("there is no state folder that can be used")
}

impl Cursor {
    /// The cursor in the state folder. One that is missing or malformed begins anew, at the first line.
    pub(crate) fn load(state: &StateDir, now: SystemTime) -> Result<Self> {
        let new = || Self {
            version: VERSION,
            since: nanos(now),
            projects: BTreeMap::new(),
            counters: Counters::default(),
            machine: None,
            extra: BTreeMap::new(),
        };
        let cursor = match state.read_json::<Self>(FILE) {
            Ok(cursor) => cursor.unwrap_or_else(new),
            Err(err) if err.kind() == io::ErrorKind::InvalidData => new(),
            Err(err) => return Err(err).with_context(|| format!("could not read {FILE}")),
        };
        ensure!(cursor.version <= VERSION, "{FILE} is from a later version of tacklebox-sync");
        Ok(cursor)
    }

    pub(crate) fn store(&self, state: &StateDir) -> Result<()> {
        let bytes = serde_json::to_vec(self)?;
        state.write(FILE, &bytes).with_context(|| format!("could not write {FILE}"))
    }
}
