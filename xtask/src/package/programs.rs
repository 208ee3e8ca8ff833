//! Checks programs before they are released: each runs in an empty root, so it is static, and contains
//! no path of the machine that built it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context as _, Result, ensure};
use confine::LAYER_OPTION;

use super::{Build, SHELL};
use crate::output;
use crate::workspace::Workspace;

/// Examines each program and runs it once.
///
/// # Errors
/// If one contains a path of this machine or does not run.
pub(super) fn examine(workspace: &Workspace, build: &Build) -> Result<()> {
    let places: Vec<PathBuf> = workspace.places()?.into_iter().map(|(place, _)| place).collect();
    for (name, bytes) in &build.programs {
        let found = places.iter().find(|place| holds(bytes, place));
        ensure!(found.is_none(), "{name} contains {}, a path of this machine", shown(found));
    }
    let count = build.programs.len();
    output::line(format_args!("{count} programs contain no path of this machine"))?;
    if !build.platform.is_here() {
        return Ok(output::line(format_args!("not run: they are for {}", build.target))?);
    }
    run_each(build)
}

fn shown(place: Option<&PathBuf>) -> String {
    place.map(|place| place.display().to_string()).unwrap_or_default()
}

fn holds(bytes: &[u8], place: &Path) -> bool {
    memchr::memmem::find(bytes, place.as_os_str().as_encoded_bytes()).is_some()
}

/// Runs each program in an empty root; on a system without user namespaces, in the usual one.
fn run_each(build: &Build) -> Result<()> {
    let root = tempfile::tempdir().context("could not make a folder")?;
    build.all().write(root.path())?;
    let is_alone = build.platform.os == "linux" && can_be_alone();
    for (name, _) in &build.programs {
        let option = if name == SHELL { LAYER_OPTION } else { "--version" };
        let run = if is_alone { alone } else { here };
        let output = run(root.path(), name, option);
        let output = output.with_context(|| format!("could not start {name}"))?;
        let words = [output.stdout, output.stderr].concat();
        let words = String::from_utf8_lossy(&words);
        ensure!(output.status.success(), "{name} ended with {}: {words}", output.status);
        // The shell passes `--version` on to bash.
        let is_answer = name == SHELL || words.contains(env!("CARGO_PKG_VERSION"));
        ensure!(is_answer, "{name} is another version: {words}");
    }
    let place = if is_alone {
        "in an empty root"
    } else {
        "in the usual root, because `unshare` fails here"
    };
    Ok(output::line(format_args!("each ran once {place}"))?)
}

fn can_be_alone() -> bool {
    let mut unshare = Command::new("unshare");
    let status = unshare.args(["--map-root-user", "true"]).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

fn alone(root: &Path, name: &str, option: &str) -> std::io::Result<Output> {
    let mut unshare = Command::new("unshare");
    unshare.args(["--map-root-user", "chroot"]).arg(root).arg(format!("/{name}"));
    unshare.arg(option).stdin(Stdio::null()).output()
}

fn here(root: &Path, name: &str, option: &str) -> std::io::Result<Output> {
    Command::new(fs::canonicalize(root)?.join(name)).arg(option).stdin(Stdio::null()).output()
}
