//! `cargo xtask tidy`: the habits of this repository that a machine can check
//! and the compiler does not. `docs/internals/style.md` says why each is one.

mod circles;
mod debts;
mod floor_plan;
mod hooks;
mod layers;
mod links;
mod manifest;
mod names;
mod pages;
mod rust;
mod suites;
mod text;

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};

use crate::files::listing;
use crate::output;
use crate::workspace::{MODEL, Workspace};

/// `tidy` takes no options.
#[derive(Clone, Copy, clap::Args)]
pub(crate) struct Args {}

/// A broken habit, and where.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Finding {
    path: String,
    /// Zero where the whole file is meant.
    line: usize,
    message: String,
}

impl Finding {
    fn new(path: &str, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.message),
            line => write!(f, "{}:{line}: {}", self.path, self.message),
        }
    }
}

/// Lists what it finds, and fails when that is anything.
pub(crate) fn run(workspace: &Workspace, _args: Args) -> anyhow::Result<()> {
    let root = workspace.root();
    let files = files(root)?;
    let mut findings = layers::check(&layers::crates(workspace.metadata()));
    for path in &files {
        let bytes = fs::read(root.join(path)).with_context(|| format!("could not read {path}"))?;
        // What is not text has no habits.
        if let Ok(text) = String::from_utf8(bytes) {
            findings.extend(file(path, &text, root));
        }
    }
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap_or_default();
    findings.extend(hooks::check(&files, read, workspace.hooks()));
    findings.extend(hooks::engine(&files, workspace.engine_targets()));
    findings.extend(circles::check(&files, read));
    findings.extend(names::check(&files, read));
    findings.extend(floor_plan::check(&files));
    findings.extend(suites::check(&files, workspace.metadata(), read));
    findings.sort();
    for finding in &findings {
        output::line(finding)?;
    }
    match findings.len() {
        0 => Ok(()),
        count => bail!("tidy has {count} findings"),
    }
}

/// The rules for one file, by its name.
fn file(path: &str, text: &str, root: &Path) -> Vec<Finding> {
    let mut findings = text::check(path, text);
    let extension = Path::new(path).extension().and_then(|extension| extension.to_str());
    match extension {
        Some("rs") => findings.extend(rust::check(path, text)),
        Some("md") => {
            let folder = Path::new(path).parent().unwrap_or(Path::new(""));
            // What a new hook is made of links from where it will be, to what will be there too.
            let will_be = folder.strip_prefix(MODEL).unwrap_or(folder);
            let exists = |target: &str| {
                [will_be, folder].iter().any(|from| root.join(from).join(target).exists())
            };
            findings.extend(links::check(path, text, exists));
            findings.extend(pages::check(path, text));
        }
        _ if is_manifest(path) => findings.extend(manifest::check(path, text)),
        _ => {}
    }
    findings
}

/// Whether a file is the manifest of a crate of ours. Below `tests/` it is one of a
/// project that a case is about.
fn is_manifest(path: &str) -> bool {
    path.ends_with("/Cargo.toml") && !path.starts_with("tests/")
}

/// The files of the repository, relative to its root: what git tracks or would
/// add, and everything outside `target/` where there is no git.
pub(crate) fn files(root: &Path) -> anyhow::Result<BTreeSet<String>> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output();
    let paths = match listed {
        Ok(output) if output.status.success() => {
            let names = String::from_utf8(output.stdout).context("git names a file oddly")?;
            names.split_terminator('\0').map(str::to_owned).collect()
        }
        _ => {
            let mut paths = BTreeSet::new();
            walk(root, root, &mut paths)?;
            paths
        }
    };
    // A file that is deleted and not yet committed is still listed.
    Ok(paths.into_iter().filter(|path| root.join(path).is_file()).collect())
}

fn walk(root: &Path, dir: &Path, paths: &mut BTreeSet<String>) -> anyhow::Result<()> {
    for path in listing(dir)? {
        let relative = path.strip_prefix(root)?.to_string_lossy().into_owned();
        if path.is_dir() {
            if relative != "target" && relative != ".git" {
                walk(root, &path, paths)?;
            }
        } else {
            paths.insert(relative);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_is_one_of_ours() {
        assert!(is_manifest("crates/a-hook/Cargo.toml"));
        assert!(!is_manifest("tests/golden/a-hook/case/before/project/Cargo.toml"));
        assert!(!is_manifest("Cargo.toml"), "the root's is read by `cargo metadata`");
    }
}
