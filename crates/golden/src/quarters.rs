//! Where the hooks are when they run in the test's own process: a hook's environment
//! and folder belong to the run, those of the programs that it starts to the process.

use std::process::{Command, ExitCode};

use anyhow::{Context, ensure};

use crate::environment;
use crate::program::PROGRAMS;
use crate::sandbox::{Sandbox, Setup};

/// What the tests' own process needs beside what a host gives to a hook.
const KEPT: [&str; 6] =
    ["BLESS", "LLVM_PROFILE_FILE", "RUST_BACKTRACE", "TMPDIR", "TOOLS", PROGRAMS];

/// Runs this program once more, with the same arguments, as a host would start a hook:
/// nothing of the person's environment, and an empty project to stand in.
///
/// # Errors
///
/// Fails when the program cannot be started, and when something was written into that
/// project or beside it.
#[expect(clippy::disallowed_methods, reason = "hands a few variables on")]
pub(crate) fn run_again() -> anyhow::Result<ExitCode> {
    let sandbox = Sandbox::new(&Setup::default())?;
    let kept = KEPT.into_iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
    let program = std::env::current_exe().context("could not find this program")?;
    let status = Command::new(program)
        .args(std::env::args_os().skip(1))
        .env_clear()
        .envs(environment::build(&sandbox, None))
        .envs(kept)
        .current_dir(sandbox.cwd(None))
        .status()
        .context("could not start this program again")?;
    let written = sandbox.snapshot()?.into_keys().chain(sandbox.strays()?).collect::<Vec<_>>();
    ensure!(written.is_empty(), "written into the folder of the test: {}", written.join(", "));
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
