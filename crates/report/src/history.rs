//! What happened, session by session: the account of calls joined with the transcripts.

mod false_alarms;
mod wait;

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Serialize;
use serde_json::Value;

use crate::past_session::{Past, Ran};
use false_alarms::mark;
use hook_chain::{LoggedAnswer, LoggedCall};
use wait::waits;

pub use false_alarms::Lifted;
pub use wait::Wait;

/// The outcome of a call, the weakest first. The page has a sign for each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// No hook gave an answer that counts.
    #[default]
    Silent,
    /// The agent got context.
    Context,
    /// A hook answered, allowed or rewrote the call.
    Answer,
    /// A hook failed or timed out.
    Error,
    /// The agent was warned.
    Warn,
    /// The person was to be asked.
    Ask,
    /// It was denied, or the agent was not allowed to stop.
    Deny,
}

/// A session.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Session {
    /// Its id; empty if unknown.
    pub id: String,
    /// When it began, in milliseconds since 1970.
    pub first: u64,
    /// When it ended.
    pub last: u64,
    /// Whether there is a transcript; without one, only the account is known.
    pub has_transcript: bool,
    /// What a person asked for, and when.
    pub prompts: Vec<(u64, String)>,
    /// When its context was compacted.
    pub compactions: Vec<u64>,
    /// When it waited for a person.
    pub waits: Vec<Wait>,
    /// What its agents did, in order.
    pub calls: Vec<Entry>,
    /// The index of each call by its id.
    #[serde(skip)]
    places: HashMap<String, usize>,
}

/// A tool call, or another event that a hook answered.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Entry {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// How long the call took, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub took: Option<u64>,
    /// The subagent; empty in the main agent.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub agent: String,
    /// The tool, or the event where there is none.
    pub name: String,
    /// Whether it is a tool call.
    pub is_call: bool,
    /// What it was about.
    pub tried: String,
    /// The strongest answer of a hook.
    pub outcome: Outcome,
    /// The tool failed, or something else refused the call.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub failed: bool,
    /// It was denied and has run all the same.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub overruled: bool,
    /// How long the hooks took, in microseconds.
    pub us: u64,
    /// Why its denial looks like a false alarm.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub false_alarm: Option<String>,
    /// The answers of the hooks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<Said>,
}

/// The answer of a hook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Said {
    /// The event.
    pub event: String,
    /// How many of its characters the agent got.
    pub told: usize,
    /// The answer.
    #[serde(flatten)]
    pub by: LoggedAnswer,
}

/// The sessions, the oldest first. `transitions` are the lines of the journal of
/// `prompt-detect-hook`, `lifted` is what a person has lifted, and `root` is the project's folder,
/// which is left out of what was tried.
pub fn sessions(
    calls: &[LoggedCall],
    pasts: Vec<Past>,
    transitions: &[Value],
    lifted: &[Lifted],
    root: &Path,
) -> Vec<Session> {
    let mut sessions: BTreeMap<String, Session> = BTreeMap::new();
    for past in pasts {
        sessions.insert(past.session.clone(), Session::of(past));
    }
    for call in calls.iter().filter(|call| !call.is_of_person()) {
        session(&mut sessions, &call.session_id).take(call);
    }
    for (id, wait) in waits(transitions) {
        session(&mut sessions, &id).waits.push(wait);
    }
    let mut sessions: Vec<Session> = sessions.into_values().collect();
    for session in &mut sessions {
        session.calls.sort_by_key(|call| call.at);
        session.measure();
        if root.is_absolute() {
            session.leave_out(&format!("{}/", root.display()));
        }
        mark(&mut session.calls, lifted);
    }
    sessions.sort_by_key(|session| session.first);
    sessions
}

fn session<'a>(sessions: &'a mut BTreeMap<String, Session>, id: &str) -> &'a mut Session {
    let new = || Session { id: id.to_owned(), ..Session::default() };
    sessions.entry(id.to_owned()).or_insert_with(new)
}

