//! What happens when a hook cannot decide.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use hook_protocol::{
    Event, HookEvent, Host, PreSkillShellCommand, PreToolUse, PreToolUseReply, Reply, whole_line,
};
use hook_state::{Journal, StateDir};
use secrets::redact;
use serde_json::json;

use crate::ctx::Ctx;
use crate::outcome::Outcome;

/// What a failure of a hook means for the call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OnFailure {
    /// The call continues: nothing on stdout, exit code 0.
    Open,
    /// The call is denied. Only [`PreToolUse`] and [`PreSkillShellCommand`] can be denied; on any
    /// other event this is [`OnFailure::Open`].
    Closed {
        /// What the agent, or the person, can do about it.
        way_out: String,
    },
}

/// The events on which a call can be denied before it runs.
const DENIABLE: [&str; 2] = [PreToolUse::NAME, PreSkillShellCommand::NAME];

/// The event for which a hook failed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Occasion {
    event: Option<String>,
    session_id: Option<String>,
    host: Host,
}

impl Occasion {
    /// An event that was read.
    pub(crate) fn of(event: &Event) -> Self {
        let common = event.common();
        Self {
            event: Some(event.name().to_owned()),
            session_id: common.session_id.clone(),
            host: common.host,
        }
    }

    /// An unreadable event of this host, with its name if that is known.
    pub(crate) fn unread(name: Option<&str>, host: Host) -> Self {
        Self { event: name.map(str::to_owned), session_id: None, host }
    }
}

/// How long a failing hook waits for the error log.
const LOG_PATIENCE: Duration = Duration::from_millis(200);

/// Decides what a failure means.
pub(crate) type Policy = fn(&Ctx) -> OnFailure;

/// The resource that a call has exhausted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RanOut {
    /// Its time.
    Time,
    /// Its memory.
    Memory,
}

/// The answer to the host when a resource was exhausted. Records nothing.
pub(crate) fn overdue(ctx: &Ctx, on: &Occasion, ran_out: RanOut, policy: Policy) -> Outcome {
    let error = match ran_out {
        RanOut::Time => format!("no answer within {} seconds", ctx.time_limit().as_secs()),
        RanOut::Memory => "more than a gibibyte of memory used".to_owned(),
    };
    outcome(ctx, on, &error, policy)
}

/// The answer to the host when the hook failed. Records nothing.
///
/// The name of an unreadable event may be known. A closed hook denies if it is one of [`DENIABLE`]
/// or unknown, since a host ignores a denial of any other event. A policy that panics is open.
pub(crate) fn outcome(ctx: &Ctx, on: &Occasion, error: &str, policy: Policy) -> Outcome {
    let policy = catch_unwind(AssertUnwindSafe(|| policy(ctx))).unwrap_or(OnFailure::Open);
    let error = whole_line(error);
    let name = on.event.as_deref().unwrap_or(PreToolUse::NAME);
    let deniable = DENIABLE.into_iter().find(|deniable| *deniable == name);
    let mut outcome = match (policy, deniable) {
        (OnFailure::Closed { way_out }, Some(event)) => {
            let reason = format!(
                "{} could not judge this call, and this project denies what it cannot judge: \
                 {error}. {way_out}",
                ctx.hook()
            );
            Outcome::of(PreToolUseReply::deny(reason).into_answer(), event, on.host)
        }
        _ => Outcome::default(),
    };
    outcome.errors.push(error);
    outcome
}

impl Ctx {
    /// Writes errors of this hook on an event to the error log.
    pub fn record_errors(&self, event: &Event, errors: &[String]) {
        record(self, &Occasion::of(event), errors);
    }

    /// Writes the reported errors to the error log, for a command without a visible stderr.
    pub fn log_reports(&self) {
        record(self, &Occasion::default(), &self.take_reports());
    }
}

/// The error log of a project, for all hooks: `ts`, `hook`, `event`, `session_id` and `error`.
pub fn error_log(state: &StateDir) -> Journal {
    Journal::new(state.file("hook-errors.jsonl"))
}

/// Writes a line for each error to `hook-errors.jsonl`, redacted because an error may quote other
/// text. If that fails, the error is only on stderr, as are errors of what a person starts by hand.
pub(crate) fn record(ctx: &Ctx, on: &Occasion, errors: &[String]) {
    if errors.is_empty() || ctx.is_seen() {
        return;
    }
    let Some(state) = ctx.state() else { return };
    let journal = error_log(state);
    for error in errors {
        let line = json!({
            "ts": ctx.timestamp(),
            "hook": ctx.hook(),
            "event": on.event,
            "session_id": on.session_id,
            "error": redact(error),
        });
        // A log that cannot be written now is not waited for once more.
        if journal.append(&line, LOG_PATIENCE).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;
    use crate::Environment;

    #[test]
    fn what_is_recorded_has_no_secrets() {
        let folder = tempfile::tempdir().unwrap();
        let state = folder.path().to_str().unwrap().to_owned();
        let environment = Environment::Fixed([("TACKLEBOX_STATE_DIR".to_owned(), state)].into());
        let ctx = Ctx::new("h", environment, SystemTime::UNIX_EPOCH, None);
        ctx.report("could not run psql: password=correct-horse-9 is wrong");
        ctx.log_reports();
        let log = std::fs::read_to_string(folder.path().join("hook-errors.jsonl")).unwrap();
        let line: serde_json::Value = serde_json::from_str(&log).unwrap();
        assert_eq!(line["error"], "could not run psql: password=[redacted] is wrong");
    }
}
