//! The outcome of an event.

use hook_protocol::{Answer, Decision, Host};

/// The answer of a hook to an event, and its errors.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outcome {
    /// The answer to the host, which may be silence.
    pub answer: Answer,
    /// The errors, each on one line.
    pub errors: Vec<String>,
    /// The event that is answered, and who is.
    to: (&'static str, Host),
}

impl Outcome {
    /// The outcome of an answer to `event` for `host`.
    pub fn of(answer: Answer, event: &'static str, host: Host) -> Self {
        Self { answer, errors: Vec::new(), to: (event, host) }
    }

    /// The reason of a denial for an unknown host.
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
