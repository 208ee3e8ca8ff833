//! `policy build`, `sign` and `show`: what an administrator does before machines see a bundle.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use hook_config::{UniqueMap, Version};
use hook_runtime::{Console, Ctx, Phase};
use humantime::format_rfc3339_seconds;
use policy_bundle::{Bundle, Path as PolicyPath, Rollout};
use serde::Deserialize;
use serde_json::Value;
use signing_keys::VerifyingKey;

use super::installation::Store;
use super::{EMPTY, here, public_key, read, write};
use crate::hooks;

/// How long a bundle is fresh.
const DEFAULT_DAYS: u32 = 90;
const DAY: Duration = Duration::from_secs(24 * 3600);

/// The file that describes a bundle, beside the folders of its policies.
const PLAN: &str = "bundle.yaml";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a mapping such as {revision: 1}")]
struct Plan {
    #[serde(default, rename = "version")]
    _version: Version,
    revision: u64,
    #[serde(default = "default_days")]
    days: u32,
    #[serde(default)]
    salt: String,
    /// Public keys that may sign the next bundle.
    #[serde(default)]
    keys: Vec<PathBuf>,
    #[serde(default)]
    rollout: UniqueMap<Rollout>,
}

fn default_days() -> u32 {
    DEFAULT_DAYS
}

/// Writes an unsigned bundle, if each hook takes its configurations.
pub(super) fn build(
    ctx: &Ctx,
    folder: &Path,
    out: &Path,
    console: &mut Console,
) -> Result<ExitCode> {
    let folder = here(ctx, folder);
    let plan: Plan = hook_config::read(&folder.join(PLAN))?.parse()?;
    let files = configurations(&folder)?;
    for (path, text) in &files {
        check(ctx, &folder, path, text)?;
    }
    let key = |path: &PathBuf| public_key(&folder.join(path));
    let keys = plan.keys.iter().map(key).collect::<Result<Vec<VerifyingKey>>>()?;
    let issued = ctx.now();
    let times = [issued, issued + DAY * plan.days];
    let rollout = plan.rollout.into_inner();
    let bundle = Bundle::new(plan.revision, times, files, keys, plan.salt, rollout)?;
    write(&here(ctx, out), &bundle.to_string())?;
    console.line(format!("{}: revision {}, unsigned.", out.display(), plan.revision));
    console.line(format!("Next: tacklebox replay --against {}", out.display()));
    Ok(ExitCode::SUCCESS)
}

/// The configurations in the folders of policies.
fn configurations(folder: &Path) -> Result<BTreeMap<PolicyPath, String>> {
    let entries = |folder: &Path| -> Result<Vec<PathBuf>> {
        let failed = || format!("could not read {}", folder.display());
        let entries = fs::read_dir(folder).with_context(failed)?;
        entries.map(|entry| Ok(entry.with_context(failed)?.path())).collect()
    };
    let mut files = BTreeMap::new();
    for policy in entries(folder)?.iter().filter(|path| path.is_dir()) {
        for file in entries(policy)? {
            let name = file.strip_prefix(folder).unwrap_or(&file).to_string_lossy();
            let path = PolicyPath::new(&name.replace('\\', "/")).with_context(|| {
                format!("{} has no name such as base/governance.yaml", file.display())
            })?;
            files.insert(path, read(&file)?);
        }
    }
    Ok(files)
}

/// Has the hook itself check a configuration, in a project that has nothing else.
fn check(ctx: &Ctx, folder: &Path, path: &PolicyPath, text: &str) -> Result<()> {
    let file = folder.join(path.as_str());
    let name = format!("{}-hook", path.hook());
    let is_guard =
        hooks::hook(&name).is_some_and(|hook| hook().phase("PreToolUse") == Some(Phase::Guard));
    ensure!(is_guard, "{}: there is no guard {name}", file.display());
    let project = tempfile::tempdir().context("could not make a temporary project")?;
    let configuration = project.path().join(".tacklebox");
    super::make_folder(&configuration)?;
    let copy = configuration.join(format!("{}.yaml", path.hook()));
    write(&copy, text)?;
    let there = ctx.in_project(project.path())?;
    let printed = hooks::printed(&there, &name, &["lint", "--json"]).unwrap_or_default();
    let document: Value = serde_json::from_str(&printed).unwrap_or_default();
    let mistakes = document.get("mistakes").and_then(Value::as_array).into_iter().flatten();
    let copy = copy.display().to_string();
    let field = |mistake: &Value, name: &str| {
        mistake.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    for mistake in mistakes {
        let message = field(mistake, "message");
        if message.contains(&copy) {
            bail!("{}", message.replace(&copy, &file.display().to_string()));
        }
        if field(mistake, "file") == copy {
            let line = mistake.get("line").and_then(Value::as_u64).unwrap_or_default();
            bail!("{}:{line}: {}: {message}", file.display(), field(mistake, "key"));
        }
    }
    Ok(())
}

/// Signs a bundle in its file.
pub(super) fn sign(ctx: &Ctx, path: &Path, key: &Path, console: &mut Console) -> Result<ExitCode> {
    let file = here(ctx, path);
    let key_file = here(ctx, key);
    let key = signing_keys::private_key(&read(&key_file)?).with_context(|| {
        let (file, make) = (key_file.display(), signing_keys::MAKE_A_KEY);
        format!("{file} is not an Ed25519 private key in PEM; make one with `{make}`")
    })?;
    let bundle = Bundle::parse(&read(&file)?).with_context(|| path.display().to_string())?;
    write(&file, &bundle.signed(&key).to_string())?;
    console.line(format!("{} is signed.", path.display()));
    Ok(ExitCode::SUCCESS)
}

/// Shows a bundle, or the active one.
pub(super) fn show(ctx: &Ctx, path: Option<&Path>, console: &mut Console) -> Result<ExitCode> {
    let active = || Store::active(ctx).map(|store| store.bundle());
    let Some(file) = path.map(|path| here(ctx, path)).or_else(active) else {
        console.line(EMPTY);
        return Ok(ExitCode::SUCCESS);
    };
    let bundle = Bundle::parse(&read(&file)?).with_context(|| file.display().to_string())?;
    let manifest = bundle.manifest();
    let signed = if bundle.is_signed() { "signed" } else { "unsigned" };
    console.line(format!("Revision {}, {signed}", manifest.revision));
    console.line(format!("issued   {}", format_rfc3339_seconds(manifest.issued)));
    console.line(format!("expires  {}", format_rfc3339_seconds(manifest.expires)));
    if !manifest.keys.is_empty() {
        console
            .line(format!("The next bundle is signed by one of {} new keys.", manifest.keys.len()));
    }
    for policy in manifest.policies() {
        let Rollout { enforce, warn } = manifest.rollout(policy);
        console.line("");
        console.heading(policy);
        console.line(format!("enforced on {enforce} % of machines, warns on {warn} %"));
        for (path, text) in bundle.files().iter().filter(|(path, _)| path.policy() == policy) {
            console.line(format!("{path}:"));
            console.verbatim(text);
        }
    }
    Ok(ExitCode::SUCCESS)
}
