//! Makes a hook in a copy of the workspace, and runs on it what a change has to pass: so what
//! `new-hook` makes cannot fall behind what hooks have to be.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail, ensure};

use super::name::Name;
use super::{DEFAULT_ABOUT, make, write};
use crate::workspace::Workspace;
use crate::{output, tidy};

/// What the hook in the copy is called.
const NAME: &str = "trial-of-new";

/// Fails where what was made would not pass.
pub(super) fn run(workspace: &Workspace) -> anyhow::Result<()> {
    let copy = workspace.target_dir()?.join("new-hook");
    copy_workspace(workspace.root(), &copy)?;
    build_apart(&copy)?;
    let name = Name::new(NAME, DEFAULT_ABOUT).map_err(anyhow::Error::msg)?;
    make(&copy, &name)?;
    let hook = name.hook.as_str();
    for args in [
        vec!["fmt", "--package", hook, "--check"],
        vec!["clippy", "--package", hook, "--all-targets", "--", "-D", "warnings"],
        vec!["test", "--package", hook],
        // That the engine takes it shows without code being made of all that is in the engine.
        vec![
            "check",
            "--lib",
            "--package",
            "tacklebox",
            "--no-default-features",
            "--features",
            hook,
        ],
    ] {
        cargo(workspace, &copy, &args)?;
    }
    let copy = Workspace::at(&copy)?;
    tidy::weight::run(&copy, &tidy::weight::Args::renewal("a new hook"))?;
    tidy::run(&copy, tidy::Args {})
}

fn cargo(workspace: &Workspace, copy: &Path, args: &[&str]) -> anyhow::Result<()> {
    output::line(format_args!("cargo {}", args.join(" ")))?;
    // What is built of other people's crates is the same, and is not built again.
    let status = Command::new("cargo")
        .args(args)
        .env("CARGO_TARGET_DIR", workspace.target_dir()?)
        .current_dir(copy)
        .status()
        .context("could not start cargo")?;
    if !status.success() {
        bail!("`cargo {}` failed for a new hook: {status}", args.join(" "));
    }
    Ok(())
}

/// Has the crates of the copy built in another way than those of the workspace. Cargo tells both apart by
/// their place in the workspace alone, and would take what was built of an older copy for the crate itself.
fn build_apart(copy: &Path) -> anyhow::Result<()> {
    const OWN: &str = "incremental = false\n";
    let manifest = copy.join("Cargo.toml");
    let text = fs::read_to_string(&manifest)?;
    ensure!(text.contains(OWN), "`{}` is not in {}", OWN.trim_end(), manifest.display());
    write(&manifest, &text.replacen(OWN, &format!("{OWN}codegen-units = 255\n"), 1))
}

/// Makes `copy` have the files of the workspace and no others. What is the same is not written
/// anew, so that cargo need not build it again.
fn copy_workspace(root: &Path, copy: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(copy).with_context(|| format!("could not make {}", copy.display()))?;
    // It lies in a folder that Git ignores.
    let _no_git = Command::new("git").args(["init", "--quiet"]).current_dir(copy).status();
    let wanted = tidy::files(root)?;
    for path in &wanted {
        copy_file(&root.join(path), &copy.join(path))
            .with_context(|| format!("could not copy {path}"))?;
    }
    let there = tidy::files(copy)?;
    for path in there.difference(&wanted).map(|path| copy.join(path)) {
        fs::remove_file(&path).with_context(|| format!("could not remove {}", path.display()))?;
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path) -> anyhow::Result<()> {
    let content = fs::read(from)?;
    if fs::read(to).is_ok_and(|old| old == content) {
        return Ok(());
    }
    fs::create_dir_all(to.parent().context("it has no folder")?)?;
    fs::copy(from, to)?;
    Ok(())
}
