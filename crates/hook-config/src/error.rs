//! What is wrong with a configuration, and where.

use std::fmt;
use std::path::PathBuf;

use hook_protocol::one_line;

/// More would not help a person, and a value in a message may be a megabyte.
const MAX_MESSAGE: usize = 400;

/// A configuration that could not be read, on one line:
/// `could not read <file>:<line>:<column>: <key>: <message>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    /// The configuration file.
    pub file: PathBuf,
    /// The line, from 1, if one is at fault.
    pub line: Option<usize>,
    /// The column in characters, from 1.
    pub column: Option<usize>,
    /// The way to the key at fault, as in `rules.user-query.DO` or `tools[2].tool`.
    pub key: Option<String>,
    /// What is wrong, as a lower-case fragment.
    pub message: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "could not read {}", self.file.display())?;
        for number in [self.line, self.column].into_iter().flatten() {
            write!(f, ":{number}")?;
        }
        if let Some(key) = &self.key {
            write!(f, ": {}", one_line(key, MAX_MESSAGE))?;
        }
        write!(f, ": {}", one_line(&self.message, MAX_MESSAGE))
    }
}

impl std::error::Error for ConfigError {}
