//! `run`: the steps for a file, run as after an edit of all of its lines.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use hook_chain::people::{self, LintArgs};
use hook_runtime::{Console, Ctx, NotThere};

use super::lint;
use crate::decide::tell;
use crate::gather::edit::Edit;
use crate::gather::target::Target;
use crate::gather::work;
use crate::policy::{self, Kind, OnFailure, Step};
use crate::words::NO_STEPS;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The file, of this project
    file: PathBuf,
}

/// The status where there is something to put right.
const FINDINGS: u8 = 1;

#[derive(Debug, clap::Args)]
pub(super) struct CheckArgs {
    /// A file of this project; without one, the configuration is checked, as by `lint`
    file: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs all steps.
pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    steps(ctx, &args.file, |_| true, false, console)
}

/// Runs those that change nothing.
pub(super) fn check(ctx: &Ctx, args: &CheckArgs, console: &mut Console) -> Result<ExitCode> {
    match &args.file {
        Some(file) => steps(ctx, file, |step| step.kind == Kind::Check, args.json, console),
        None => Ok(lint::run(ctx, LintArgs::new(args.json), console)),
    }
}

fn steps(
    ctx: &Ctx,
    file: &Path,
    is_wanted: fn(&Step) -> bool,
    as_json: bool,
    console: &mut Console,
) -> Result<ExitCode> {
    let project = ctx.need_project()?;
    let spoken = file.to_str().context("the name of the file is not Unicode")?;
    let target = Target::find(ctx, project, spoken);
    let target = target.ok_or_else(|| {
        NotThere::new(format!("there is no file {spoken} {}", ctx.in_which_project()))
    })?;
    let policy = policy::load(ctx)?.unwrap_or_default();
    let mut steps = work::steps_for(&policy, &target);
    steps.retain(|step| is_wanted(step));
    if steps.is_empty() {
        let words = if policy.steps.is_empty() { NO_STEPS } else { "No step matches this file." };
        say(as_json, true, words, console);
        return Ok(ExitCode::SUCCESS);
    }
    let report = work::run(ctx, &steps, &target, &Edit::default());
    let reports = [(target.told(), report)];
    let told = tell(&reports, usize::MAX);
    let [(_, report)] = &reports;
    let is_clean = report.failures.iter().all(|it| it.wanted == OnFailure::Ignore);
    let words = [told.reason, told.context].into_iter().filter(|words| !words.is_empty());
    say(as_json, is_clean, &words.collect::<Vec<_>>().join("\n"), console);
    Ok(if is_clean { ExitCode::SUCCESS } else { ExitCode::from(FINDINGS) })
}

fn say(as_json: bool, is_clean: bool, words: &str, console: &mut Console) {
    if as_json {
        people::judgement(if is_clean { "clean" } else { "found" }, words, console);
    } else if !words.is_empty() {
        console.line(words);
    }
}
