//! What comes of an event.

use hook_protocol::{Answer, Decision, Host};

/// What a hook has to say about one event.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outcome {
    /// What is said to the host; silence says nothing.
    pub answer: Answer,
    /// What went wrong, each on one line.
    pub errors: Vec<String>,
    /// The event that is answered, and who is.
    to: (&'static str, Host),
}

impl Outcome {
    /// What an answer to `event` says to `host`.
    pub fn of(answer: Answer, event: &'static str, host: Host) -> Self {
        Self { answer, errors: Vec::new(), to: (event, host) }
    }

    /// Why a call must not go on, where nobody knows how its host wants to be told that.
    pub fn reason_for_unknown_host(&self) -> Option<&str> {
        let reason = match &self.answer.decision {
            Decision::Ask(reason) => Some(reason.as_str()),
            _ => self.denial(),
        };
        reason.filter(|_| self.to.1 == Host::Unknown)
    }

    /// The JSON document for stdout; `None` for silence.
    pub fn document(&self) -> Option<String> {
        let (event, host) = self.to;
        self.answer.render(event, host)
    }

    /// The reason, if the call is denied.
    pub fn denial(&self) -> Option<&str> {
        self.answer.denial()
    }
}
