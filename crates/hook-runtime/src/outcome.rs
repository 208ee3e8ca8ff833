//! What comes of an event.

use hook_protocol::{Answer, Host};

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
