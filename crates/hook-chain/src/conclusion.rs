//! The outcome of an event for all hooks.

use hook_runtime::{Outcome, Verdict};

use crate::hook_answer::Said;
use crate::merge::Fate;

/// The outcome of an event for all hooks.
#[derive(Debug, Clone, Default)]
pub struct Concluded {
    /// The answer to the host.
    pub outcome: Outcome,
    /// The errors, with their hooks.
    pub errors: Vec<(&'static str, String)>,
    /// The decision.
    pub verdict: Verdict,
    pub(crate) said: Vec<Said>,
    pub(crate) fates: Vec<Option<Fate>>,
    pub(crate) has_run_denied: bool,
}

impl Concluded {
    /// Whether there is anything to log.
    pub(crate) fn says_something(&self) -> bool {
        self.has_run_denied
            || !self.errors.is_empty()
            || self.fates.iter().any(Option::is_some)
            || self.said.iter().any(|said| !said.answer.is_silent())
    }
}
