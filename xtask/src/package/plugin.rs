//! The plugin for Claude Code, and the marketplaces that offer it.
//!
//! Sources: code.claude.com/docs/en/plugins (manifest, loading, marketplaces), autumn 2026. A folder
//! `bin` at the top makes an organisation's sync refuse a plugin, so programs are in `native`.

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use super::platform::PLATFORMS;
use super::tree::Tree;
use super::{Release, npm};

/// The name of the plugin and of the marketplaces.
const NAME: &str = "tacklebox";

/// What starts each program.
const RUN: &str = "${CLAUDE_PLUGIN_ROOT}/native/run";

const RUN_TEXT: &str = include_str!("../../package/plugin/run");
const ICON: &[u8] = include_bytes!("../../package/plugin/icon.png");
const README: &str = include_str!("../../package/plugin/README.md");

/// What is the same in a folder and in a package. `settings` and `servers` are what installing
/// all hooks in one program would write.
///
/// # Errors
/// If they are not what an installation writes.
pub(super) fn files(release: &Release, settings: &Value, servers: &Value) -> Result<Tree> {
    let mut files = release.licences();
    files.file(".claude-plugin/plugin.json", pretty(&manifest(release)));
    files.file("hooks/hooks.json", pretty(&hooks(settings)?));
    files.file(".claude-plugin/icon.png", ICON);
    files.file(".mcp.json", pretty(&through_run(servers)?));
    files.file("README.md", readme(release));
    files.program("native/run", run(release));
    Ok(files)
}

fn manifest(release: &Release) -> Value {
    json!({
        "name": NAME,
        "version": release.version,
        "description": release.description,
        "author": { "name": "Tacklebox" },
        "homepage": release.repository,
        "repository": release.repository,
        "license": release.licence,
        "keywords": ["hooks", "guard", "policy", "memory", "attribution"],
        "userConfig": {
            // A key `hooks` here is taken for hooks by `claude plugin validate` (2.1.330).
            "only": {
                "type": "string",
                "title": "Hooks",
                "description": format!("The hooks that run, separated by blanks: {}. Empty means all.", release.hooks.join(" ")),
                "default": "",
            },
        },
    })
}

/// The package for npm: the programs come with the package of each machine.
///
/// # Errors
/// If it cannot be packed.
pub(super) fn package(
    release: &Release,
    files: &Tree,
    platforms: &[npm::Package],
) -> Result<npm::Package> {
    let own = json!({ "optionalDependencies": npm::dependencies(platforms) });
    let manifest = release.manifest(npm::PLUGIN, own);
    let mut files = files.clone();
    files.file("npm-shrinkwrap.json", pretty(&npm::shrinkwrap(&manifest, platforms)));
    npm::Package::of(release, files, manifest)
}

/// A marketplace whose plugin comes from npm.
pub(super) fn marketplace_of_npm(release: &Release) -> Tree {
    let source = json!({ "source": "npm", "package": npm::PLUGIN, "version": release.version });
    marketplace(release, &source)
}

/// A marketplace that has its plugin in it: a folder that works without a network.
pub(super) fn marketplace_of_folder(release: &Release, plugin: Tree) -> Tree {
    let mut files = marketplace(release, &json!("./plugins/tacklebox"));
    files.below("plugins/tacklebox", plugin);
    files
}

fn marketplace(release: &Release, source: &Value) -> Tree {
    let mut files = release.licences();
    let offer = json!({
        "name": NAME,
        "description": release.description,
        "version": release.version,
        "source": source,
    });
    let marketplace = json!({
        "name": NAME,
        "owner": { "name": "Tacklebox" },
        "description": release.description,
        "plugins": [offer],
    });
    files.file(".claude-plugin/marketplace.json", pretty(&marketplace));
    files
}

/// The hooks of settings, each by way of `run`, without the notice for a clone that has no programs:
/// `run` says so itself.
fn hooks(settings: &Value) -> Result<Value> {
    let mut hooks = settings.get("hooks").context("the settings have no `hooks`")?.clone();
    for groups in hooks.as_object_mut().into_iter().flat_map(|events| events.values_mut()) {
        if let Some(groups) = groups.as_array_mut() {
            groups.retain(|group| group.pointer("/hooks/0/args").is_some());
        }
    }
    Ok(json!({ "hooks": through_run(&hooks)? }))
}

/// The same with `sh RUN PROGRAM ...` in place of each command.
fn through_run(value: &Value) -> Result<Value> {
    match value {
        Value::Array(items) => items.iter().map(through_run).collect(),
        Value::Object(fields) => {
            let mut fields = fields.clone();
            if let Some(command) = fields.get("command").and_then(Value::as_str) {
                let program = command.rsplit('/').next().unwrap_or(command).to_owned();
                let args =
                    fields.get("args").and_then(Value::as_array).cloned().unwrap_or_default();
                fields.insert("command".to_owned(), "sh".into());
                fields.insert("args".to_owned(), arguments(&program, args).into());
                return Ok(Value::Object(fields));
            }
            let fields = fields.into_iter().map(|(key, value)| Ok((key, through_run(&value)?)));
            Ok(Value::Object(fields.collect::<Result<_>>()?))
        }
        other => Ok(other.clone()),
    }
}

/// What `sh` gets: a hook by itself is the program of all hooks, told to be that one.
fn arguments(program: &str, args: Vec<Value>) -> Vec<Value> {
    let words: &[&str] =
        if program.ends_with("-hook") { &[RUN, NAME, "run", program] } else { &[RUN, program] };
    words.iter().map(|word| Value::from(*word)).chain(args).collect()
}

fn run(release: &Release) -> String {
    let cases = PLATFORMS
        .map(|platform| format!("    '{}') platform={} ;;\n", platform.uname, platform.name()));
    RUN_TEXT.replace("@PLATFORMS@", &cases.concat()).replace("@VERSION@", &release.version)
}

fn readme(release: &Release) -> String {
    let commands: Vec<String> =
        release.first_steps.iter().map(|step| format!("npx tacklebox {step}")).collect();
    README.replace("@COMMANDS@", &commands.join("\n")).replace("@REPOSITORY@", &release.repository)
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}
