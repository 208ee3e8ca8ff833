//! `init`: a commented configuration to start from.

use std::process::ExitCode;

use anyhow::{Context, Result};
use hook_runtime::{Console, Ctx};

const STARTER: &str = include_str!("starter.yaml");

/// The status where there is a configuration already.
const REFUSED: u8 = 1;

pub(super) fn run(ctx: &Ctx, console: &mut Console) -> Result<ExitCode> {
    let root = ctx.project().map(|project| project.path()).or(ctx.cwd());
    let folder = root.context("there is no project here")?.join(".tacklebox");
    let file = folder.join("governance.yaml");
    if file.symlink_metadata().is_ok() {
        console.error_line(format!("{} is there already and stays as it is", file.display()));
        return Ok(ExitCode::from(REFUSED));
    }
    std::fs::create_dir_all(&folder)
        .and_then(|()| hook_state::replace(&file, STARTER.as_bytes()))
        .with_context(|| format!("could not write {}", file.display()))?;
    console.line(format!("wrote {}", file.display()));
    if ctx.project().is_none() {
        console.error_line("note: with it this folder is a project, with all folders below");
    }
    Ok(ExitCode::SUCCESS)
}
