//! The file that was edited, what the edit left in it, and what the programs of the
//! steps made of it and found.

pub(crate) mod edit;
pub(crate) mod fill;
pub(crate) mod snapshot;
pub(crate) mod target;
pub(crate) mod work;

use anyhow::Result;
use hook_protocol::{Access, Tool, ToolCall};
use hook_runtime::Ctx;

use crate::gather::target::Target;
use crate::policy::{self, Policy, Step};
use crate::words::Nothing;

/// What there is to do for an event.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) target: Target,
    pub(crate) policy: Policy,
}

impl Job {
    /// The steps, formatters first.
    pub(crate) fn steps(&self) -> Vec<&Step> {
        work::steps_for(&self.policy, &self.target)
    }
}

/// The files that a call has written: a patch may have several.
pub(crate) fn written(call: &ToolCall) -> Vec<&str> {
    let files = call.touched_files().into_iter().filter(|file| file.access == Access::Write);
    let mut paths: Vec<&str> = files.map(|file| file.path).collect();
    match call.name.tool() {
        Tool::ApplyPatch => {}
        Tool::Write | Tool::Edit | Tool::MultiEdit | Tool::NotebookEdit => paths.truncate(1),
        _ => paths.clear(),
    }
    paths
}

/// What there is to do after a call has written a file, or why nothing.
///
/// # Errors
/// If the configuration cannot be used.
pub(crate) fn job(ctx: &Ctx, path: Option<&str>) -> Result<Result<Job, Nothing>> {
    let Some(path) = path else {
        return Ok(Err(Nothing::NotAnEdit));
    };
    let Some(project) = ctx.project() else {
        return Ok(Err(Nothing::Outside));
    };
    let Some(policy) = policy::load(ctx)? else {
        return Ok(Err(Nothing::Unconfigured));
    };
    let Some(target) = Target::find(project, ctx.cwd(), path) else {
        return Ok(Err(Nothing::Gone));
    };
    let job = Job { target, policy };
    if job.steps().is_empty() {
        return Ok(Err(Nothing::NoStep));
    }
    let file = ctx.configuration(policy::NAME);
    let is_trusted = file.is_none_or(|file| person::trust::is_trusted(ctx, &file));
    Ok(if is_trusted { Ok(job) } else { Err(Nothing::Untrusted) })
}
