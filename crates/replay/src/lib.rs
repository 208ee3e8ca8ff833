//! Lets hooks judge past sessions, and changes nothing.
//!
//! A host's transcripts contain the prompts, calls, subagents and compactions of a session, each
//! with its time. [`replay`] turns them into the events that hooks got, in their order, and lets
//! hooks answer them in a [`Sandbox`](hook_runtime::Sandbox), with any policy, or with two.
//!
//! [`shadow`] reads the account of calls instead: what hooks in mode `shadow` or `warn` would have
//! stopped.

mod calls;
mod difference;
mod judge;
mod moment;
mod project_transcripts;
mod session;
pub mod shadow;
mod stream;
mod tally;
mod timeline;

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::SystemTime;

use anyhow::Result;
use hook_chain::{Chain, Line};
use hook_protocol::Event;
use hook_runtime::{Ctx, Progress};
use serde::Serialize;

pub use difference::Difference;
pub use judge::Policy;
pub use project_transcripts::{in_folder, of_project};
pub use stream::Counts;
pub use tally::{Example, Finding, Outcome};

use difference::Differences;
use judge::Judge;
use moment::Moment;
use tally::Tally;
use timeline::Timeline;

/// How many moments go from the thread that reads to the one that judges at once, and how many
/// such pieces may wait.
const PIECE: usize = 256;
const MAX_WAITING: usize = 8;

/// What to replay.
#[derive(Debug)]
pub struct Request {
    /// The transcripts, including those of subagents.
    pub transcripts: Vec<PathBuf>,
    /// Older events are judged, because later decisions depend on them, but not counted.
    pub since: Option<SystemTime>,
    /// The policy.
    pub policy: Policy,
    /// The policy to compare it with.
    pub against: Option<Policy>,
}

/// The result of a replay.
#[derive(Debug, Default, Serialize)]
pub struct Replayed {
    /// The files and lines that were read.
    pub read: Counts,
    /// The number of sessions with a judged event.
    pub sessions: usize,
    /// How many of them worked in another folder than the project: their paths are judged as files
    /// outside of it.
    pub elsewhere: usize,
    /// The number of judged events.
    pub events: usize,
    /// The number of calls among them.
    pub calls: usize,
    /// The answers of the hooks.
    pub findings: Vec<Finding>,
    /// The calls that the other policy decides differently.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differences: Option<Vec<Difference>>,
}

/// Lets the hooks of `chain` judge the events of transcripts. `heed` gets each line as it is judged.
///
/// # Errors
/// If there is no project, or the sandbox cannot be created.
pub fn replay(
    ctx: &Ctx,
    chain: &Chain,
    request: Request,
    progress: &Progress,
    mut heed: impl FnMut(&Line),
) -> Result<Replayed> {
    let judge = Judge::new(ctx, chain, &request.policy)?;
    let other = request.against.as_ref().map(|other| Judge::new(ctx, chain, other)).transpose()?;
    let mut timeline = Timeline::of(request.transcripts);
    progress.add(timeline.left());
    let mut replay = Course::new(&judge, other.as_ref(), request.since);
    let (sender, receiver) = sync_channel(MAX_WAITING);
    let counts = std::thread::scope(|scope| {
        // One thread reads while the other one judges: in order, as it happened.
        let reading = scope.spawn(move || {
            let mut left = timeline.left();
            loop {
                let piece: Vec<Moment> = timeline.by_ref().take(PIECE).collect();
                (timeline.left()..left).for_each(|_| progress.step());
                left = timeline.left();
                if piece.is_empty() || sender.send(piece).is_err() {
                    return timeline.counts().clone();
                }
            }
        });
        replay.judge_all(&receiver, &mut heed);
        reading.join().unwrap_or_default()
    });
    Ok(replay.into_replayed(counts))
}

/// A replay as far as it has come.
struct Course<'a> {
    judge: &'a Judge<'a>,
    other: Option<&'a Judge<'a>>,
    since: Option<SystemTime>,
    sessions: HashSet<String>,
    elsewhere: HashSet<String>,
    replayed: Replayed,
    tally: Tally,
    differences: Differences,
}

impl<'a> Course<'a> {
    fn new(judge: &'a Judge<'a>, other: Option<&'a Judge<'a>>, since: Option<SystemTime>) -> Self {
        Self {
            judge,
            other,
            since,
            sessions: HashSet::new(),
            elsewhere: HashSet::new(),
            replayed: Replayed::default(),
            tally: Tally::default(),
            differences: Differences::default(),
        }
    }

    fn judge_all(&mut self, pieces: &Receiver<Vec<Moment>>, heed: &mut impl FnMut(&Line)) {
        for mut moment in pieces.iter().flatten() {
            let counts = self.since.is_none_or(|since| moment.at >= since);
            if counts {
                self.count(&moment);
            }
            let event = moment.event.take();
            let judged = |judge: &Judge<'_>, event: Option<Event>| judge.judge(&moment, event?);
            let other = self.other.map(|other| judged(other, event.clone()));
            let line = judged(self.judge, event);
            if !counts {
                continue;
            }
            if let Some(line) = &line {
                heed(line);
                self.tally.add(line, tally::said(line));
            }
            if let Some((call, how)) = &moment.ended {
                self.tally.end(&moment.session, call, *how);
            }
            if let Some(other) = other {
                self.differences.add(line.as_ref(), other.as_ref());
            }
        }
    }

    fn count(&mut self, moment: &Moment) {
        self.replayed.events += usize::from(moment.event.is_some());
        self.replayed.calls += usize::from(matches!(moment.event, Some(Event::PreToolUse(_))));
        let is_elsewhere = |event: &Event| self.judge.is_elsewhere(event);
        if moment.event.as_ref().is_some_and(is_elsewhere) {
            note(&mut self.elsewhere, &moment.session);
        }
        note(&mut self.sessions, &moment.session);
    }

    fn into_replayed(self, read: Counts) -> Replayed {
        Replayed {
            read,
            sessions: self.sessions.len(),
            elsewhere: self.elsewhere.len(),
            findings: self.tally.into_findings(),
            differences: self.other.map(|_| self.differences.into_vec()),
            ..self.replayed
        }
    }
}

fn note(sessions: &mut HashSet<String>, session: &str) {
    if !sessions.contains(session) {
        sessions.insert(session.to_owned());
    }
}

impl Replayed {
    /// The denials of calls that had run without an error: first those that a person had approved,
    /// then the most frequent.
    pub fn surprises(&self) -> Vec<&Finding> {
        let is_one = |it: &&Finding| it.outcome == Outcome::Deny && it.ran > 0;
        let mut surprises: Vec<&Finding> = self.findings.iter().filter(is_one).collect();
        surprises.sort_by_key(|it| std::cmp::Reverse((it.approved, it.ran)));
        surprises
    }
}

#[cfg(test)]
mod tests;
