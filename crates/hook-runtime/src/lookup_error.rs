//! The error for something that a person named and that does not exist: exit code 1.

use std::fmt;

/// Something that was named and does not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotThere(String);

impl NotThere {
    /// `words` name what does not exist, and where it was searched.
    pub fn new(words: impl Into<String>) -> Self {
        Self(words.into())
    }
}

impl fmt::Display for NotThere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotThere {}
