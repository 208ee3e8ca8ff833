//! `confine`: one command under the plan of a session, or with nothing writable but what is named.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use confine::{Call, Plan, Plans, Surroundings};
use hook_runtime::{Ctx, NotThere};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The session whose plan applies
    #[arg(long, value_name = "ID", conflicts_with = "write")]
    session: Option<String>,
    /// A folder that the command may write to, in addition to temporary folders
    #[arg(long, value_name = "DIR")]
    write: Vec<PathBuf>,
    /// Let the command write to the Git repository
    #[arg(long)]
    git: bool,
    /// The command, and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// Becomes a command that the kernel holds to a plan.
///
/// # Errors
/// If there is no such plan, folder or program, or the plan cannot be held.
pub(crate) fn confine(ctx: &Ctx, args: &Args) -> Result<ExitCode> {
    let plan = match &args.session {
        Some(session) => of_session(ctx, session)?,
        None => of_folders(ctx, &args.write)?,
    };
    let (program, rest) = args.command.split_first().context("there is no command")?;
    let program = found(ctx, Path::new(program))
        .with_context(|| format!("there is no program {}", program.display()))?;
    let call = Call { names_git: args.git, ..Call::default() };
    Err(confine::start(&plan, &call, &program, rest).into())
}

fn of_session(ctx: &Ctx, session: &str) -> Result<Plan> {
    let state = ctx.user_state().context("there is no state folder")?;
    let plan = Plans::new(state).read(session)?;
    Ok(plan.ok_or_else(|| NotThere::new(format!("session {session:?} has no plan")))?)
}

fn of_folders(ctx: &Ctx, folders: &[PathBuf]) -> Result<Plan> {
    let cwd = ctx.cwd().context("the current folder no longer exists")?;
    let (home, variable) = (ctx.home(), |name: &str| ctx.env(name));
    let ours: Vec<PathBuf> =
        ctx.user_state().into_iter().chain(ctx.user_config()).map(Path::to_path_buf).collect();
    let at = Surroundings { project: cwd, home: home.as_deref(), ours: &ours, variable: &variable };
    let mut plan = Plan::without_scope("", &at);
    for folder in folders {
        let real = fs::canonicalize(cwd.join(folder))
            .with_context(|| format!("could not open {}", folder.display()))?;
        let Some(text) = real.to_str().filter(|_| real.is_dir()) else {
            bail!("{} is not a folder, or its name is not UTF-8", folder.display());
        };
        plan.writable.push(format!("{text}/"));
    }
    Ok(plan)
}

/// The program that a shell would start.
fn found(ctx: &Ctx, program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 || program.is_absolute() {
        return Some(program.to_path_buf());
    }
    let path = ctx.env("PATH")?;
    let all: Vec<PathBuf> = std::env::split_paths(&path).map(|dir| dir.join(program)).collect();
    all.into_iter().find(|file| file.is_file())
}
