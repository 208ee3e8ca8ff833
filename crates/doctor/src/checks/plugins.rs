//! Plugins that bring hooks of ours, against what their marketplaces offer.

use std::fs;
use std::path::Path;

use hook_installer::Kind;
use serde_json::Value;

use crate::facts::Facts;
use crate::finding::Finding;

/// A copy that is older than what the marketplace has now.
pub(super) fn older_than_offered(facts: &Facts<'_>) -> Vec<Finding> {
    let Some(host) = facts.given.folders.of_host() else { return Vec::new() };
    let known = json(&host.join("plugins/known_marketplaces.json")).unwrap_or_default();
    let mut found = Vec::new();
    for (at, source) in facts.sources.iter().enumerate() {
        let Kind::Plugin(name) = &source.kind else { continue };
        let Some(entry) = facts.ours().find(|entry| entry.source == at) else { continue };
        let here = source.file.ancestors().nth(2).and_then(version);
        let offered = offered(&known, name);
        if let (Some(here), Some(offered)) = (here, offered)
            && here != offered
        {
            let hook = entry.hooks.first().map(String::as_str).unwrap_or_default();
            let message =
                format!("the plugin {name} is of version {here}, and {offered} is offered");
            let finding = Finding::warning(message).of(hook).in_file(&source.file);
            found.push(finding.fix(format!("`claude plugin update {name}`")));
        }
    }
    found
}

/// The version that the marketplace of a plugin has.
fn offered(known: &Value, name: &str) -> Option<String> {
    let (plugin, market) = name.split_once('@')?;
    let folder = Path::new(known.get(market)?.get("installLocation")?.as_str()?);
    let offers = json(&folder.join(".claude-plugin/marketplace.json"))?;
    let mut offers = offers.get("plugins")?.as_array()?.iter();
    let offer = offers.find(|offer| offer.get("name").is_some_and(|it| it == plugin))?;
    let said = offer.get("version").and_then(Value::as_str).map(str::to_owned);
    said.or_else(|| version(&folder.join(offer.get("source")?.as_str()?)))
}

/// The version that a plugin says of itself.
fn version(root: &Path) -> Option<String> {
    let manifest = json(&root.join(".claude-plugin/plugin.json"))?;
    manifest.get("version")?.as_str().map(str::to_owned)
}

fn json(file: &Path) -> Option<Value> {
    serde_json::from_str(&fs::read_to_string(file).ok()?).ok()
}
