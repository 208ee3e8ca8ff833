//! The findings of checks.

use std::path::{Path, PathBuf};

use serde::Serialize;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// A hook does not protect.
    Error,
    /// It may not be what was meant.
    Warning,
    /// Worth knowing, but not a fault.
    Note,
}

/// A finding, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Which check found it.
    pub check: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The hook that it is about, if any.
    pub hook: Option<String>,
    /// The file.
    pub file: Option<PathBuf>,
    /// The line.
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub fix: String,
    /// Whether [`crate::repair`] fixes it.
    pub fixable: bool,
}

impl Finding {
    /// A hook does not protect.
    pub(crate) fn error(message: impl Into<String>) -> Self {
        Self::new(Severity::Error, message)
    }

    /// It may not be what was meant.
    pub(crate) fn warning(message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, message)
    }

    /// Worth knowing.
    pub(crate) fn note(message: impl Into<String>) -> Self {
        Self::new(Severity::Note, message)
    }

    pub(crate) fn new(severity: Severity, message: impl Into<String>) -> Self {
        Self {
            check: "",
            severity,
            hook: None,
            file: None,
            line: None,
            message: message.into(),
            fix: String::new(),
            fixable: false,
        }
    }

    pub(crate) fn of(self, hook: &str) -> Self {
        Self { hook: Some(hook.to_owned()), ..self }
    }

    /// The same about each of these hooks; about none in particular where there are none.
    pub(crate) fn of_each<'h>(self, hooks: impl IntoIterator<Item = &'h String>) -> Vec<Self> {
        let each: Vec<Self> = hooks.into_iter().map(|hook| self.clone().of(hook)).collect();
        if each.is_empty() { vec![self] } else { each }
    }

    pub(crate) fn in_file(self, file: &Path) -> Self {
        Self { file: Some(file.to_owned()), ..self }
    }

    pub(crate) fn on_line(self, line: usize) -> Self {
        Self { line: Some(line), ..self }
    }

    pub(crate) fn fix(self, fix: impl Into<String>) -> Self {
        Self { fix: fix.into(), ..self }
    }

    /// Whether both say the same, be it about one hook or about two.
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        Self { hook: None, ..self.clone() } == Self { hook: None, ..other.clone() }
    }

    /// It can be fixed automatically.
    pub(crate) fn fixable(self) -> Self {
        Self { fixable: true, ..self }
    }
}
