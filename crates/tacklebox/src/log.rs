//! `log` and `stats`: what all hooks did, from the account of calls.

use std::process::ExitCode;

use anyhow::{Result, bail};
use hook_chain::people;
use hook_runtime::{Console, Ctx};

use crate::foreign_hooks;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only calls in which this hook said something, with or without `-hook`
    #[arg(long)]
    hook: Option<String>,
    #[command(flatten)]
    wanted: people::LogArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CountArgs {
    /// Only what this hook said, with or without `-hook`
    #[arg(long)]
    hook: Option<String>,
    #[command(flatten)]
    wanted: people::StatsArgs,
}

/// Prints the calls, the oldest first.
///
/// # Errors
/// If `--since` is no time, something is named that is not there, or the account cannot be
/// read.
pub(crate) fn log(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    people::log(ctx, &args.wanted, named(ctx, args.hook.as_deref())?, console)
}

/// Counts what the hooks said.
///
/// # Errors
/// As [`log`].
pub(crate) fn stats(ctx: &Ctx, args: &CountArgs, console: &mut Console) -> Result<ExitCode> {
    people::stats(ctx, &args.wanted, named(ctx, args.hook.as_deref())?, console)
}

/// The hook that a person names, with or without the end of its name.
///
/// # Errors
/// If there is none.
pub(crate) fn named(ctx: &Ctx, spoken: Option<&str>) -> Result<Option<&'static str>> {
    let Some(spoken) = spoken else { return Ok(None) };
    let is_it = |name: &&str| *name == spoken || name.strip_suffix("-hook") == Some(spoken);
    let mut names = crate::hooks::HOOKS.iter().map(|(name, _)| *name);
    if let Some(name) = names.find(is_it) {
        return Ok(Some(name));
    }
    if let Some(hook) = foreign_hooks::named(ctx, spoken) {
        return Ok(Some(hook.name()));
    }
    let known: Vec<&str> = crate::hooks::HOOKS.iter().map(|(name, _)| *name).collect();
    let words = format!("there is no hook {spoken:?}; the hooks are {}", known.join(", "));
    bail!(words)
}
