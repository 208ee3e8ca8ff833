//! The result: the state of each hook and the findings, as text and as JSON.

use std::fmt;

use serde::Serialize;

use crate::checks;
use crate::facts::Facts;
use crate::finding::{Finding, Severity};
use crate::input::{Given, Level};
use crate::other_hosts;
use crate::play::{Played, play};
use crate::shell;
use crate::stage::Stage;
use crate::verdict::{Standing, State, standings};

/// The outcome, which is also what `--json` prints.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Examination {
    /// The version of this shape.
    pub version: u32,
    /// How far it went.
    pub level: Level,
    /// How each hook stands.
    pub hooks: Vec<Standing>,
    /// What was found.
    pub findings: Vec<Finding>,
}

/// Runs all checks.
pub fn examine(given: &Given<'_>) -> Examination {
    let facts = Facts::gather(given);
    let mut findings = checks::findings(&facts);
    let mut played = Played::default();
    if given.level == Level::Played {
        match Stage::set(given) {
            Ok(stage) => {
                play(&facts, &stage, &mut played);
                other_hosts::play(&facts, &stage, &mut played);
            }
            Err(err) => played.unknown = Some(format!("{err:#}")),
        }
        findings.append(&mut played.findings);
        findings.extend(checks::linted(&facts, &findings));
    }
    let mut shell = shell::tried(&facts, &findings);
    findings.append(&mut shell.findings);
    findings.sort_by_key(|finding| finding.severity);
    let mut hooks = standings(&facts, &findings, &played);
    hooks.extend(other_hosts::standings(&facts, &findings, &played));
    hooks.extend(shell.standing);
    Examination { version: 1, level: given.level, hooks, findings }
}

impl Examination {
    /// 0 if each hook protects and there is no error, otherwise 1. On a machine whose kernel enforces no
    /// plan, the hooks protect without the confining shell.
    pub fn exit_status(&self) -> u8 {
        let is_error = |finding: &Finding| finding.severity == Severity::Error;
        let is_wrong = |it: &Standing| match it.state {
            State::Protecting => false,
            State::Not => !confine::SHELLS.contains(&&*it.hook),
            State::Unknown => true,
        };
        u8::from(self.findings.iter().any(is_error) || self.hooks.iter().any(is_wrong))
    }
}

/// A line a hook, then what was found.
impl fmt::Display for Examination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.hooks.is_empty() {
            writeln!(f, "No hooks installed yet. `tacklebox install` installs them.")?;
        }
        let width = self.hooks.iter().map(|hook| hook.hook.len()).max().unwrap_or_default();
        for hook in &self.hooks {
            let state = match hook.state {
                State::Protecting => "PROTECTING",
                State::Not => "NOT",
                State::Unknown => "UNKNOWN",
            };
            let rest = rest(hook);
            writeln!(f, "{:width$}  {state:10}  {rest}", hook.hook)?;
        }
        // What several hooks have in common is said once.
        let same = self.findings.chunk_by(Finding::says_the_same);
        for finding in same.filter_map(<[Finding]>::first) {
            writeln!(f)?;
            write_finding(f, finding)?;
        }
        let is_note = |finding: &Finding| finding.severity == Severity::Note;
        if !self.hooks.is_empty() && self.exit_status() == 0 && self.findings.iter().all(is_note) {
            writeln!(f, "No problems found.")?;
        }
        Ok(())
    }
}

fn rest(hook: &Standing) -> String {
    let host = hook.host.map(|host| format!("{host}: ")).unwrap_or_default();
    if hook.state != State::Protecting {
        return format!("{host}{}", hook.because);
    }
    if confine::SHELLS.contains(&hook.hook.as_str()) {
        let scopes = hook.scopes.join(", ");
        return format!("{scopes}, {}; {}", hook.level, hook.because);
    }
    let last = match &hook.last {
        Some(last) => format!("called {last}"),
        None => "not called yet".to_owned(),
    };
    let took = hook.took_ms.map(|took| format!(", answers in {took} ms")).unwrap_or_default();
    let (scopes, level) = (hook.scopes.join(", "), hook.level);
    // What only records or tells has nothing to say of it.
    let is_final = if hook.host.is_some() {
        format!("; {}", hook.because)
    } else if hook.denies {
        format!("; a denial is final: {}, {}", hook.is_final, hook.because)
    } else {
        String::new()
    };
    format!("{host}{scopes}, {level}; {last}{took}{is_final}")
}

fn write_finding(f: &mut fmt::Formatter<'_>, finding: &Finding) -> fmt::Result {
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    writeln!(f, "{severity} ({}): {}", finding.check, finding.message)?;
    if let Some(file) = &finding.file {
        let line = finding.line.map(|line| format!(":{line}")).unwrap_or_default();
        writeln!(f, "  in {}{line}", file.display())?;
    }
    if !finding.fix.is_empty() {
        let is_said = finding.fix.contains("--fix");
        let how = if finding.fixable && !is_said { " (`--fix` does this)" } else { "" };
        writeln!(f, "  fix: {}{how}", finding.fix)?;
    }
    Ok(())
}
