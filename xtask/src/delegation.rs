//! `cargo xtask update`, `rollback` and `doctor`: builds the programs, and has the `tacklebox` among
//! them do the rest.

use std::ffi::OsString;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use anyhow::Context as _;
use hook_installer::file_name;

use crate::registration::ENGINE;
use crate::workspace::Workspace;

/// What is handed on.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Args {
    /// The arguments of `tacklebox`; `--help` shows them
    #[arg(value_name = "ARGS", trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<OsString>,
}

/// Has `tacklebox` do what a verb of it says, with the programs of this clone.
pub(crate) fn run(workspace: &Workspace, verb: &str, args: &Args) -> anyhow::Result<()> {
    let dir = workspace.programs_dir()?;
    // One that was never built here is a name of `tacklebox`.
    let is_stale = |name: &String| dir.join(file_name(name)).is_file();
    let mut names: Vec<String> = workspace.hook_names().into_iter().filter(is_stale).collect();
    names.push(ENGINE.to_owned());
    workspace.build(&names)?;
    let program = dir.join(file_name(ENGINE));
    let mut command = Command::new(&program);
    command.arg(verb).arg("--programs").arg(&dir).args(&args.args);
    Err(command.exec()).with_context(|| format!("could not start {}", program.display()))
}
