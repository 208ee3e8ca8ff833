//! Hooks that need a configuration before they do anything.

use std::path::{Path, PathBuf};

use project_paths::{CONFIG_DIR, GitDirs};

use crate::facts::Facts;
use crate::finding::Finding;

/// The file without which a hook does nothing, in the project and in the person's own folder.
const NEEDED: [(&str, &str, Option<&str>); 2] = [
    ("intent-gate-hook", ".orchestration/active_intents.yaml", None),
    ("post-edit-hook", ".tacklebox/post-edit.yaml", Some("post-edit.yaml")),
];

/// The file that a hook needs in a project, if neither it nor the person's own exists.
pub fn unwritten(hook: &str, project: &Path, config: Option<&Path>) -> Option<PathBuf> {
    let (_, file, own) = NEEDED.iter().find(|(needs, _, _)| *needs == hook)?;
    let file = project.join(file);
    let own = config.zip(*own).map(|(config, own)| config.join(own));
    let exists = file.exists() || own.is_some_and(|own| own.exists());
    (!exists).then_some(file)
}

/// Whether a hook needs such a file, and it or the person's own exists.
pub fn is_configured(hook: &str, project: &Path, config: Option<&Path>) -> bool {
    NEEDED.iter().any(|(needs, _, _)| *needs == hook) && unwritten(hook, project, config).is_none()
}

/// What the `lint` of each hook finds, unless its configuration already has a finding. It is an error
/// if the hook decides about calls: a rule without effect lets them pass.
pub(crate) fn linted(facts: &Facts<'_>, known: &[Finding]) -> Vec<Finding> {
    let is_said = |hook: &str| {
        let mut known = known.iter().filter(|finding| finding.hook.as_deref() == Some(hook));
        known.any(|finding| finding.check == "configuration")
    };
    let hooks = facts.anywhere().into_iter().filter(|hook| !is_said(hook));
    let found = hooks.flat_map(|hook| {
        let decides = facts.denies(hook);
        (facts.given.lint)(hook).into_iter().map(move |mistake| {
            let words = format!("`lint`: {}", mistake.message);
            let finding = if decides { Finding::error(words) } else { Finding::warning(words) };
            let name = hook.strip_suffix("-hook").unwrap_or(hook);
            let finding =
                Finding { check: "lint", file: mistake.file, line: mistake.line, ..finding };
            finding.of(hook).fix(format!("correct it; `tacklebox {name} lint` checks again"))
        })
    });
    found.collect()
}

/// In a linked worktree, the configurations that only the main checkout has: they do not apply.
pub(super) fn of_another_checkout(facts: &Facts<'_>) -> Vec<Finding> {
    let project = facts.given.project;
    let git = GitDirs::around(project).filter(|git| git.own != git.common);
    let root = project.ancestors().find(|dir| dir.join(".git").exists());
    let inside = root.and_then(|root| project.strip_prefix(root).ok());
    let primary = git.as_ref().and_then(|git| git.common.parent()).zip(inside);
    let Some(primary) = primary.map(|(checkout, inside)| checkout.join(inside)) else {
        return Vec::new();
    };
    let left = |hook: &str| {
        let name = hook.strip_suffix("-hook").unwrap_or(hook);
        let file = format!("{CONFIG_DIR}/{name}.yaml");
        let there = primary.join(&file);
        (there.is_file() && !project.join(&file).exists()).then(|| {
            let message = format!(
                "the {name} configuration of the main checkout does not apply in this worktree"
            );
            let fix = format!("copy it to {file} in this worktree, or commit it");
            Finding::warning(message).of(hook).in_file(&there).fix(fix)
        })
    };
    facts.anywhere().into_iter().filter_map(left).collect()
}

/// A hook that is installed and has no configuration.
pub(super) fn missing(facts: &Facts<'_>) -> Vec<Finding> {
    let missing = |hook: &str| {
        let file = unwritten(hook, facts.given.project, facts.given.config)?;
        let first = facts.offer(hook).map(|offer| offer.first_step.replace("-hook ", " "));
        let first = first.unwrap_or_default().replacen('`', "`tacklebox ", 1);
        let message = format!("{hook} has no configuration and does nothing");
        Some(Finding::warning(message).of(hook).in_file(&file).fix(first))
    };
    facts.anywhere().into_iter().filter_map(missing).collect()
}
