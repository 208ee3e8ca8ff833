//! What is written: `.tacklebox/@NAME@.yaml`.

use hook_config::Version;
use serde::Deserialize;

/// The name of the file, without its ending.
pub(crate) const NAME: &str = "@NAME@";

/// The whole file. A key without a value is no key.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a mapping")]
pub(crate) struct Config {
    #[serde(rename = "version")]
    _version: Version,
    /// What the agent is to know.
    pub(crate) tell: Option<String>,
}
