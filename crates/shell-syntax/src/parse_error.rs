//! Why a text was not understood, and the bounds beyond which none is.

use std::fmt;

/// The longest text that is read, in bytes.
pub(crate) const MAX_TEXT: usize = 64 * 1024;

/// How deep substitutions and scripts may stand in each other.
pub(crate) const MAX_DEPTH: usize = 16;

/// The most commands that are listed.
pub(crate) const MAX_COMMANDS: usize = 2_000;

/// A text that is not understood as far as it would have to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unparsed {
    /// Why, as a lower-case fragment.
    pub reason: String,
}

impl Unparsed {
    /// A text that is not understood for this reason, a lower-case fragment.
    pub fn new(reason: &str) -> Self {
        Self { reason: reason.to_owned() }
    }
}

impl fmt::Display for Unparsed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.reason)
    }
}

impl std::error::Error for Unparsed {}
