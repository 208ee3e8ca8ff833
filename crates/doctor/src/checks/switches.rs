//! What switches hooks off: in settings, by an organisation, by trust that is not given yet, by the
//! mode of a hook.

use std::fs;
use std::path::Path;

use hook_installer::{Kind, Scope};
use serde_json::Value;

use crate::facts::Facts;
use crate::finding::Finding;
use crate::input::About;

/// The settings that count, the strongest last.
const BY_PRECEDENCE: [Scope; 3] = [Scope::User, Scope::Project, Scope::Local];

/// `disableAllHooks`: the strongest value that is not managed holds for what is not managed.
pub(super) fn all_hooks_off(facts: &Facts<'_>) -> Vec<Finding> {
    let managed = value(facts, &Kind::Managed);
    let of = |scope| value(facts, &Kind::Settings(scope));
    let own = BY_PRECEDENCE.into_iter().rev().find_map(of);
    let is_on = |value: &(bool, usize)| value.0;
    let Some((_, at)) = managed.filter(is_on).or(own.filter(is_on)) else { return Vec::new() };
    // What is managed is switched off by what is managed alone.
    let is_on_still = |hook: &str| {
        managed.is_none() && facts.of(hook).any(|entry| facts.kind(entry) == Some(&Kind::Managed))
    };
    let file = facts.sources.get(at).map_or(facts.given.project, |source| &source.file);
    let off = facts.installed().into_iter().filter(|hook| !is_on_still(hook));
    off.map(|hook| {
        Finding::error("`disableAllHooks` is true: no hook runs")
            .of(hook)
            .in_file(file)
            .fix("remove `disableAllHooks`, or set it to false")
    })
    .collect()
}

/// The value of the switch in files of this kind, and in which of them it stands.
fn value(facts: &Facts<'_>, kind: &Kind) -> Option<(bool, usize)> {
    let files = facts.sources.iter().enumerate().filter(|(_, source)| source.kind == *kind);
    let value = |(at, source): (usize, &hook_installer::Source)| {
        Some((source.json()?.get("disableAllHooks")?.as_bool()?, at))
    };
    files.filter_map(value).next_back()
}

/// `allowManagedHooksOnly`, and what leaves hooks to plugins alone.
pub(super) fn managed_hooks_alone(facts: &Facts<'_>) -> Vec<Finding> {
    let managed = facts.sources.iter().filter(|source| source.kind == Kind::Managed);
    let mut found = Vec::new();
    for source in managed {
        let json = source.json().unwrap_or_default();
        let is_set = |pointer: &str| json.pointer(pointer) == Some(&Value::Bool(true));
        let names_hooks = json
            .get("strictPluginOnlyCustomization")
            .and_then(Value::as_array)
            .is_some_and(|surfaces| surfaces.iter().any(|it| it == "hooks"));
        let (word, is_plugin_enough) = if is_set("/allowManagedHooksOnly") {
            ("allowManagedHooksOnly", false)
        } else if is_set("/strictPluginOnlyCustomization")
            || is_set("/strictPluginOnlyCustomization/hooks")
            || names_hooks
        {
            ("strictPluginOnlyCustomization", true)
        } else {
            continue;
        };
        let is_off = |kind: &Kind| match kind {
            Kind::Managed => false,
            Kind::Plugin(_) => !is_plugin_enough,
            Kind::Settings(_) => true,
        };
        let hooks = facts.installed();
        let off = hooks
            .into_iter()
            .filter(|hook| facts.of(hook).all(|entry| facts.kind(entry).is_some_and(is_off)));
        found.extend(off.map(|hook| {
            Finding::error(format!("`{word}` is set: the entries of {hook} are ignored"))
                .of(hook)
                .in_file(&source.file)
                .fix("ask your administrator to add the hook to the managed settings")
        }));
    }
    found
}

/// Settings of a server, which replace managed files unless they say `merge`. The client keeps a copy of them.
pub(super) fn other_managed_settings(facts: &Facts<'_>) -> Vec<Finding> {
    let Some(file) = facts.given.folders.of_host().map(|dir| dir.join("remote-settings.json"))
    else {
        return Vec::new();
    };
    let text = fs::read_to_string(&file).unwrap_or_default();
    let settings: Value = serde_json::from_str(&text).unwrap_or_default();
    let is_empty = settings.as_object().is_none_or(serde_json::Map::is_empty);
    if is_empty || settings.get("managedSourcesBehavior").is_some_and(|it| it == "merge") {
        return Vec::new();
    }
    let is_managed_alone =
        |hook: &&str| facts.of(hook).all(|entry| facts.kind(entry) == Some(&Kind::Managed));
    let dropped = facts.installed().into_iter().filter(|hook| !text.contains(*hook));
    dropped
        .filter(is_managed_alone)
        .map(|hook| {
            Finding::error("settings of a server replace the managed files that have this hook")
                .of(hook)
                .in_file(&file)
                .fix("add `\"managedSourcesBehavior\": \"merge\"` to the settings on the server")
        })
        .collect()
}

/// A terminal holds hooks back until the person trusts the folder.
pub(super) fn trust(facts: &Facts<'_>) -> Vec<Finding> {
    let folders = &facts.given.folders;
    let Some(folder) = folders.config.or(folders.home) else { return Vec::new() };
    let file = folder.join(".claude.json");
    let text = fs::read_to_string(&file).unwrap_or_default();
    let Ok(json) = serde_json::from_str::<Value>(&text) else { return Vec::new() };
    let is_given = |folder: &Path| {
        let known = json.get("projects").and_then(|known| known.get(folder.to_str()?));
        known.and_then(|it| it.get("hasTrustDialogAccepted")) == Some(&Value::Bool(true))
    };
    // Trust in a folder holds for those in it.
    if facts.given.project.ancestors().any(is_given) {
        return Vec::new();
    }
    let told = |hook: &str| {
        let words =
            "this folder is not trusted yet: until it is, the client runs hooks only with `-p`";
        Finding::warning(words)
            .of(hook)
            .in_file(&file)
            .fix("start the client here once, and trust the folder when it asks")
    };
    facts.installed().into_iter().map(told).collect()
}

/// A hook that is paused, only warns, or is off.
pub(super) fn mode(facts: &Facts<'_>) -> Vec<Finding> {
    let told = |hook: &str| {
        let About { mode, paused_until, .. } = (facts.given.about)(hook);
        if let Some(until) = paused_until {
            let finding = Finding::warning(format!("{hook} is paused until {until}"));
            return Some(finding.of(hook).fix(format!("`tacklebox resume {hook}` ends the pause")));
        }
        (mode != "enforce").then(|| {
            Finding::warning(format!("{hook} is in mode `{mode}` and blocks nothing"))
                .of(hook)
                .in_file(&facts.given.project.join(".tacklebox/tacklebox.yaml"))
                .fix(format!("set the mode of {hook} to `enforce`, or remove the setting"))
        })
    };
    facts.anywhere().into_iter().filter_map(told).collect()
}
