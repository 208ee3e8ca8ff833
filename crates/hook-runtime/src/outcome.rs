//! What comes of an event.

use hook_protocol::{Host, Reply};

/// What a hook has to say about one event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The JSON document for stdout; `None` for silence.
    pub document: Option<String>,
    /// The reason, if the document denies the call.
    pub denial: Option<String>,
    /// What went wrong, each on one line.
    pub errors: Vec<String>,
}

impl Outcome {
    /// What a reply to `event` says to `host`.
    pub(crate) fn of(reply: &impl Reply, event: &'static str, host: Host) -> Self {
        Self {
            document: reply.render(event, host),
            denial: reply.denial().map(str::to_owned),
            errors: Vec::new(),
        }
    }
}
