//! The verdict on each hook, after all checks.

use std::collections::BTreeSet;

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

/// How each hook stands that any file names.
pub(crate) fn standings(facts: &Facts<'_>, findings: &[Finding], played: &Played) -> Vec<Standing> {
    let stand = |hook: &str| {
        let against = against(facts, findings, hook);
        let unknown = played.unknown.get(hook);
        let state = match (against.is_some(), unknown.is_some()) {
            (true, _) => State::Not,
            (false, true) => State::Unknown,
            (false, false) => State::Protecting,
        };
        let (is_final, why) = finality(facts, hook);
        let because = against.map(|finding| finding.message.clone()).or_else(|| unknown.cloned());
        let last = (facts.given.about)(hook).last;
        Standing {
            hook: hook.to_owned(),
            host: None,
            state,
            level: facts.given.level,
            scopes: scopes(facts, hook),
            last,
            is_final: match state {
                State::Protecting if is_final => "yes",
                State::Unknown => "unknown",
                _ => "no",
            },
            because: because.unwrap_or(why),
            denies: facts.denies(hook),
            layer: None,
            took_ms: played
                .took
                .get(hook)
                .map(|took| (took.as_secs_f64() * 10_000.0).round() / 10.0),
        }
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
