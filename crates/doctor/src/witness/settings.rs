//! The settings of a project and of a person for a client that is only looked at: their hooks, and
//! nothing else that would start a program or lead elsewhere.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use claude_settings::handlers;
use hook_installer::{Kind, Scope};
use serde_json::{Value, json};

use crate::facts::Facts;
use crate::given::Foreign;
use crate::stage::Stage;

/// What is kept of settings.
const KEPT: [&str; 2] = ["hooks", "disableAllHooks"];

/// Writes them where the client will look.
pub(super) fn lay_out(facts: &Facts<'_>, stage: &Stage) -> Result<()> {
    let (project, home) = (stage.project().join(".claude"), stage.own_home().join(".claude"));
    for dir in [&project, &home] {
        fs::create_dir_all(dir).context("could not make a temporary folder")?;
    }
    for source in &facts.sources {
        let Kind::Settings(scope) = source.kind else { continue };
        let dir = if scope == Scope::User { &home } else { &project };
        let name = source.file.file_name().unwrap_or_default();
        write(&dir.join(name), &quiet(facts, source.settings()))?;
    }
    Ok(())
}

fn write(file: &Path, text: &str) -> Result<()> {
    let written = File::create(file).and_then(|mut file| file.write_all(text.as_bytes()));
    written.context("could not write in a temporary folder")
}

/// The text with the hooks of others silenced. What is no JSON stays: a host drops it.
fn quiet(facts: &Facts<'_>, text: &str) -> String {
    let Ok(Value::Object(mut settings)) = serde_json::from_str(text.trim_start_matches('\u{feff}'))
    else {
        return text.to_owned();
    };
    settings.retain(|key, _| KEPT.contains(&key.as_str()));
    if facts.given.foreign == Foreign::Named {
        let events = settings.get_mut("hooks").and_then(Value::as_object_mut);
        let groups = events.into_iter().flat_map(|events| events.values_mut());
        let groups = groups.filter_map(Value::as_array_mut).flatten();
        let lists = groups.filter_map(|group| group.get_mut("hooks")?.as_array_mut());
        lists.flatten().filter(|handler| is_foreign(facts, handler)).for_each(silence);
    }
    Value::Object(settings).to_string()
}

/// Whether it is somebody else's, and one that a host takes.
fn is_foreign(facts: &Facts<'_>, handler: &Value) -> bool {
    let alone = json!({"hooks": {"Stop": [{"hooks": [handler]}]}}).to_string();
    let names: Vec<String> =
        handlers(&alone).iter().flat_map(claude_settings::Handler::names).collect();
    let starts_something =
        ["command", "url", "prompt", "tool"].iter().any(|key| handler.get(key).is_some());
    starts_something && !names.iter().any(|name| facts.offer(name).is_some())
}

fn silence(handler: &mut Value) {
    *handler = json!({"type": "command", "command": "true"});
}
