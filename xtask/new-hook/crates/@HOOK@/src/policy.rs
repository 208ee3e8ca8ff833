//! What is written, as it is asked: compiled, and kept until the file changes.

use std::path::{Path, PathBuf};

use hook_config::ConfigError;
use hook_runtime::Ctx;
use serde::{Deserialize, Serialize};

use crate::config::{Config, NAME};

/// What the agent is to know; empty where there is nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Policy {
    pub(crate) tell: String,
}

/// The project's policy, the person's where it has none, else an empty one.
///
/// # Errors
/// A [`ConfigError`] that names the file, the line and the key at fault.
pub(crate) fn load(ctx: &Ctx) -> Result<Policy, ConfigError> {
    let read = |file: &Path| {
        let config: Config = hook_config::read(file)?.parse()?;
        Ok((Policy::from(config), Vec::new()))
    };
    Ok(ctx.configured(NAME, NAME, read)?.unwrap_or_default())
}

/// The configuration file, whatever is in it.
pub(crate) fn file(ctx: &Ctx) -> Option<PathBuf> {
    ctx.configuration(NAME)
}

impl From<Config> for Policy {
    fn from(config: Config) -> Self {
        Self { tell: config.tell.unwrap_or_default().trim().to_owned() }
    }
}
