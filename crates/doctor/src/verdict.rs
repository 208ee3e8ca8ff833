//! The verdict on each hook, after all checks.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::Serialize;

use crate::facts::Facts;
use crate::finality::finality;
use crate::finding::{Finding, Severity};
use crate::input::Level;
use crate::play::Played;

/// Whether it protects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// No finding says otherwise.
    Protecting,
    /// A finding says that it does not.
    Not,
    /// It could not be tried.
    Unknown,
}

/// The verdict on one hook.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Standing {
    /// The hook.
    pub hook: String,
    /// The host that starts it, if that is not Claude Code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<&'static str>,
    /// Whether it protects.
    pub state: State,
    /// How thorough the examination was.
    pub level: Level,
    /// The settings that contain it.
    pub scopes: Vec<String>,
    /// When it was last called, as text.
    pub last: Option<String>,
    /// Whether what it denies stays denied: `yes`, `no` or `unknown`.
    #[serde(rename = "final")]
    pub is_final: &'static str,
    /// Why.
    pub because: String,
    /// Whether it denies anything.
    #[serde(skip)]
    pub denies: bool,
    /// The layer by which the kernel enforces plans, for the shell if it was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layer: Option<&'static str>,
    /// How long it took, in milliseconds, if it was run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub took_ms: Option<f64>,
}

/// Findings that keep a hook from protecting, although they are no errors.
const KEEPING: [&str; 6] = ["condition", "configuration", "lint", "mode", "trust", "unheard"];

impl Standing {
    /// The verdict on a hook of a host; `because` is the reason if nothing is wrong.
    pub(crate) fn new(
        facts: &Facts<'_>,
        (host, hook): (Option<&'static str>, &str),
        against: Option<&Finding>,
        played: &Played,
        because: &str,
    ) -> Self {
        let state = match (against, &played.unknown) {
            (Some(_), _) => State::Not,
            (None, Some(_)) => State::Unknown,
            (None, None) => State::Protecting,
        };
        let reason = against.map(|finding| &finding.message).or(played.unknown.as_ref());
        let took = played.took.get(&(host, hook.to_owned()));
        Self {
            hook: hook.to_owned(),
            host,
            state,
            level: facts.given.level,
            scopes: Vec::new(),
            last: (facts.given.about)(hook).last,
            is_final: "unknown",
            because: reason.map_or_else(|| because.to_owned(), Clone::clone),
            denies: facts.denies(hook),
            layer: None,
            took_ms: took.map(|took| in_ms(*took)),
        }
    }
}

/// A duration in milliseconds, with one decimal.
pub(crate) fn in_ms(took: Duration) -> f64 {
    (took.as_secs_f64() * 10_000.0).round() / 10.0
}

/// The verdict on each hook that any file names.
pub(crate) fn standings(facts: &Facts<'_>, findings: &[Finding], played: &Played) -> Vec<Standing> {
    let stand = |hook: &str| {
        let against = against(facts, findings, hook);
        let (is_final, why) = finality(facts, hook);
        let standing = Standing::new(facts, (None, hook), against, played, &why);
        let is_final = match standing.state {
            State::Protecting if is_final => "yes",
            State::Unknown => "unknown",
            _ => "no",
        };
        Standing { scopes: scopes(facts, hook), is_final, ..standing }
    };
    facts.installed().into_iter().map(stand).collect()
}

/// Whether a finding keeps a hook from protecting.
pub(crate) fn keeps(finding: &Finding) -> bool {
    finding.severity == Severity::Error
        || finding.severity == Severity::Warning && KEEPING.contains(&finding.check)
}

/// What keeps a hook from protecting: a finding about it, about a file of its, or about all hooks.
fn against<'f>(facts: &Facts<'_>, findings: &'f [Finding], hook: &str) -> Option<&'f Finding> {
    findings.iter().find(|finding| {
        keeps(finding)
            && match (&finding.hook, &finding.file) {
                (Some(of), _) => of == hook,
                (None, Some(file)) => facts
                    .sources
                    .iter()
                    .any(|source| source.file == *file && source.settings().contains(hook)),
                (None, None) => true,
            }
    })
}

fn scopes(facts: &Facts<'_>, hook: &str) -> Vec<String> {
    let entered = facts.of(hook).filter_map(|entry| facts.kind(entry));
    let mut scopes: Vec<String> = entered.map(ToString::to_string).collect();
    let is_named = |source: &&hook_installer::Source| source.settings().contains(hook);
    scopes.extend(facts.sources.iter().filter(is_named).map(|source| source.kind.to_string()));
    let mut seen = BTreeSet::new();
    scopes.retain(|scope| seen.insert(scope.clone()));
    scopes
}
