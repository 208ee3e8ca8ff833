//! What was done, for whoever tells a person.

use std::fmt;

use crate::error::InstallError;
use crate::step::Done;

/// What was done, in order, and what a person should know beside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// What the steps have done; those without anything to tell are not there.
    pub done: Vec<Done>,
    /// What a person should know.
    pub notes: Vec<String>,
}

/// A plan that was carried out in part. What was done is harmless by itself, and carrying the plan
/// out again does the rest.
#[derive(Debug)]
pub struct Stopped {
    /// What was done before.
    pub done: Report,
    /// What went wrong.
    pub why: Box<InstallError>,
}

impl Report {
    /// Whether anything is otherwise than before.
    pub fn changes(&self) -> bool {
        let is_change = |done: &Done| match done {
            Done::Edited(changed) => !changed.is_nothing(),
            Done::Put(_)
            | Done::Linked(_)
            | Done::Removed(_)
            | Done::Excluded(_)
            | Done::Worktrees(_) => true,
            Done::NotExcluded(..) => false,
        };
        self.done.iter().any(is_change)
    }

    /// The names of the programs that are new or lead elsewhere now.
    pub(crate) fn programs(&self) -> Vec<&str> {
        let programs = self.done.iter().filter_map(|done| match done {
            Done::Put(program) | Done::Linked(program) => Some(program),
            _ => None,
        });
        programs.filter_map(|program| program.file_name()?.to_str()).collect()
    }
}

/// Nothing was done.
impl From<InstallError> for Stopped {
    fn from(why: InstallError) -> Self {
        let done = Report { done: Vec::new(), notes: Vec::new() };
        Self { done, why: Box::new(why) }
    }
}

/// For people: programs that were put or linked, diffs, programs that were removed, notes.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for done in &self.done {
            match done {
                Done::Put(program) => writeln!(f, "put {}", program.display())?,
                Done::Linked(link) => writeln!(f, "linked {}", link.display())?,
                Done::Edited(changed) => f.write_str(&changed.diff())?,
                Done::Removed(program) => writeln!(f, "removed {}", program.display())?,
                Done::Excluded(_) | Done::NotExcluded(..) | Done::Worktrees(_) => {
                    f.write_str(&done.of_git().unwrap_or_default())?;
                }
            }
        }
        self.notes.iter().try_for_each(|note| writeln!(f, "{note}"))
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.why.fmt(f)
    }
}

impl std::error::Error for Stopped {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.why.source()
    }
}
