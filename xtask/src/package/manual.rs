//! The manual pages and what completes commands in shells: the programs print them.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use super::Build;
use super::tree::Tree;
use crate::files;
use crate::registration::ENGINE;
use crate::workspace::Workspace;

/// The shells, and what each calls its file for the program.
const SHELLS: [(&str, &str); 3] =
    [("bash", "tacklebox.bash"), ("zsh", "_tacklebox"), ("fish", "tacklebox.fish")];

/// `man` and `completions`, as the program for this machine prints them.
///
/// # Errors
/// If none of the programs is for this machine, or it fails.
pub(super) fn of(workspace: &Workspace, builds: &[Build]) -> Result<Tree> {
    let build = builds.iter().find(|build| build.platform.is_here());
    let build =
        build.context("the manual is printed by a program, and none is for this machine")?;
    let folder = tempfile::tempdir().context("could not make a folder")?;
    build.chosen(&[ENGINE]).write(folder.path())?;
    let printed = |args: &[&str]| {
        let mut program = Command::new(folder.path().join(ENGINE));
        program.args(args).env_clear().env("TZ", "UTC").env("HOME", folder.path());
        program.env("TACKLEBOX_NOW", day(workspace)).current_dir(folder.path());
        let output = program.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
        ensure!(output.status.success(), "{ENGINE} {args:?} ended with {}", output.status);
        Ok(output.stdout)
    };
    printed(&["man", "pages"])?;
    let mut tree = Tree::default();
    for page in files::listing(&folder.path().join("pages"))? {
        let name = page.file_name().unwrap_or_default().to_string_lossy().into_owned();
        tree.file(&format!("man/{name}"), fs::read(&page)?);
    }
    for (shell, file) in SHELLS {
        tree.file(&format!("completions/{file}"), printed(&["completions", shell])?);
    }
    Ok(tree)
}

/// The time of the commit, which the pages are dated by: the same commit gives the same bytes.
fn day(workspace: &Workspace) -> String {
    let format = ["--date=format-local:%Y-%m-%dT%H:%M:%SZ", "--format=%cd"];
    git(workspace.root(), &[&["log", "-1"], &format[..]].concat())
        .unwrap_or_else(|| "1970-01-01T00:00:00Z".to_owned())
}

/// What git prints; `None` outside of a repository.
pub(super) fn git(root: &Path, args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).current_dir(root).env("TZ", "UTC").output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}
