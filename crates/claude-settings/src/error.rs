//! Where something is wrong in a file, and what.

use std::fmt;

/// A place in a text: line and column, both counted from 1, the column in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Lines end with `\n`.
    pub line: usize,
    /// A tab counts as one.
    pub column: usize,
}

impl Position {
    /// The place of byte `offset` in `text`; an offset behind the end is the end.
    pub(crate) fn of(text: &str, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or(before);
        Self { line: before.matches('\n').count() + 1, column: line.chars().count() + 1 }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text was not edited. There is one kind, since there is one thing to do about it: show
/// it to the person whose file it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsError {
    /// Where the reason lies.
    pub position: Position,
    /// What is wrong, and what the host makes of it.
    pub reason: String,
}

impl SettingsError {
    pub(crate) fn new(text: &str, offset: usize, reason: impl Into<String>) -> Self {
        Self { position: Position::of(text, offset), reason: reason.into() }
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.reason)
    }
}

impl std::error::Error for SettingsError {}
