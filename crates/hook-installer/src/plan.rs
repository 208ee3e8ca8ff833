//! What is to be done, as a value.

use std::fmt;

use crate::edit::Edit;
use crate::error::InstallError;
use crate::leftovers;
use crate::report::{Report, Stopped};
use crate::step::{Done, Step};
use crate::turn::Turn;

/// What is to be done, in the order in which it will be. Making one changes nothing.
#[derive(Debug, Clone)]
pub struct Plan {
    steps: Vec<Step>,
    notes: Vec<String>,
}

impl Plan {
    pub(crate) fn new(mut steps: Vec<Step>, mut notes: Vec<String>) -> Self {
        steps.sort_by_key(Step::rank);
        notes.extend(steps.iter().filter_map(|step| match step {
            Step::Edit(edit) => edit.other_names(),
            _ => None,
        }));
        Self { steps, notes }
    }

    /// With more for a person to know.
    pub(crate) fn noting(mut self, notes: &[String]) -> Self {
        let is_note = |note: &str| note.starts_with("note: ");
        let note = |note: &String| {
            if is_note(note) { note.clone() } else { format!("note: {note}") }
        };
        self.notes.extend(notes.iter().map(note));
        self
    }

    /// The steps, in their order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What a person should know beside.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The names of the programs that have to be there when it is carried out.
    pub fn programs(&self) -> Vec<String> {
        let name = |step: &Step| match step {
            Step::Put { name, .. } => Some(name.clone()),
            _ => None,
        };
        self.steps.iter().filter_map(name).collect()
    }

    /// Fails before anything is done where a file cannot be replaced.
    fn try_out(&self) -> Result<(), InstallError> {
        self.steps.iter().try_for_each(|step| match step {
            Step::Edit(edit) => edit.try_out(),
            _ => Ok(()),
        })
    }

    /// Does it all, and says what was done; nothing is printed on the way. Carried out again, it
    /// does what is left to do.
    ///
    /// # Errors
    /// Stops at the first step that fails, and says as well what was done until then.
    pub fn carry_out(&self) -> Result<Report, Stopped> {
        self.carry_out_in(None)
    }

    /// The same while nobody else of us is at work there; the plan was made in this turn.
    ///
    /// # Errors
    /// As [`Self::carry_out`].
    pub fn carry_out_in(&self, turn: Option<&Turn>) -> Result<Report, Stopped> {
        leftovers::sweep_all(&self.steps);
        let mut done = Vec::new();
        self.try_out()?;
        for step in &self.steps {
            match step.carry_out(turn) {
                Ok(what) => done.extend(what),
                // The notes are about what all of it would have come to.
                Err(why) => {
                    let done = Report { done, notes: Vec::new() };
                    return Err(Stopped { done, why: Box::new(why) });
                }
            }
        }
        let written = done.iter().filter_map(|done| match done {
            Done::Edited(changed) if !changed.is_nothing() => Edit::read_back(changed),
            _ => None,
        });
        let notes = self.notes.iter().cloned().chain(written).collect();
        Ok(Report { done, notes })
    }
}

/// For people: diffs of the files, then the programs, then the notes.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.steps {
            if let Step::Edit(edit) = step {
                f.write_str(&edit.planned().diff())?;
            }
        }
        for step in &self.steps {
            match step {
                Step::Put { to, .. } => writeln!(f, "would put {}", to.display())?,
                Step::Link { link, .. } => writeln!(f, "would link {}", link.display())?,
                Step::Remove { program } => writeln!(f, "would remove {}", program.display())?,
                Step::Exclude(exclusion) if exclusion.enters() => writeln!(
                    f,
                    "would have git ignore {} ({})",
                    exclusion.lines.join(", "),
                    exclusion.file.display()
                )?,
                Step::Worktrees(hook) if hook.enters() => {
                    writeln!(
                        f,
                        "would link the programs into new worktrees ({})",
                        hook.file().display()
                    )?;
                }
                Step::Exclude(_)
                | Step::Worktrees(_)
                | Step::Ignore { .. }
                | Step::Record { .. }
                | Step::RetireRecord { .. }
                | Step::Edit(_)
                | Step::RememberShell { .. }
                | Step::RememberBin { .. }
                | Step::RemoveCopies { .. }
                | Step::RemoveFolder { .. } => {}
            }
        }
        self.notes.iter().try_for_each(|note| writeln!(f, "{note}"))
    }
}
