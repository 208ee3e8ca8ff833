//! Where control goes, and in which directory, as far as a literal `cd` tells.
//!
//! A `cd` is taken to succeed. Where the caller doubts that, the directory in which it leaves
//! control when it fails is kept beside the other one, as far as nothing handles the failure.

use std::rc::Rc;

use crate::command::{Word, WorkingDir};
use crate::tree::Lexed;

/// The most directories that are kept beside the one of a `cd` that succeeds.
const MAX_OTHERS: usize = 8;

/// The directory in which control reaches a place; `None` where it does not get to.
pub(crate) type Flow = Option<Dirs>;

/// The directory in which control is, and those in which it is if a `cd` failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dirs {
    pub(crate) dir: WorkingDir,
    pub(crate) others: Vec<WorkingDir>,
}

impl Dirs {
    /// This directory alone.
    pub(crate) fn only(dir: WorkingDir) -> Self {
        Self { dir, others: vec![] }
    }

    /// The text does not tell.
    pub(crate) fn unknown() -> Self {
        Self::only(WorkingDir::Unknown)
    }

    /// All of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &WorkingDir> {
        std::iter::once(&self.dir).chain(&self.others)
    }

    /// The directories that `target` names here.
    pub(crate) fn enter(&self, target: &Word) -> Self {
        let others = self.others.iter().map(|dir| dir.enter(target));
        others.fold(Self::only(self.dir.enter(target)), Self::or)
    }

    /// These, or `dir`.
    pub(crate) fn or(mut self, dir: WorkingDir) -> Self {
        if self.iter().any(|known| *known == dir || *known == WorkingDir::Unknown) {
            return self;
        }
        if dir == WorkingDir::Unknown || self.others.len() == MAX_OTHERS {
            self.others = vec![WorkingDir::Unknown];
        } else {
            self.others.push(dir);
        }
        self
    }
}

/// What a command leaves behind, by how it ends.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) success: Flow,
    pub(crate) failure: Flow,
    /// After a `cd` that failed, for what `||` or `else` makes of it.
    pub(crate) failed_cd: Flow,
    /// The same for what runs in any case, after a `cd` whose success is doubted.
    pub(crate) doubted_cd: Flow,
}

impl Outcome {
    /// However the command ends, the directory is `flow`.
    pub(crate) fn always(flow: Flow) -> Self {
        Self { success: flow.clone(), failure: flow, failed_cd: None, doubted_cd: None }
    }

    /// The outcome of `!` before the command.
    pub(crate) fn negated(self) -> Self {
        let success = self.after_failure();
        Self { success, failure: self.success, failed_cd: None, doubted_cd: None }
    }

    /// The directory for what runs whether or not the command succeeds.
    pub(crate) fn after(&self) -> Flow {
        either(join(&self.success, &self.failure), &self.doubted_cd)
    }

    /// The directory for what runs only if the command fails.
    pub(crate) fn after_failure(&self) -> Flow {
        join(&self.failure, &self.failed_cd)
    }
}

/// The directory where two ways meet.
pub(crate) fn join(one: &Flow, other: &Flow) -> Flow {
    match (one, other) {
        (None, only) | (only, None) => only.clone(),
        (Some(one), Some(other)) if one.dir == other.dir => {
            Some(other.others.iter().cloned().fold(one.clone(), Dirs::or))
        }
        _ => Some(Dirs::unknown()),
    }
}

/// Where control is that comes one way or, after a `cd` that failed, the other.
pub(crate) fn either(flow: Flow, failed: &Flow) -> Flow {
    match (flow, failed) {
        (Some(flow), Some(failed)) => Some(failed.iter().cloned().fold(flow, Dirs::or)),
        (None, only) => only.clone(),
        (only, None) => only,
    }
}

/// Where a `cd` leads.
pub(crate) enum Target<'a> {
    /// To the directory of this name.
    Named(&'a Word),
    /// The text does not tell.
    Unknown,
}

/// What `words` do to the directory, if they are a `cd` or a relative of it.
pub(crate) fn change(words: &[Rc<Lexed>]) -> Option<Target<'_>> {
    let (command, arguments) = words.split_first()?;
    let name = command.word.text.as_str();
    if !is_cd(name) {
        return None;
    }
    if name == "popd" {
        return Some(Target::Unknown);
    }
    let is_option =
        |word: &&Rc<Lexed>| matches!(word.word.text.as_str(), "-L" | "-P" | "-e" | "-Pe" | "--");
    let mut operands = arguments.iter().skip_while(is_option);
    // `..` behind a link leads elsewhere then.
    let is_physical = arguments.iter().any(|word| word.word.text.starts_with("-P"));
    match (operands.next(), operands.next()) {
        (Some(target), _) if is_physical && target.word.text.contains("..") => {
            Some(Target::Unknown)
        }
        (Some(target), None) if !is_special(&target.word.text) => Some(Target::Named(&target.word)),
        _ => Some(Target::Unknown),
    }
}

/// Whether the program of this name changes the directory of the shell.
pub(crate) fn is_cd(name: &str) -> bool {
    matches!(name, "cd" | "chdir" | "pushd" | "popd")
}

/// Whether a text has the shell follow links before `..`.
pub(crate) fn sets_physical(text: &str) -> bool {
    text.contains("physical")
        || text.split("set -").skip(1).any(|options| {
            let options = options.split(|next: char| !next.is_ascii_alphabetic()).next();
            options.is_some_and(|options| options.contains('P'))
        })
}

/// `-` is the previous directory, `+1` and `-1` are places on the stack, `-n` an option.
fn is_special(operand: &str) -> bool {
    operand.starts_with(['-', '+'])
}
