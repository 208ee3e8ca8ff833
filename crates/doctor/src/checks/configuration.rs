//! Hooks that need a configuration before they do anything.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hook_installer::Kind;
use project_paths::{CONFIG_DIR, ProjectRoot};

use crate::facts::Facts;
use crate::finding::{Finding, Severity};
use crate::input::PolicyProblem;

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

/// In a linked worktree, the files of hooks that only the main checkout has: they do not apply.
pub(super) fn of_another_checkout(facts: &Facts<'_>) -> Vec<Finding> {
    let Some(main) = ProjectRoot::at(facts.given.project).in_main_checkout() else {
        return Vec::new();
    };
    let left = |hook: &str| {
        let name = hook.strip_suffix("-hook").unwrap_or(hook);
        let needed = NEEDED.iter().filter(|(needs, _, _)| *needs == hook);
        let files = needed.map(|(_, file, _)| (*file).to_owned());
        let files: BTreeSet<String> = files.chain([format!("{CONFIG_DIR}/{name}.yaml")]).collect();
        let is_left = |file: &String| is_only_in(&main, facts.given.project, file);
        let finding = |file: String| {
            let message = format!("{file} of the main checkout does not apply in this worktree");
            let fix =
                format!("commit it there and merge it, or copy it to {file} in this worktree");
            Finding::warning(message).of(hook).in_file(&main.join(&file)).fix(fix)
        };
        files.into_iter().filter(is_left).map(finding).collect::<Vec<_>>()
    };
    facts.anywhere().into_iter().flat_map(left).collect()
}

/// Policies of the organisation that are stale, were refused, or do not count.
pub(super) fn policies(facts: &Facts<'_>) -> Vec<Finding> {
    let finding = |problem: &PolicyProblem| {
        let severity = if problem.is_error { Severity::Error } else { Severity::Warning };
        Finding::new(severity, &problem.message).fix(problem.fix)
    };
    facts.given.policy.iter().map(finding).collect()
}

fn is_only_in(main: &Path, project: &Path, file: &str) -> bool {
    main.join(file).is_file() && !project.join(file).exists()
}

/// A hook that is installed and has no configuration here, nor in the main checkout of a worktree. An
/// administrator's hooks run in every folder, also where nobody wants them to do anything.
pub(super) fn missing(facts: &Facts<'_>) -> Vec<Finding> {
    let project = facts.given.project;
    let main = ProjectRoot::at(project).in_main_checkout();
    let missing = |hook: &str| {
        let file = unwritten(hook, project, facts.given.config)?;
        let below = file.strip_prefix(project).ok().and_then(Path::to_str).unwrap_or_default();
        if main.as_ref().is_some_and(|main| is_only_in(main, project, below)) {
            return None;
        }
        let first = facts.offer(hook).map(|offer| offer.first_step.replace("-hook ", " "));
        let first = first.unwrap_or_default().replacen('`', "`tacklebox ", 1);
        let message = format!("{hook} has no configuration and does nothing");
        let mut kinds = facts.of(hook).map(|entry| facts.kind(entry)).peekable();
        let is_everywhere =
            kinds.peek().is_some() && kinds.all(|kind| kind == Some(&Kind::Managed));
        let severity = if is_everywhere { Severity::Note } else { Severity::Warning };
        Some(Finding::new(severity, message).of(hook).in_file(&file).fix(first))
    };
    facts.anywhere().into_iter().filter_map(missing).collect()
}
