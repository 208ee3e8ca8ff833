//! What an event makes of its session, what is told of that, and what age makes of it.

pub(crate) mod audience;
pub(crate) mod key;
pub(crate) mod machine;
pub(crate) mod notice;
pub(crate) mod prompt;
pub(crate) mod session;
pub(crate) mod signal;
pub(crate) mod timestamp;
pub(crate) mod transition;

use std::time::Duration;

use serde::Serialize;

use crate::decide::session::{MonitorState, Session};
use crate::decide::timestamp::Timestamp;

/// For how long the file of a session that is over is kept.
const MAX_AGE_OVER: Duration = Duration::from_secs(7 * 24 * 3600);

/// For how long that of any other is kept of which nothing is heard.
const MAX_AGE_UNCHANGED: Duration = Duration::from_secs(30 * 24 * 3600);

/// How a value is spelled in files.
pub(crate) fn spelling(value: impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

/// Sessions as they are now: what has been open for longer than `longest` is
/// closed, since the moment when it was, though no event says so.
pub(crate) fn as_of(now: Timestamp, longest: Duration, sessions: Vec<Session>) -> Vec<Session> {
    let as_of_now = |session: Session| {
        let Some(mut step) = machine::expired(&session, now, longest) else {
            return session;
        };
        let last = session.prompts.iter().map(|prompt| prompt.opened_at).max();
        if let Some(last) = last.filter(|_| step.session.since == now) {
            step.session.since = last.after(longest);
        }
        step.session
    };
    sessions.into_iter().map(as_of_now).collect()
}

/// Whether a session has been over for a week, or unchanged for a month.
pub(crate) fn is_forgotten(session: &Session, now: Timestamp) -> bool {
    let kept = if session.state == MonitorState::Exited { MAX_AGE_OVER } else { MAX_AGE_UNCHANGED };
    now.since(session.since) > kept
}
