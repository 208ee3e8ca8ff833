//! What comes of an event.

use hook_runtime::{Outcome, Verdict};

use crate::hook_answer::Said;
use crate::merge::Fate;

/// What came of an event.
#[derive(Debug, Clone, Default)]
pub struct Concluded {
    /// The answer to the host.
    pub outcome: Outcome,
    /// What went wrong, and with which hook.
    pub errors: Vec<(&'static str, String)>,
    /// What it amounts to.
    pub verdict: Verdict,
    pub(crate) said: Vec<Said>,
    pub(crate) fates: Vec<Option<Fate>>,
    pub(crate) has_run_denied: bool,
}

impl Concluded {
    /// Whether anything is worth a line.
    pub(crate) fn says_something(&self) -> bool {
        self.has_run_denied
            || !self.errors.is_empty()
            || self.fates.iter().any(Option::is_some)
            || self.said.iter().any(|said| !said.answer.is_silent())
    }
}