impl Session {
    fn of(past: Past) -> Self {
        let prompts = past.prompts.into_iter().map(|(at, words)| (millis(at), words));
        Self {
            id: past.session,
            first: past.first.map_or(0, millis),
            last: past.last.map_or(0, millis),
            has_transcript: true,
            prompts: prompts.collect(),
            compactions: past.compactions.into_iter().map(millis).collect(),
            waits: Vec::new(),
            places: past.calls.iter().map(|call| call.id.clone()).zip(0..).collect(),
            calls: past.calls.into_iter().map(Entry::of).collect(),
        }
    }

    /// Takes what hooks said on a call.
    fn take(&mut self, call: &LoggedCall) {
        let is_call = !call.tool_use_id.is_empty();
        let known = self.places.get(&call.tool_use_id).copied();
        if let Some(entry) = known.and_then(|at| self.calls.get_mut(at)) {
            entry.take(call);
            return;
        }
        if is_call {
            self.places.insert(call.tool_use_id.clone(), self.calls.len());
        }
        let mut entry = Entry {
            at: call.at().map_or(0, millis),
            agent: call.agent_id.clone(),
            name: if is_call { &call.tool_name } else { &call.event }.clone(),
            is_call,
            tried: call.tried.clone(),
            ..Entry::default()
        };
        entry.take(call);
        self.calls.push(entry);
    }

    /// Leaves a folder out of what was tried and said.
    fn leave_out(&mut self, folder: &str) {
        for call in &mut self.calls {
            let reasons = call.said.iter_mut().map(|one| &mut one.by.reason);
            for text in reasons.chain([&mut call.tried]) {
                *text = text.replace(folder, "");
            }
        }
    }

    /// Finds when it began and ended, from all that happened in it.
    fn measure(&mut self) {
        let calls = self.calls.iter().flat_map(|call| [call.at, call.at + call.took.unwrap_or(0)]);
        let waits = self.waits.iter().flat_map(|wait| [Some(wait.from), wait.until]).flatten();
        let known = [self.first, self.last].into_iter().chain(calls).chain(waits);
        let known: Vec<u64> = known.filter(|at| *at > 0).collect();
        self.first = known.iter().min().copied().unwrap_or_default();
        self.last = known.iter().max().copied().unwrap_or_default();
    }
}

impl Entry {
    fn of(ran: Ran) -> Self {
        let took = ran.ended.and_then(|ended| ended.duration_since(ran.at).ok());
        Self {
            at: millis(ran.at),
            took: took.map(in_millis),
            agent: ran.agent,
            name: ran.tool,
            is_call: true,
            tried: ran.tried,
            failed: ran.is_error,
            ..Self::default()
        }
    }

    fn take(&mut self, call: &LoggedCall) {
        self.us += call.us;
        self.overruled |= call.denied_but_ran;
        let said = call.hooks.iter().filter(|one| one.outcome != "none");
        self.said.extend(said.map(|one| Said {
            event: call.event.clone(),
            told: call.told(one),
            by: one.clone(),
        }));
        let counting = self.said.iter().filter(|one| !one.by.shadow).map(|one| &one.by.outcome);
        self.outcome = counting.map(|outcome| Outcome::of(outcome)).max().unwrap_or_default();
    }
}

impl Outcome {
    /// That of what a hook said.
    fn of(outcome: &str) -> Self {
        match outcome {
            "deny" | "halt" | "block" => Self::Deny,
            "ask" => Self::Ask,
            "warn" => Self::Warn,
            "answer" => Self::Answer,
            "context" => Self::Context,
            "error" | "not_run" => Self::Error,
            _ => Self::Silent,
        }
    }
}

/// Milliseconds since 1970.
pub(crate) fn millis(at: SystemTime) -> u64 {
    at.duration_since(UNIX_EPOCH).map_or(0, in_millis)
}

fn in_millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
