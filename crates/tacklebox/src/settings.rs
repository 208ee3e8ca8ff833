//! Which hooks a host starts here.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hook_installer::{Folders, Source, managed_folder, sources};
use hook_runtime::Ctx;
use hook_state::{Links, read_regular};
use project_paths::programs_in;
use serde_json::Value;

use crate::NAME;

/// More than a settings file that a person keeps.
const MAX_SETTINGS: u64 = 1 << 20;

/// The programs of ours that any file names from which a host takes hooks here: settings, those of
/// an organisation, plugins.
pub(crate) fn installed(ctx: &Ctx) -> BTreeSet<&'static str> {
    let sources = sources_of(ctx);
    let texts = sources.iter().map(|source| source.settings().as_bytes());
    texts.flat_map(|text| programs_in(text).collect::<Vec<_>>()).collect()
}

/// Every file from which a host takes hooks here.
pub(crate) fn sources_of(ctx: &Ctx) -> Vec<Source> {
    let (home, config) = (ctx.home(), host_folder(ctx));
    let folders = Folders {
        home: home.as_deref(),
        config: config.as_deref(),
        managed: Some(managed_folder()),
        project: None,
        ..Folders::default()
    };
    sources(ctx.project().map(|project| project.path()), &folders)
}

/// The folder that a person has given to the host for its configuration.
pub(crate) fn host_folder(ctx: &Ctx) -> Option<PathBuf> {
    ctx.env("CLAUDE_CONFIG_DIR").map(PathBuf::from).filter(|dir| dir.is_absolute())
}

/// The hooks that entries of the settings run together, on whichever event: the arguments
/// behind `run`.
pub(crate) fn run_together(ctx: &Ctx) -> Vec<String> {
    let mut hooks: Vec<String> = texts(ctx)
        .filter_map(|text| serde_json::from_slice::<Value>(&text).ok())
        .flat_map(|settings| entries(&settings))
        .flatten()
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    hooks.sort_unstable();
    hooks.dedup();
    hooks
}

/// The arguments behind `run` of each entry that has them.
fn entries(settings: &Value) -> Vec<Vec<String>> {
    let events = settings.get("hooks").and_then(Value::as_object);
    let groups = events.into_iter().flat_map(|events| events.values()).filter_map(Value::as_array);
    let entries = groups.flatten().filter_map(|group| group.get("hooks")?.as_array()).flatten();
    entries.filter_map(arguments).collect()
}

fn arguments(entry: &Value) -> Option<Vec<String>> {
    let program = Path::new(entry.get("command")?.as_str()?).file_stem()?;
    let args = entry.get("args")?.as_array()?;
    let mut args = args.iter().map(|arg| arg.as_str().map(str::to_owned));
    let is_ours = program == NAME && args.next()?.as_deref() == Some("run");
    is_ours.then(|| args.flatten().collect())
}

/// The texts of the settings that a host reads here.
fn texts(ctx: &Ctx) -> impl Iterator<Item = Vec<u8>> {
    let project = ctx.project().map(|project| project.path().to_owned());
    let folders = [project, ctx.home()].into_iter().flatten().map(|folder| folder.join(".claude"));
    let files = folders
        .flat_map(|folder| ["settings.json", "settings.local.json"].map(|name| folder.join(name)));
    files.filter_map(|file: PathBuf| read_regular(&file, Links::Followed, MAX_SETTINGS).ok())
}
