//! What hooks cost: time, and characters of the agent's context.

use std::collections::{BTreeMap, HashSet};
use std::time::SystemTime;

use serde::Serialize;

use crate::past_session::Past;
use hook_chain::{LoggedAnswer, LoggedCall};

/// Characters per token, an estimate for English and code.
pub const CHARS_PER_TOKEN: usize = 4;

/// What hooks cost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cost {
    /// Each hook, for each event that it answered.
    pub hooks: Vec<OfHook>,
    /// Each session, the latest last.
    pub sessions: Vec<OfSession>,
}

/// What one hook cost on one event.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct OfHook {
    /// The hook.
    pub hook: String,
    /// The event.
    pub event: String,
    /// The number of calls in the account.
    pub calls: usize,
    /// The median of its time, in microseconds.
    pub median_us: u64,
    /// The 99th percentile of its time, in microseconds.
    pub p99_us: u64,
    /// How many characters the agent got, at most.
    pub chars: usize,
    /// How often an agent got the same text from the same hook again in one session.
    pub repeated: usize,
    /// The characters of these.
    pub repeated_chars: usize,
    /// How often a text was cut because it exceeded the limit of the host.
    pub cut: usize,
}

/// What all hooks cost in one session.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct OfSession {
    /// Its id; empty if unknown.
    pub session_id: String,
    /// The number of events that hooks answered.
    pub spoken: usize,
    /// How long these took, in microseconds.
    pub us: u64,
    /// How many characters its agents got.
    pub chars: usize,
    /// An estimate of the tokens.
    pub tokens: usize,
    /// The number of tool calls in its transcripts; `None` without a transcript.
    pub tool_calls: Option<usize>,
    /// The seconds from the first to the last entry of its transcripts.
    pub seconds: Option<u64>,
}

/// What hooks cost in all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Total {
    /// The number of events that hooks answered.
    pub spoken: usize,
    /// How long these took, in microseconds.
    pub us: u64,
    /// How many characters agents got.
    pub chars: usize,
    /// An estimate of the tokens.
    pub tokens: usize,
}

impl Cost {
    /// What `hook`, or all of them, cost on these calls. `pasts` are the sessions as their
    /// transcripts have them.
    pub fn of(calls: &[LoggedCall], pasts: &[Past], hook: Option<&str>) -> Self {
        Self { hooks: of_hooks(calls, hook), sessions: of_sessions(calls, pasts, hook) }
    }
}

impl Total {
    /// What all hooks cost on the calls after `since`.
    pub fn since(calls: &[LoggedCall], since: SystemTime) -> Self {
        let is_young = |call: &&LoggedCall| call.at().is_some_and(|at| at >= since);
        calls.iter().filter(is_young).fold(Self::default(), |total, call| {
            let chars = total.chars + told(call, None);
            Self {
                spoken: total.spoken + 1,
                us: total.us + call.us,
                chars,
                tokens: chars / CHARS_PER_TOKEN,
            }
        })
    }
}

/// What is meant of a call.
fn meant<'a>(
    call: &'a LoggedCall,
    hook: Option<&'a str>,
) -> impl Iterator<Item = &'a LoggedAnswer> {
    call.hooks.iter().filter(move |one| hook.is_none_or(|hook| one.hook == hook))
}

fn told(call: &LoggedCall, hook: Option<&str>) -> usize {
    meant(call, hook).map(|one| call.told(one)).sum()
}

fn of_hooks(calls: &[LoggedCall], hook: Option<&str>) -> Vec<OfHook> {
    let mut rows: BTreeMap<(&str, &str), (OfHook, Vec<u64>)> = BTreeMap::new();
    let mut seen = HashSet::new();
    for call in calls {
        for one in meant(call, hook) {
            let (row, times) = rows.entry((&one.hook, &call.event)).or_default();
            let chars = call.told(one);
            row.calls += 1;
            row.chars += chars;
            times.push(one.us);
            row.cut += usize::from(one.fate == "cut" && chars > 0);
            let key = (&call.session_id, &call.agent_id, &one.hook, &one.context_hash);
            if chars > 0 && !one.context_hash.is_empty() && !seen.insert(key) {
                row.repeated += 1;
                row.repeated_chars += chars;
            }
        }
    }
    let named = |((hook, event), (row, mut times)): ((&str, &str), (OfHook, Vec<u64>))| {
        times.sort_unstable();
        OfHook {
            hook: hook.to_owned(),
            event: event.to_owned(),
            median_us: quantile(&times, 50),
            p99_us: quantile(&times, 99),
            ..row
        }
    };
    rows.into_iter().map(named).collect()
}

fn of_sessions(calls: &[LoggedCall], pasts: &[Past], hook: Option<&str>) -> Vec<OfSession> {
    let mut order: Vec<&str> = Vec::new();
    let mut sessions: BTreeMap<&str, OfSession> = BTreeMap::new();
    for call in calls.iter().filter(|call| meant(call, hook).next().is_some()) {
        let session = sessions.entry(&call.session_id).or_default();
        session.spoken += 1;
        session.us += match hook {
            None => call.us,
            Some(_) => meant(call, hook).map(|one| one.us).sum(),
        };
        session.chars += told(call, hook);
        order.retain(|id| *id != call.session_id);
        order.push(&call.session_id);
    }
    let named = |id: &str| {
        let past = pasts.iter().find(|past| past.session == id);
        let session = sessions.remove(id).unwrap_or_default();
        OfSession {
            session_id: id.to_owned(),
            tokens: session.chars / CHARS_PER_TOKEN,
            tool_calls: past.map(|past| past.calls.len()),
            seconds: past.and_then(Past::seconds),
            ..session
        }
    };
    order.into_iter().map(named).collect()
}

/// What so many of a hundred do not exceed, by nearest rank; 0 of nothing.
fn quantile(sorted: &[u64], percent: usize) -> u64 {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests;
