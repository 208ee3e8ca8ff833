//! What a subagent is told, and why it is told nothing.

use hook_runtime::{Ctx, escape_line};
use recent_files::RecentFile;

/// The line above the files.
pub(crate) const HEAD: &str = "Files recently touched in this session:";

/// The line of a file, with the break before it.
pub(crate) fn line(file: &RecentFile) -> String {
    let suffix = if file.by_subagent { " (subagent)" } else { "" };
    format!("\n- {}{suffix}", escape_line(file.path.as_str()))
}

/// Why there is nothing for a subagent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Silence {
    /// The event names no session.
    NoSession,
    /// Subagents of this type are told nothing.
    TurnedOff,
    /// Nothing was recorded in this project yet.
    NothingRecorded,
    /// The session has touched no file, or none that can be told in a line.
    NoFiles,
}

impl Silence {
    /// In words, for a person.
    pub(crate) fn words(self, ctx: &Ctx) -> String {
        let words = match self {
            Self::NoSession => "the event has no session",
            Self::TurnedOff => "the list is turned off for this type of subagent",
            Self::NothingRecorded => {
                return format!("nothing was recorded {} yet", ctx.in_which_project());
            }
            Self::NoFiles => "the session has touched no file yet",
        };
        words.to_owned()
    }
}
