//! Where control goes, and in which directory, as far as a literal `cd` tells.
//!
//! A `cd` is taken to succeed.

use std::rc::Rc;

use crate::command::WorkingDir;
use crate::tree::Lexed;

/// The directory in which control reaches a place; `None` where it does not get to.
pub(crate) type Flow = Option<WorkingDir>;

/// What a command leaves behind, by how it ends.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) success: Flow,
    pub(crate) failure: Flow,
    /// After a `cd` that failed, which counts only for what `||` or `else` makes of it.
    pub(crate) failed_cd: Flow,
}

impl Outcome {
    /// However the command ends, the directory is `flow`.
    pub(crate) fn always(flow: Flow) -> Self {
        Self { success: flow.clone(), failure: flow, failed_cd: None }
    }

    /// The outcome of `!` before the command.
    pub(crate) fn negated(self) -> Self {
        Self { success: self.after_failure(), failure: self.success, failed_cd: None }
    }

    /// The directory for what runs whether or not the command succeeds.
    pub(crate) fn after(&self) -> Flow {
        join(&self.success, &self.failure)
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
        (Some(one), Some(other)) if one == other => Some(one.clone()),
        _ => Some(WorkingDir::Unknown),
    }
}

/// What `words` do to the directory, if they are a `cd` or a relative of it.
pub(crate) fn change(words: &[Rc<Lexed>], dir: &WorkingDir) -> Option<WorkingDir> {
    let (command, arguments) = words.split_first()?;
    let name = command.word.text.as_str();
    match name {
        "popd" => return Some(WorkingDir::Unknown),
        "cd" | "chdir" | "pushd" => {}
        _ => return None,
    }
    let is_option =
        |word: &&Rc<Lexed>| matches!(word.word.text.as_str(), "-L" | "-P" | "-e" | "--");
    let mut operands = arguments.iter().skip_while(is_option);
    match (operands.next(), operands.next()) {
        (Some(target), None) if !is_special(&target.word.text) => Some(dir.enter(&target.word)),
        _ => Some(WorkingDir::Unknown),
    }
}

/// `-` is the previous directory, `+1` and `-1` are places on the stack, `-n` an option.
fn is_special(operand: &str) -> bool {
    operand.starts_with(['-', '+'])
}
