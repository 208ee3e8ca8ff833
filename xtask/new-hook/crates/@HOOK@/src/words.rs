//! All sentences to the person. What the agent is told, the person has written.

use crate::decide::Silence;

/// Why nothing is said.
pub(crate) fn silence(silence: Silence) -> &'static str {
    match silence {
        Silence::NothingToTell => "the configuration has nothing to tell",
        Silence::Resumed => "the session goes on, and the agent was told before",
    }
}

/// What is done about an event that is none of the hook's.
pub(crate) const NOT_HANDLED: &str = "silent: the hook does not answer this event";
