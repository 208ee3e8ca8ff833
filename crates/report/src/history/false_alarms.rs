//! Denials that look like false alarms: the same call was let through when it was tried again, or a
//! person lifted the rule.

use super::{Entry, Outcome};

/// Within how many calls of the same agent the same call is tried again.
const MAX_CALLS: usize = 10;

/// Within how many milliseconds a person lifts what has denied.
const MAX_LIFTED: u64 = 3_600_000;

/// A person has lifted what a hook enforces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lifted {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The hook.
    pub hook: String,
    /// In words.
    pub words: String,
}

/// Marks the denials among the calls of a session that look like false alarms.
pub(super) fn mark(calls: &mut [Entry], lifted: &[Lifted]) {
    for at in 0..calls.len() {
        let why = calls.split_at_checked(at).and_then(|(_, rest)| {
            let (denied, later) = rest.split_first()?;
            let is_denied = denied.is_call && denied.outcome == Outcome::Deny;
            let is_asked = is_denied && !denied.overruled;
            is_asked.then(|| passed(denied, later).or_else(|| was_lifted(denied, lifted)))?
        });
        if let Some(call) = calls.get_mut(at) {
            call.false_alarm = why;
        }
    }
}

/// Whether the same call passed afterwards.
fn passed(denied: &Entry, later: &[Entry]) -> Option<String> {
    let own = later.iter().filter(|call| call.is_call && call.agent == denied.agent);
    let has_passed = own.take(MAX_CALLS).any(|call| {
        let is_same = call.name == denied.name && call.tried == denied.tried;
        is_same && call.outcome != Outcome::Deny && !call.failed
    });
    has_passed.then(|| "the same call was allowed later".to_owned())
}

fn was_lifted(denied: &Entry, lifted: &[Lifted]) -> Option<String> {
    let by =
        |hook: &str| denied.said.iter().any(|one| one.by.hook == hook && one.by.outcome == "deny");
    let soon = |at: u64| at >= denied.at && at - denied.at <= MAX_LIFTED;
    let it = lifted.iter().find(|it| soon(it.at) && by(&it.hook))?;
    Some(format!("a person lifted it: {}", it.words))
}

#[cfg(test)]
mod tests;
