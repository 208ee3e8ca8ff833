//! The sink `command`: a program that is given the transition on stdin.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use anyhow::{Context, Result};
use hook_runtime::Ctx;

use super::child_process;
use crate::config::Words;
use crate::decide::transition::Transition;

/// Starts the program, without a shell.
pub(super) fn start(ctx: &Ctx, words: &Words, transition: &Transition) -> Result<()> {
    let (program, args) = words.split().context("no program is named")?;
    let mut command = child_process::program(ctx, place(ctx, program));
    command.args(args);
    let mut line = serde_json::to_vec(transition)?;
    line.push(b'\n');
    child_process::start_with(ctx, command, &line)
}

/// A program with a folder is one of the project's, any other is looked for.
fn place(ctx: &Ctx, program: &str) -> PathBuf {
    match ctx.project() {
        Some(project) if program.contains(MAIN_SEPARATOR) => project.path().join(program),
        _ => Path::new(program).to_owned(),
    }
}
