//! Who else stands beside our hooks: modules of plugins, and other hosts that read the same files.

use std::fs;

use hook_installer::Kind;
use serde_json::Value;

use crate::facts::Facts;
use crate::finding::Finding;

/// Plugins whose modules run inside the client, above the hooks of settings.
pub(super) fn modules(facts: &Facts<'_>) -> Vec<Finding> {
    if facts.ours().next().is_none() {
        return Vec::new();
    }
    let told = |(plugin, source): (&str, &hook_installer::Source)| {
        Finding::warning(format!(
            "{plugin} has modules, which run inside the client and can lift a denial of any hook that \
             is not managed"
        ))
        .in_file(&source.file)
        .fix("disable the plugin, or have the hooks rolled out with the managed settings")
    };
    if is_guarded(facts) { Vec::new() } else { with_modules(facts).map(told).collect() }
}

/// The enabled plugins that have modules.
fn with_modules<'f>(
    facts: &'f Facts<'_>,
) -> impl Iterator<Item = (&'f str, &'f hook_installer::Source)> {
    facts.sources.iter().filter_map(|source| match &source.kind {
        Kind::Plugin(name) if source.json()?.get("modules").is_some() => Some((&**name, source)),
        _ => None,
    })
}

/// Whether an organisation refuses a person's modules.
fn is_guarded(facts: &Facts<'_>) -> bool {
    let option = "/pluginConfigs/cc-plugin-sec-default@builtin/options/allowManagedModsOnly";
    let managed = facts.json_of(|kind| *kind == Kind::Managed);
    managed.iter().any(|json| json.pointer(option) == Some(&Value::Bool(true)))
}

/// Whether what a hook denies stays denied, and why.
pub(crate) fn finality(facts: &Facts<'_>, hook: &str) -> (bool, String) {
    let is_managed = facts.of(hook).any(|entry| facts.kind(entry) == Some(&Kind::Managed));
    let modules: Vec<&str> = with_modules(facts).map(|(plugin, _)| plugin).collect();
    if is_managed {
        (true, "it stands in managed settings".to_owned())
    } else if modules.is_empty() {
        (true, "no plugin with modules is enabled".to_owned())
    } else if is_guarded(facts) {
        (true, "managed settings refuse the modules of plugins".to_owned())
    } else {
        (false, format!("{} has modules", modules.join(", ")))
    }
}

/// Copilot runs the same file, and denies everything where a program is missing.
pub(super) fn other_hosts(facts: &Facts<'_>) -> Vec<Finding> {
    let project = facts.given.project;
    let is_used = fs::read_dir(project.join(".github/hooks")).is_ok()
        || facts.given.folders.home.is_some_and(|home| home.join(".copilot").is_dir());
    let is_shared =
        |source: &&hook_installer::Source| source.file == project.join(".claude/settings.json");
    let Some(source) = facts.sources.iter().find(is_shared).filter(|_| is_used) else {
        return Vec::new();
    };
    if !facts.ours().any(|entry| facts.file(entry) == source.file) {
        return Vec::new();
    }
    let words =
        "Copilot runs these hooks too, and denies every call where a program of them is missing";
    vec![
        Finding::note(words)
            .in_file(&source.file)
            .fix("see to it that each clone has the programs"),
    ]
}
