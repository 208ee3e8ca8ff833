//! What completes commands in shells: the program prints it.

use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use super::Build;
use super::tree::Tree;
use crate::registration::ENGINE;

/// The shells, and what each calls its file for the program.
const SHELLS: [(&str, &str); 3] =
    [("bash", "tacklebox.bash"), ("zsh", "_tacklebox"), ("fish", "tacklebox.fish")];

/// `completions`, as the program for this machine prints them.
///
/// # Errors
/// If none of the programs is for this machine, or it fails.
pub(super) fn of(builds: &[Build]) -> Result<Tree> {
    let build = builds.iter().find(|build| build.platform.is_here());
    let build = build.context("no program is for this machine, and completions need one")?;
    let folder = tempfile::tempdir().context("could not make a folder")?;
    build.chosen(&[ENGINE]).write(folder.path())?;
    let printed = |args: &[&str]| {
        let mut program = Command::new(folder.path().join(ENGINE));
        program.args(args).env_clear().env("HOME", folder.path()).current_dir(folder.path());
        let output = program.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
        ensure!(output.status.success(), "{ENGINE} {args:?} ended with {}", output.status);
        Ok(output.stdout)
    };
    let mut tree = Tree::default();
    for (shell, file) in SHELLS {
        tree.file(&format!("completions/{file}"), printed(&["completions", shell])?);
    }
    Ok(tree)
}
