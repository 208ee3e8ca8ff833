//! What is printed at the end.

use hook_installer::HostVersion;
use serde::Serialize;

use crate::finding::{Finding, Level};
use crate::hook::Hook;
use crate::probe::Kind;
use crate::survey::{Seen, Survey};

/// The result.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The version of this shape.
    version: u32,
    /// The host version whose rules apply.
    pub host: String,
    /// Whether the hooks were run without a network.
    pub without_network: bool,
    /// What each hook answered.
    pub hooks: Vec<Linted>,
    /// What was found, in the order of [`IDS`](crate::IDS).
    pub findings: Vec<Finding>,
}

/// How one hook was run, and what it answered.
#[derive(Debug, Serialize)]
pub struct Linted {
    /// The command.
    pub hook: String,
    /// Its event, if known.
    pub event: Option<String>,
    /// How often it was run.
    pub runs: usize,
    /// The median of its times, in milliseconds.
    pub median_ms: f64,
    /// What it answered to an ordinary session.
    pub answers: Vec<Answer>,
}

/// The answer to one event.
#[derive(Debug, Serialize)]
pub struct Answer {
    /// The event.
    pub event: String,
    /// The tool, the source or the like.
    pub subject: String,
    /// The dangerous call that was sent, if it was one.
    pub call: Option<String>,
    /// The effect: `nothing`, `deny`, `context` and so on.
    pub says: String,
}

impl Report {
    pub(crate) fn new(host: HostVersion, without_network: bool) -> Self {
        let (hooks, findings) = (Vec::new(), Vec::new());
        Self { version: 1, host: host.to_string(), without_network, hooks, findings }
    }

    pub(crate) fn add(&mut self, hook: &Hook, survey: &Survey, found: Vec<Finding>) {
        let mut took: Vec<f64> =
            survey.seen.iter().map(|seen| seen.ran.call.took.as_secs_f64() * 1_000.0).collect();
        took.sort_by(f64::total_cmp);
        let median_ms = took.get(took.len() / 2).copied().unwrap_or_default();
        self.hooks.push(Linted {
            hook: hook.name(),
            event: hook.event.clone().or_else(|| survey.meant_for.clone()),
            runs: survey.seen.len(),
            median_ms: (median_ms * 10.0).round() / 10.0,
            answers: survey.of(&[Kind::Harmless, Kind::Dangerous]).map(answer).collect(),
        });
        self.findings.extend(found);
    }

    /// Whether there is a fault.
    pub fn has_faults(&self) -> bool {
        self.findings.iter().any(|found| found.level == Level::Finding)
    }
}

fn answer(seen: &Seen) -> Answer {
    let probe = &seen.probe;
    Answer {
        event: probe.event.clone(),
        subject: probe.subject.clone(),
        call: (probe.kind == Kind::Dangerous).then(|| probe.what.clone()),
        says: seen.reply.says(),
    }
}
