//! Where other hosts than Claude Code start hooks of ours, in a line each.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

use crate::facts::Facts;
use crate::finding::{Finding, Severity};

/// The file of another host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Elsewhere {
    /// The host.
    pub host: String,
    /// Whose file it is.
    pub scope: String,
    /// Where it is.
    pub file: PathBuf,
    /// The hooks that it starts.
    pub hooks: Vec<String>,
    /// Whether it starts them, as far as files tell.
    pub starts: bool,
}

/// All of them.
pub(crate) fn elsewhere(facts: &Facts<'_>, findings: &[Finding]) -> Vec<Elsewhere> {
    let files = facts.elsewhere.iter().map(|file| {
        let is_against = |finding: &&Finding| {
            finding.severity == Severity::Error && finding.file.as_ref() == Some(&file.file)
        };
        Elsewhere {
            host: file.host.name().to_owned(),
            scope: file.scope.name().to_owned(),
            file: file.file.clone(),
            hooks: file.hooks.clone().unwrap_or_default(),
            starts: !findings.iter().any(|finding| is_against(&finding)),
        }
    });
    files.collect()
}

impl fmt::Display for Elsewhere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, scope, hooks, .. } = self;
        let state = if self.starts { "STARTS" } else { "NOT" };
        write!(f, "{host}  {state}  {}; {scope}, static", hooks.join(", "))
    }
}
