//! Programs that are started and not waited for.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{Seek, Write};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use hook_runtime::Ctx;

/// What the host gives to its hooks alone.
const NOT_INHERITED: [&str; 2] = ["CLAUDE_CODE_MESSAGING_SOCKET", "CLAUDE_CODE_MESSAGING_TOKEN"];

/// A program that will run in the project's folder, in a process group of its own,
/// and hold nothing of ours open.
pub(super) fn program(ctx: &Ctx, name: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(name);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Some(folder) = ctx.project().map(|project| project.path()).or(ctx.cwd()) {
        command.current_dir(folder);
    }
    for name in NOT_INHERITED {
        command.env_remove(name);
    }
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
}

/// Starts a program that reads `input` when it likes: from a file without a name,
/// because to fill a pipe could mean to wait for the program.
pub(super) fn start_with(ctx: &Ctx, mut command: Command, input: &[u8]) -> Result<()> {
    let file = unnamed(ctx, input).context("could not write its input")?;
    command.stdin(file);
    // Not waited for: it outlives this process, and then is its system's.
    command.spawn().with_context(|| command.get_program().to_string_lossy().into_owned())?;
    Ok(())
}

fn unnamed(ctx: &Ctx, bytes: &[u8]) -> Result<File> {
    let state = ctx.state().context("there is no state folder")?;
    state.create()?;
    let mut file = tempfile::tempfile_in(state.path())?;
    file.write_all(bytes)?;
    file.rewind()?;
    Ok(file)
}
