//! `run`: the steps for a file, run as after an edit of all of its lines.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use hook_runtime::{Console, Ctx};

use crate::decide::tell;
use crate::gather::edit::Edit;
use crate::gather::target::Target;
use crate::gather::work;
use crate::policy::{self, OnFailure};
use crate::words::{Nothing, not_configured};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The file, of this project
    file: PathBuf,
}

/// The status where there is something to put right.
const FINDINGS: u8 = 1;

pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let project = ctx.need_project()?;
    let spoken = args.file.to_str().context("the name of the file is not Unicode")?;
    let target = Target::find(project, ctx.cwd(), spoken);
    let target = target
        .with_context(|| format!("{spoken} is gone, or is no file {}", ctx.in_which_project()))?;
    let Some(policy) = policy::load(ctx)? else {
        console.line(not_configured(ctx));
        return Ok(ExitCode::SUCCESS);
    };
    let steps = work::steps_for(&policy, &target);
    if steps.is_empty() {
        console.line(format!("nothing to do: {}", Nothing::NoStep.words(ctx)));
        return Ok(ExitCode::SUCCESS);
    }
    let report = work::run(ctx, &steps, &target, &Edit::default());
    let told = tell(&report, &target.told(), usize::MAX);
    for words in [told.reason, told.context] {
        if !words.is_empty() {
            console.line(words);
        }
    }
    let is_clean = report.failures.iter().all(|it| it.wanted == OnFailure::Ignore);
    Ok(if is_clean { ExitCode::SUCCESS } else { ExitCode::from(FINDINGS) })
}
