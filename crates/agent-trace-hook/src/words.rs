//! Sentences for people.

use std::fmt;

/// That `prune` was killed before its end, which breaks nothing.
pub(crate) const CUT_SQUASH: &str =
    "`prune` was interrupted; the next call that writes completes it";

/// Where the ledger has no record.
pub(crate) const NO_RECORD: &str = "No records yet.";

/// A number and what is counted.
pub(crate) fn count(number: u64, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

/// That so many records are missing.
pub(crate) fn missing(records: u64) -> String {
    let verb = if records == 1 { "is" } else { "are" };
    format!("{} {verb} missing", count(records, "record"))
}

/// Why there is nothing to record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Silence {
    /// The call changes no file.
    NoChange,
    /// There is no project.
    NoProject,
    /// The file is not one of the project's.
    Outside,
    /// The file is one of those that hooks keep.
    Ours,
}

impl fmt::Display for Silence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoChange => "the call changes no file",
            Self::NoProject => "the event does not belong to a project",
            Self::Outside => "the file is not in the project",
            Self::Ours => "files under .orchestration are not recorded",
        })
    }
}
