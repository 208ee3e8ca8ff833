//! `cargo xtask try`, `install` and so on: builds `tacklebox` once, and runs it with the same arguments.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context as _;
use hook_installer::file_name;

use crate::output;
use crate::registration::ENGINE;
use crate::workspace::{Profile, Workspace};

/// The server of the intent gate, which `tacklebox` does not contain.
const SERVER: &str = "intent-mcp";

/// Asks for a program for each hook.
const SINGLE: &str = "--single";

/// The arguments of `tacklebox`.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Args {
    /// The arguments of `tacklebox`; once it is built, `--help` lists them
    #[arg(value_name = "ARGS", trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<OsString>,
}

/// Runs `tacklebox VERB ARGS`. Help that is asked for builds nothing: `usage` is shown where there is
/// no program yet.
///
/// # Errors
/// When a program cannot be built or started.
pub(crate) fn run(
    workspace: &Workspace,
    verb: &str,
    args: &Args,
    usage: impl FnOnce() -> String,
) -> anyhow::Result<()> {
    let asks_for_help = args.args.iter().any(|arg| arg == "--help" || arg == "-h");
    let is_single = |arg: &&OsString| *arg == SINGLE && verb == "install";
    let mut words: Vec<OsString> =
        args.args.iter().filter(|arg| !is_single(arg)).cloned().collect();
    let dir = workspace.local_dir()?;
    let program = dir.join(file_name(ENGINE));
    if !asks_for_help {
        workspace.build_locally(&[ENGINE, SERVER])?;
        if words.len() < args.args.len() {
            let singles = single_programs(workspace, &dir, &words)?;
            words.extend(["--engine".into(), "off".into(), "--programs".into(), singles.into()]);
        }
    } else if !program.is_file() {
        return Ok(output::text(usage())?);
    }
    let err = command(&program).arg(verb).args(words).exec();
    Err(err).with_context(|| format!("could not start {}", program.display()))
}

/// The program, without what Cargo sets for tests by `.cargo/config.toml`. A person keeps their own.
#[expect(clippy::disallowed_methods, reason = "there is no Ctx here")]
fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    let git = env::var_os("GIT_CONFIG_GLOBAL");
    if git.is_some_and(|file| Path::new(&file).ends_with("tests/gitconfig")) {
        command.env_remove("GIT_CONFIG_GLOBAL");
    }
    command
}

/// Builds the programs of the hooks that are named into a folder of their own.
fn single_programs(
    workspace: &Workspace,
    built: &Path,
    args: &[OsString],
) -> anyhow::Result<PathBuf> {
    let all = args.iter().any(|arg| arg == "--all");
    let is_named = |hook: &String| {
        let short = hook.strip_suffix("-hook");
        all || args.iter().any(|arg| arg == OsStr::new(hook) || arg.to_str() == short)
    };
    let [shell, _] = confine::SHELLS;
    let mut names: Vec<String> = workspace.hook_names().into_iter().filter(is_named).collect();
    names.push(shell.to_owned());
    workspace.build_for(&workspace.triple()?, &names, Profile::Local)?;
    let folder = built.with_file_name("single");
    fs::create_dir_all(&folder)?;
    for name in names.iter().map(String::as_str).chain([ENGINE, SERVER]) {
        let (from, to) = (built.join(file_name(name)), folder.join(file_name(name)));
        fs::copy(&from, to).with_context(|| format!("could not copy {}", from.display()))?;
    }
    // Beside `tacklebox` a program of a hook would take the place of the link that `install` makes.
    for name in names {
        fs::remove_file(built.join(file_name(&name)))?;
    }
    Ok(folder)
}
