//! Denials that look like false alarms: what was denied was done another way soon after, was let
//! through when it was tried again, or a person lifted the rule.
//!
//! That is a guess, and says so: two calls are taken to be about the same where they name the
//! same file or address, and who only looks at what it was denied to change does nothing else.

use super::{Entry, Outcome};

/// Within how many calls of the same agent the same is done another way.
const MAX_CALLS: usize = 10;

/// Within how many milliseconds a person lifts what has denied.
const MAX_LIFTED: u64 = 3_600_000;

/// What is too short to name a file or an address.
const MIN_NAME: usize = 4;

/// Tools that only look.
const LOOKING_TOOLS: [&str; 6] = ["Read", "Grep", "Glob", "LS", "NotebookRead", "TodoWrite"];

/// Programs that only look, as far as this is asked.
const LOOKING_PROGRAMS: [&str; 14] = [
    "cat", "ls", "head", "tail", "grep", "rg", "find", "less", "wc", "stat", "file", "diff",
    "test", "echo",
];

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
            is_asked.then(|| done(denied, later).or_else(|| was_lifted(denied, lifted)))?
        });
        if let Some(call) = calls.get_mut(at) {
            call.false_alarm = why;
        }
    }
}

/// How the same was done afterwards.
fn done(denied: &Entry, later: &[Entry]) -> Option<String> {
    let own = later.iter().filter(|call| call.is_call && call.agent == denied.agent);
    let near = own.take(MAX_CALLS).filter(|call| call.outcome != Outcome::Deny && !call.failed);
    let how = near.filter_map(|call| {
        if call.name == denied.name && call.tried == denied.tried {
            return Some("the same was let through later".to_owned());
        }
        let is_other = names_same(&denied.tried, &call.tried) && (!looks(call) || looks(denied));
        is_other.then(|| format!("done another way: {} {}", call.name, call.tried))
    });
    how.into_iter().next()
}

fn was_lifted(denied: &Entry, lifted: &[Lifted]) -> Option<String> {
    let by =
        |hook: &str| denied.said.iter().any(|one| one.by.hook == hook && one.by.outcome == "deny");
    let soon = |at: u64| at >= denied.at && at - denied.at <= MAX_LIFTED;
    let it = lifted.iter().find(|it| soon(it.at) && by(&it.hook))?;
    Some(format!("a person lifted it: {}", it.words))
}

/// Whether a call changes nothing, as far as its name says.
fn looks(call: &Entry) -> bool {
    let program = call.tried.split_whitespace().next().unwrap_or_default();
    LOOKING_TOOLS.contains(&call.name.as_str())
        || (call.name == "Bash" && LOOKING_PROGRAMS.contains(&program))
}

/// Whether both texts name the same file or address.
fn names_same(left: &str, right: &str) -> bool {
    let same = |left: &str, right: &str| {
        let ends = |long: &str, short: &str| {
            long.strip_suffix(short).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        ends(left, right) || ends(right, left)
    };
    names(left).any(|left| names(right).any(|right| same(left, right)))
}

/// The words of a text that name a file or an address.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| c.is_whitespace() || "'\"`;|&<>()=,".contains(c));
    let words = words.map(|word| word.trim_end_matches(['.', '/', ':']));
    words.filter(|word| word.len() >= MIN_NAME && word.contains(['.', '/']))
}

#[cfg(test)]
mod tests;
