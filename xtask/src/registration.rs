//! The one place in which a hook is registered: `[package.metadata.tacklebox]` in its manifest.
//!
//! Whatever else names the hook (the README, the architecture, the changelog, the targets of
//! `bench`) is checked against it by `tidy`. Its name and its description are those of the package,
//! its events those of its settings template.

use std::collections::BTreeMap;

use anyhow::Context;
use serde::Deserialize;
use serde_json::Value;

/// The fixture that all hooks have: an event that the hook does not handle.
pub(crate) const NOT_HANDLED: &str = "not-handled-event";

/// The program that has all hooks, and its package.
pub(crate) const ENGINE: &str = "tacklebox";

/// What a call costs at most on an event that the hook does not handle.
const NOT_HANDLED_TARGET: f64 = 0.95;

/// A hook, as its manifest has it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Registration {
    /// The name of the hook, of its package and of its program.
    pub(crate) hook: String,
    /// What it is for, in a sentence: the description of the package.
    pub(crate) description: String,
    pub(crate) about: About,
}

/// The table of the manifest.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct About {
    /// What the README says that it does.
    pub(crate) summary: String,
    /// What a person does first, once it is installed.
    pub(crate) first_step: String,
    /// Where a person sees what it does.
    pub(crate) look: String,
    /// What a host has to take for the hook to be of use: see `Offer::needs`.
    #[serde(default)]
    pub(crate) needs: String,
    /// What a call may cost on a fixture of `bench`: the whole process, as a ratio to one
    /// `/bin/true`, on Linux.
    pub(crate) targets: BTreeMap<String, f64>,
}

/// The hooks of the workspace, in alphabetical order. `metadata` is what cargo knows of it.
pub(crate) fn registrations(metadata: &Value) -> anyhow::Result<Vec<Registration>> {
    let packages = metadata.get("packages").and_then(Value::as_array);
    let mut hooks = Vec::new();
    for package in packages.into_iter().flatten() {
        hooks.extend(registration(package)?);
    }
    hooks.sort_by(|one: &Registration, other| one.hook.cmp(&other.hook));
    Ok(hooks)
}

/// The package of the engine, as cargo knows it.
fn engine(metadata: &Value) -> Option<&Value> {
    let packages = metadata.get("packages").and_then(Value::as_array)?;
    packages.iter().find(|package| package.get("name").is_some_and(|name| name == ENGINE))
}

/// What a call of the engine may cost on each fixture of `bench`, as a ratio to what the fixture
/// compares it with: `[package.metadata.bench.targets]` of its manifest.
pub(crate) fn engine_targets(metadata: &Value) -> anyhow::Result<BTreeMap<String, f64>> {
    match engine(metadata).and_then(|package| package.pointer("/metadata/bench/targets")) {
        Some(targets) => BTreeMap::deserialize(targets)
            .with_context(|| format!("[package.metadata.bench.targets] of {ENGINE}")),
        None => Ok(BTreeMap::new()),
    }
}

/// What the manifest of a package registers; `None` where it is no hook.
fn registration(package: &Value) -> anyhow::Result<Option<Registration>> {
    let Some(about) = package.pointer("/metadata/tacklebox") else {
        return Ok(None);
    };
    let text = |field| package.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
    let hook = text("name");
    let about = About::deserialize(about)
        .with_context(|| format!("[package.metadata.tacklebox] of {hook}"))?;
    Ok(Some(Registration { hook, description: text("description"), about }))
}

impl Registration {
    /// What a call on a fixture may cost. `None` where nobody has said.
    pub(crate) fn target(&self, fixture: &str) -> Option<f64> {
        if fixture == NOT_HANDLED {
            return Some(NOT_HANDLED_TARGET);
        }
        self.about.targets.get(fixture).copied()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn metadata(about: &Value) -> Value {
        let package = json!({"name": "a-hook", "description": "Does A", "metadata": about});
        json!({"packages": [{"name": "a-subject", "metadata": null}, package]})
    }

    #[test]
    fn a_hook_is_registered_in_its_manifest() {
        let about = json!({
            "summary": "Does A well", "first-step": "none", "look": "`a-hook log`",
            "targets": {"silent": 1.5},
        });
        let hooks = registrations(&metadata(&json!({"tacklebox": about}))).unwrap();
        let [hook] = hooks.as_slice() else { panic!("{hooks:?}") };
        assert_eq!(hook.about.summary, "Does A well");
        let targets = ["silent", "other", NOT_HANDLED].map(|fixture| hook.target(fixture));
        assert_eq!(targets, [Some(1.5), None, Some(NOT_HANDLED_TARGET)]);
        assert_eq!(registrations(&metadata(&json!({"docs": {}}))).unwrap(), []);
    }

    #[test]
    fn the_manifest_of_the_engine_has_its_targets() {
        let engine = |targets: &Value| {
            let bench = json!({"bench": {"targets": targets}});
            let package = json!({"name": ENGINE, "metadata": bench});
            json!({"packages": [{"name": "a-hook", "features": {"x": []}}, package]})
        };
        let known = engine(&json!({"silent": 1.3}));
        assert_eq!(engine_targets(&known).unwrap(), [("silent".to_owned(), 1.3)].into());
        let err = engine_targets(&engine(&json!({"silent": "1.3"}))).unwrap_err();
        assert!(err.to_string().contains("of tacklebox"), "{err}");
        assert_eq!(engine_targets(&json!({})).unwrap(), BTreeMap::new());
    }

    #[test]
    fn what_is_missing_or_unknown_is_an_error_with_the_hook() {
        for about in [json!({"summary": "x"}), json!({"sumary": "x"})] {
            let err = registrations(&metadata(&json!({"tacklebox": about}))).unwrap_err();
            assert!(err.to_string().contains("of a-hook"), "{err}");
        }
    }
}
