//! What happens when a hook cannot decide.

use std::time::Duration;

use hook_protocol::{Event, EventName, HookEvent, PreToolUse, PreToolUseReply, whole_line};
use hook_state::Journal;
use serde_json::json;

use crate::ctx::Ctx;
use crate::outcome::Outcome;

/// What a hook's failure means to the agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OnFailure {
    /// As if the hook were not there: nothing on stdout, exit status 0.
    Open,
    /// A call that the hook could not judge is denied. Only [`PreToolUse`] can
    /// be denied; on any other event this is [`OnFailure::Open`].
    Closed {
        /// What the agent, or the person, can do about it.
        way_out: String,
    },
}

/// The event on which a hook failed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Failed<'a> {
    /// It was read.
    On(&'a Event),
    /// It could not be read; its name, if that is known.
    Reading(Option<&'a EventName>),
}

impl<'a> Failed<'a> {
    fn name(self) -> Option<&'a str> {
        match self {
            Self::On(event) => Some(event.name()),
            Self::Reading(name) => name.map(EventName::as_str),
        }
    }

    fn read(self) -> Option<&'a Event> {
        match self {
            Self::On(event) => Some(event),
            Self::Reading(_) => None,
        }
    }
}

/// How long a failing hook waits for the error log.
const LOG_PATIENCE: Duration = Duration::from_millis(200);

/// What the host gets when the hook failed. Records nothing.
///
/// Of an event that could not be read, the name may still be known. A closed hook
/// denies where it is that of [`PreToolUse`], and where it is not known: a host
/// ignores that on any other event.
pub(crate) fn outcome(ctx: &Ctx, event: Failed<'_>, error: &str, policy: OnFailure) -> Outcome {
    let error = whole_line(error);
    let can_deny = event.name().is_none_or(|name| name == PreToolUse::NAME);
    let mut outcome = match policy {
        OnFailure::Closed { way_out } if can_deny => {
            let reason = format!(
                "{} could not judge this call, and this project denies what it cannot judge: \
                 {error}. {way_out}",
                ctx.hook()
            );
            let host = event.read().map(|event| event.common().host).unwrap_or_default();
            Outcome::of(&PreToolUseReply::deny(reason), host)
        }
        _ => Outcome::default(),
    };
    outcome.errors.push(error);
    outcome
}

/// As [`record`] does, for what went wrong beside any event.
pub(crate) fn log(ctx: &Ctx, errors: &[String]) {
    record(ctx, Failed::Reading(None), errors);
}

/// One line for each error in `hook-errors.jsonl`. Where even that fails,
/// stderr is all there is.
pub(crate) fn record(ctx: &Ctx, event: Failed<'_>, errors: &[String]) {
    if errors.is_empty() {
        return;
    }
    let Some(state) = ctx.state() else { return };
    let journal = Journal::new(state.file("hook-errors.jsonl"));
    for error in errors {
        let line = json!({
            "ts": ctx.timestamp(),
            "hook": ctx.hook(),
            "event": event.name(),
            "session_id": event.read().and_then(|event| event.common().session_id.as_deref()),
            "error": error,
        });
        // A log that cannot be written now is not waited for once more.
        if journal.append(&line, LOG_PATIENCE).is_err() {
            return;
        }
    }
}
