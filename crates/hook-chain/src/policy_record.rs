//! The record of the organisation's bundle that is active on a machine. Its signature was checked when it was unpacked
//! beside the record, where no agent may write.

#[cfg(feature = "config")]
use std::collections::BTreeMap;
use std::path::PathBuf;

#[cfg(feature = "config")]
use hook_config::{ConfigError, Step};
use serde::{Deserialize, Serialize};

use crate::mode::Mode;

/// The active bundle.
#[cfg(feature = "config")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PolicyRecord {
    /// The version of the format: 1.
    pub version: u32,
    /// The number of the bundle, and the folder beside the record in which it is unpacked.
    pub revision: u64,
    /// The hash of what is signed.
    pub digest: String,
    /// When the bundle was made, as RFC 3339.
    pub issued: String,
    /// When a newer bundle is due.
    pub expires: String,
    /// The public keys that may sign the next bundle, in hexadecimal digits.
    pub keys: Vec<String>,
    /// Each policy by its name.
    pub policies: BTreeMap<String, RecordedPolicy>,
}

/// A policy as it applies on this machine.
#[cfg(feature = "config")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedPolicy {
    /// Its mode.
    pub mode: Mode,
    /// The hooks that it configures, without `-hook`.
    pub hooks: Vec<String>,
}

/// A policy by which guards judge in addition to the project's configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Policy {
    pub(crate) name: String,
    /// That of its bundle.
    pub(crate) revision: u64,
    /// The folder with its configurations.
    pub(crate) folder: PathBuf,
    pub(crate) mode: Mode,
    hooks: Vec<String>,
}

impl Policy {
    /// Whether it has a configuration for this hook.
    pub(crate) fn configures(&self, hook: &str) -> bool {
        let short = hook.strip_suffix("-hook").unwrap_or(hook);
        self.hooks.iter().any(|name| name == short)
    }
}

#[cfg(feature = "config")]
impl PolicyRecord {
    /// The version of the format.
    pub const VERSION: u32 = 1;

    /// The first record that exists, and its file.
    ///
    /// # Errors
    /// If it cannot be read, or was written by a later version.
    pub fn first(files: &[PathBuf]) -> Result<Option<(PathBuf, Self)>, ConfigError> {
        for file in files {
            let Some(source) = hook_config::read_if_there(file)? else { continue };
            let record: Self = source.parse_json()?;
            if record.version != Self::VERSION {
                let message = format!("unknown version {}; expected 1", record.version);
                return Err(source.error_at(&[Step::Key("version".to_owned())], message));
            }
            return Ok(Some((file.clone(), record)));
        }
        Ok(None)
    }
}

/// The policies of the first record that exists.
#[cfg(feature = "config")]
pub(crate) fn policies(files: &[PathBuf]) -> Result<Vec<Policy>, ConfigError> {
    let Some((file, record)) = PolicyRecord::first(files)? else { return Ok(Vec::new()) };
    let revision = record.revision;
    let folder = file.with_file_name(revision.to_string());
    let policy = |(name, RecordedPolicy { mode, hooks })| {
        let folder = folder.join(&name);
        Policy { name, revision, folder, mode, hooks }
    };
    Ok(record.policies.into_iter().map(policy).collect())
}
