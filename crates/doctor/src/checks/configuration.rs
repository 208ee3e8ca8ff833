//! Hooks that do nothing before somebody has written what they are to do.

use std::path::{Path, PathBuf};

use crate::facts::Facts;
use crate::finding::Finding;

/// The file without which a hook does nothing: in the project, and in the person's own folder.
pub(crate) const NEEDED: [(&str, &str, Option<&str>); 3] = [
    ("governance-hook", ".tacklebox/governance.yaml", Some("governance.yaml")),
    ("intent-gate-hook", ".orchestration/active_intents.yaml", None),
    ("post-edit-hook", ".tacklebox/post-edit.yaml", Some("post-edit.yaml")),
];

/// The file of the project that a hook needs, where neither it nor the person's own is there.
pub fn unwritten(hook: &str, project: &Path, config: Option<&Path>) -> Option<PathBuf> {
    let (_, file, own) = NEEDED.iter().find(|(needs, _, _)| *needs == hook)?;
    let file = project.join(file);
    let own = config.zip(*own).map(|(config, own)| config.join(own));
    let is_there = file.exists() || own.is_some_and(|own| own.exists());
    (!is_there).then_some(file)
}

/// A hook that is installed and has no configuration.
pub(super) fn missing(facts: &Facts<'_>) -> Vec<Finding> {
    let installed = facts.installed();
    let told = |(hook, _, _): &(&str, &str, Option<&str>)| {
        let file = unwritten(hook, facts.given.project, facts.given.config)?;
        installed.contains(hook).then(|| {
            let first = facts.offer(hook).map(|offer| offer.first_step.replace("-hook ", " "));
            let first = first.unwrap_or_default().replacen('`', "`tacklebox ", 1);
            Finding::warning(format!("{hook} has no configuration, and does nothing"))
                .of(hook)
                .in_file(&file)
                .fix(first)
        })
    };
    NEEDED.iter().filter_map(told).collect()
}
