//! `cargo xtask tidy`: what a machine can check and the compiler does not: layers, cycles, sizes,
//! licences, weight and the costs in the README.

pub(crate) mod costs;
mod cycles;
mod layers;
mod licences;
mod sizes;
pub(crate) mod weight;

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail, ensure};

use crate::output;
use crate::workspace::Workspace;

/// The files that are not text.
const BINARY: [&str; 2] =
    ["crates/otlp-export/tests/it/localhost.key", "xtask/package/plugin/icon.png"];

/// `tidy` takes no options.
#[derive(Clone, Copy, clap::Args)]
pub(crate) struct Args {}

/// A broken rule, and where.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    path: String,
    message: String,
}

impl Finding {
    pub(crate) fn new(path: &str, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

/// Lists what it finds, and fails when that is anything.
pub(crate) fn run(workspace: &Workspace, _args: Args) -> anyhow::Result<()> {
    let root = workspace.root();
    let files = files(root)?;
    let mut findings = layers::check(&layers::crates(workspace.metadata()));
    for path in &files {
        let bytes = fs::read(root.join(path)).with_context(|| format!("could not read {path}"))?;
        let Ok(text) = String::from_utf8(bytes) else {
            if !BINARY.contains(&path.as_str()) {
                findings
                    .push(Finding::new(path, "only sources are committed, and this is not text"));
            }
            continue;
        };
        findings.extend(sizes::check(path, &text));
        if is_manifest(path) {
            findings.extend(licences::check(path, &text));
        }
    }
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap_or_default();
    findings.extend(cycles::check(&files, read));
    findings.extend(sizes::tests(&files));
    findings.extend(weight::check(workspace, &files)?);
    findings.extend(costs::check(root));
    findings.sort();
    for finding in &findings {
        output::line(finding)?;
    }
    match findings.len() {
        0 => Ok(()),
        count => bail!("tidy has {count} findings"),
    }
}

/// Whether a file is the manifest of a crate of ours; a fuzz target is a workspace of its own.
fn is_manifest(path: &str) -> bool {
    let depth = path.split('/').count();
    path == "xtask/Cargo.toml"
        || depth == 3 && path.starts_with("crates/") && path.ends_with("/Cargo.toml")
}

/// The files of the repository, relative to its root: what git tracks or would add.
pub(crate) fn files(root: &Path) -> anyhow::Result<BTreeSet<String>> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .context("could not start git")?;
    ensure!(listed.status.success(), "`git ls-files` failed: {}", root.display());
    let names = String::from_utf8(listed.stdout).context("git names a file that is not UTF-8")?;
    // A file that is deleted and not yet committed is still listed.
    let is_there = |path: &&str| root.join(path).is_file();
    Ok(names.split_terminator('\0').filter(is_there).map(str::to_owned).collect())
}
