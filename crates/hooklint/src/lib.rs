//! Runs any hook as Claude Code would, in temporary folders and without a network, and says what the
//! host would make of its answers.
//!
//! [`lint`] sends recorded events, calls that a guard would mind, and broken input
//! (`probe.rs`), reads each answer by the rules of `docs/internals/protocol.md` (`reply.rs`), and looks over
//! all answers together (`judge.rs`). There is no score: a [`Finding`] says what was sent, what
//! came, and what the host does then.

mod conflict;
mod finding;
mod hook;
mod judge;
mod namespace;
mod probe;
mod recording;
mod report;
mod run;
mod stage;
mod survey;

use std::time::Duration;

use anyhow::{Result, bail};
pub use hook_installer::HostVersion;

pub use finding::{Finding, IDS, Level};
pub use hook::{Hook, Origin, Person};
pub use report::{Answer, Linted, Report};

use namespace::Namespace;
use survey::Survey;

/// The default host version.
pub const DEFAULT_VERSION: HostVersion = HostVersion(2, 1, 330);

/// The time limit of a run where neither the person nor the hook's entry has one.
const DEFAULT_LIMIT: Duration = Duration::from_secs(10);

/// How many runs go on at a time.
const WORKERS: usize = 2;

/// What to check, and how.
pub struct Given<'a> {
    /// The hooks.
    pub hooks: Vec<Hook>,
    /// The text of their settings file, if any.
    pub settings: Option<&'a str>,
    /// The host version whose rules apply.
    pub version: HostVersion,
    /// The person's `PATH`.
    pub path: &'a str,
    /// After this a run is ended. `None`: after the time limit of the hook's entry.
    pub limit: Option<Duration>,
    /// Whether hooks may reach the network.
    pub network: Network,
    /// Called with the number of further runs, and after each run.
    pub progress: &'a (dyn Fn(Step) + Sync),
}

/// Whether hooks can reach a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Network {
    /// They cannot, or are not run.
    Without,
    /// They can if this system has no network namespaces.
    AsItIs,
}

/// Progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// This many more runs are planned.
    More(usize),
    /// A run is done.
    Done,
}

/// Runs each hook and says what was found.
///
/// # Errors
/// When a run cannot be prepared, and where hooks would reach the network and may not.
pub fn lint(given: &Given<'_>) -> Result<Report> {
    let namespaces: Vec<Namespace> =
        (0..WORKERS).map_while(|_| Namespace::new(given.path)).collect();
    let is_without = namespaces.len() == WORKERS;
    if !is_without && given.network == Network::Without {
        bail!(
            "this system has no network namespaces (`unshare --net`), so the hooks could reach the network; \
             `--with-network` runs them anyway"
        );
    }
    let mut report = Report::new(given.version, is_without);
    report.findings.extend(judge::of_settings(given.settings.unwrap_or_default()));
    let mut surveys = Vec::new();
    for hook in &given.hooks {
        let survey = Survey::new(hook, given, &namespaces)?;
        let found = judge::findings(hook, &survey);
        report.add(hook, &survey, found);
        surveys.push(survey);
    }
    report.findings.extend(conflict::between(&given.hooks, &surveys));
    report.findings.sort_by_key(|found| finding::rank(found.id));
    Ok(report)
}
