//! What happens when a hook cannot decide.

use std::time::Duration;

use hook_protocol::{Event, HookEvent, PreToolUse, PreToolUseReply};
use hook_state::Journal;
use serde_json::json;

use crate::ctx::Ctx;
use crate::outcome::{Outcome, one_line};

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

/// How long a failing hook waits for the error log.
const LOG_PATIENCE: Duration = Duration::from_millis(200);

/// What the host gets when the hook failed. Records nothing.
///
/// `event` is `None` where the event itself could not be read. A closed hook
/// then answers as for [`PreToolUse`]; on other events hosts ignore that.
pub(crate) fn outcome(ctx: &Ctx, event: Option<&Event>, error: &str, policy: OnFailure) -> Outcome {
    let error = one_line(error);
    let can_deny = event.is_none_or(|event| PreToolUse::of(event).is_some());
    let mut outcome = match policy {
        OnFailure::Closed { way_out } if can_deny => {
            let reason = format!(
                "{} could not judge this call, and this project denies what it cannot judge: \
                 {error}. {way_out}",
                ctx.hook()
            );
            let host = event.map(|event| event.common().host).unwrap_or_default();
            Outcome::of(&PreToolUseReply::deny(reason), host)
        }
        _ => Outcome::default(),
    };
    outcome.errors.push(error);
    outcome
}

/// One line for each error in `hook-errors.jsonl`. Where even that fails,
/// stderr is all there is.
pub(crate) fn record(ctx: &Ctx, event: Option<&Event>, errors: &[String]) {
    if errors.is_empty() {
        return;
    }
    let Some(state) = ctx.state() else { return };
    let journal = Journal::new(state.file("hook-errors.jsonl"));
    for error in errors {
        let line = json!({
            "ts": ctx.timestamp(),
            "hook": ctx.hook(),
            "event": event.map(Event::name),
            "session_id": event.and_then(|event| event.common().session_id.as_deref()),
            "error": error,
        });
        let _unrecorded = journal.append(&line, LOG_PATIENCE);
    }
}
