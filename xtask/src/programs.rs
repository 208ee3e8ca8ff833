//! The hooks of this repository, and their programs: static ones, since the start of a process
//! is most of what a hook call costs.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::files;

/// A program that was built.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    /// The name of the hook, of its package and of its file.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
}

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask)
}

/// The names of all hooks: those that have a template, in alphabetical order.
pub(crate) fn hooks() -> anyhow::Result<Vec<String>> {
    let templates = files::listing(&root().join("settings-templates"))?;
    let hook = |path: &PathBuf| {
        let hook = path.file_name()?.to_str()?.strip_suffix(".json")?;
        // The template of the server that works beside a hook.
        (!hook.contains('.')).then(|| hook.to_owned())
    };
    Ok(templates.iter().filter_map(hook).collect())
}

/// Builds the programs of `hooks`, or of the servers beside them, for this machine, in release mode.
///
/// Each is built by itself: features unify over what is built together, and then a program would
/// depend on what else was asked for.
pub(crate) fn build(hooks: &[String]) -> anyhow::Result<Vec<Program>> {
    let host = host()?;
    let dir = target_dir()?.join(&host).join("release");
    let program = |hook: &String| {
        build_one(hook, &host)?;
        let path = dir.join(file_name(hook));
        Ok(Program { name: hook.clone(), path })
    };
    hooks.iter().map(program).collect()
}

/// Where cargo builds, `CARGO_TARGET_DIR` and its configuration considered.
pub(crate) fn target_dir() -> anyhow::Result<PathBuf> {
    let metadata = metadata()?;
    let dir = metadata.get("target_directory").and_then(Value::as_str);
    Ok(dir.context("`cargo metadata` names no target directory")?.into())
}

/// What a package says of itself, or nothing.
pub(crate) fn description(metadata: &Value, package: &str) -> String {
    let packages = metadata.get("packages").and_then(Value::as_array);
    let mut packages = packages.into_iter().flatten();
    packages
        .find(|candidate| candidate.get("name").and_then(Value::as_str) == Some(package))
        .and_then(|found| found.get("description")?.as_str())
        .unwrap_or_default()
        .to_owned()
}

/// What cargo knows of this workspace.
pub(crate) fn metadata() -> anyhow::Result<Value> {
    let args = ["metadata", "--no-deps", "--format-version=1"];
    let output = Command::new("cargo").args(args).current_dir(root()).output();
    let output = output.context("could not start `cargo metadata`")?;
    if !output.status.success() {
        bail!("`cargo metadata` failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    serde_json::from_slice(&output.stdout).context("could not read what `cargo metadata` says")
}

/// The name of the program of a hook, as a file of this system.
pub(crate) fn file_name(hook: &str) -> String {
    format!("{hook}{}", std::env::consts::EXE_SUFFIX)
}

fn build_one(hook: &str, host: &str) -> anyhow::Result<()> {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root()).args(["build", "--release", "--package", hook, "--bin", hook]);
    // Without a target of its own, the flags would hold for procedural macros, which cannot be
    // static.
    cargo.args(["--target", host]);
    if host.ends_with("-linux-gnu") {
        cargo.env_remove("CARGO_ENCODED_RUSTFLAGS");
        cargo.env("RUSTFLAGS", "-C target-feature=+crt-static -C relocation-model=static");
    }
    let status = cargo.status().context("could not start `cargo build`")?;
    if !status.success() {
        bail!("could not build {hook}");
    }
    Ok(())
}

/// The name by which the compiler calls this machine.
fn host() -> anyhow::Result<String> {
    let output = Command::new("rustc").arg("-vV").current_dir(root()).output();
    let text = output.context("could not start `rustc -vV`")?.stdout;
    let text = String::from_utf8_lossy(&text).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("`rustc -vV` names no host")?.to_owned())
}
