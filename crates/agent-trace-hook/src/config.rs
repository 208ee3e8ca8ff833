//! The configuration `.tacklebox/agent-trace.yaml`.
//!
//! Strict: an unknown key or a value that cannot be meant is an error that names
//! file, line and key. Edits are recorded without it.

use std::path::{Path, PathBuf};

use hook_config::{ConfigError, Version};
use hook_runtime::Ctx;
use serde::{Deserialize, Serialize};

/// The configuration's name: `.tacklebox/agent-trace.yaml`.
const NAME: &str = "agent-trace";

/// What a project, or a person, wants of the ledger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a mapping")]
pub(crate) struct Config {
    /// Of the format.
    version: Version,
    /// The file of the key that checkpoints are signed with.
    sign_key: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        Self { version: Version, sign_key: None }
    }
}

impl Config {
    /// The configuration of the project, the person's where it has none, else
    /// the default.
    ///
    /// # Errors
    /// A [`ConfigError`] that names the file, the line and the key at fault.
    pub(crate) fn load(ctx: &Ctx) -> Result<Self, ConfigError> {
        let read = |file: &Path| Ok((hook_config::read(file)?.parse()?, Vec::new()));
        Ok(ctx.configured(NAME, NAME, read)?.unwrap_or_default())
    }

    /// The configuration file, whatever is in it.
    pub(crate) fn file(ctx: &Ctx) -> Option<PathBuf> {
        ctx.configuration(NAME)
    }

    /// The file of the key: `~` is the person's home, and a relative path is
    /// relative to the project.
    pub(crate) fn sign_key(&self, ctx: &Ctx) -> Option<PathBuf> {
        let path = self.sign_key.as_deref()?;
        if let Ok(below_home) = path.strip_prefix("~") {
            return Some(ctx.home()?.join(below_home));
        }
        Some(ctx.project()?.path().join(path))
    }
}
