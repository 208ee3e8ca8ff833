//! Hooks that do nothing before somebody has written what they are to do.

use crate::facts::Facts;
use crate::finding::Finding;

/// The file without which a hook does nothing: in the project, and in the person's own folder.
pub(crate) const NEEDED: [(&str, &str, Option<&str>); 3] = [
    ("governance-hook", ".tacklebox/governance.yaml", Some("governance.yaml")),
    ("intent-gate-hook", ".orchestration/active_intents.yaml", None),
    ("post-edit-hook", ".tacklebox/post-edit.yaml", Some("post-edit.yaml")),
];

/// A hook that is installed and has no configuration.
pub(super) fn missing(facts: &Facts<'_>) -> Vec<Finding> {
    let installed = facts.installed();
    let told = |(hook, file, own): &(&str, &str, Option<&str>)| {
        let file = facts.given.project.join(file);
        let own = facts.given.config.zip(*own).map(|(config, own)| config.join(own));
        let is_there = [Some(file.clone()), own].into_iter().flatten().any(|it| it.exists());
        (installed.contains(hook) && !is_there).then(|| {
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
