//! Whether what a hook denies stays denied: modules of plugins run inside the client, above the hooks of
//! settings.

use hook_installer::{Kind, Source};
use serde_json::Value;

use crate::facts::Facts;

/// Whether what a hook denies stays denied, and why.
pub(crate) fn finality(facts: &Facts<'_>, hook: &str) -> (bool, String) {
    let is_managed = facts.of(hook).any(|entry| facts.kind(entry) == Some(&Kind::Managed));
    let modules: Vec<&str> = with_modules(facts).map(|(plugin, _)| plugin).collect();
    if is_managed {
        (true, "it is in the managed settings".to_owned())
    } else if modules.is_empty() {
        (true, "no plugin with modules is enabled".to_owned())
    } else if is_guarded(facts) {
        (true, "managed settings refuse the modules of plugins".to_owned())
    } else {
        (false, format!("{} has modules", modules.join(", ")))
    }
}

/// The enabled plugins that have modules.
pub(crate) fn with_modules<'f>(
    facts: &'f Facts<'_>,
) -> impl Iterator<Item = (&'f str, &'f Source)> {
    facts.sources.iter().filter_map(|source| match &source.kind {
        Kind::Plugin(name) if source.json()?.get("modules").is_some() => Some((&**name, source)),
        _ => None,
    })
}

/// Whether an organisation refuses a person's modules.
pub(crate) fn is_guarded(facts: &Facts<'_>) -> bool {
    let option = "/pluginConfigs/cc-plugin-sec-default@builtin/options/allowManagedModsOnly";
    let managed = facts.json_of(|kind| *kind == Kind::Managed);
    managed.iter().any(|json| json.pointer(option) == Some(&Value::Bool(true)))
}
