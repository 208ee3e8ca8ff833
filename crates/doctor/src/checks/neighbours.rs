//! Who else stands beside our hooks: modules of plugins, and other hosts that read the same files.

use std::fs;

use hook_installer::Source;

use crate::facts::Facts;
use crate::finality::{is_guarded, with_modules};
use crate::finding::Finding;

/// Plugins whose modules run inside the client, above the hooks of settings.
pub(super) fn modules(facts: &Facts<'_>) -> Vec<Finding> {
    if facts.ours().next().is_none() {
        return Vec::new();
    }
    let told = |(plugin, source): (&str, &Source)| {
        Finding::warning(format!(
            "{plugin} has modules, which run inside the client and can override a denial by any hook \
             outside the managed settings"
        ))
        .in_file(&source.file)
        .fix("disable the plugin, or install the hooks through managed settings")
    };
    if is_guarded(facts) { Vec::new() } else { with_modules(facts).map(told).collect() }
}

/// Copilot runs the same file, and denies everything where a program is missing.
pub(super) fn other_hosts(facts: &Facts<'_>) -> Vec<Finding> {
    let project = facts.given.project;
    let is_used = fs::read_dir(project.join(".github/hooks")).is_ok()
        || facts.given.folders.home.is_some_and(|home| home.join(".copilot").is_dir());
    let is_shared = |source: &&Source| source.file == project.join(".claude/settings.json");
    let Some(source) = facts.sources.iter().find(is_shared).filter(|_| is_used) else {
        return Vec::new();
    };
    if !facts.ours().any(|entry| facts.file(entry) == source.file) {
        return Vec::new();
    }
    let words =
        "Copilot runs these hooks too, and denies every call if one of their programs is missing";
    vec![
        Finding::note(words)
            .in_file(&source.file)
            .fix("make sure that each clone has the programs"),
    ]
}
