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

/// What there is to do after a call, or why nothing.
///
/// # Errors
/// If the configuration cannot be used.
pub(crate) fn job(ctx: &Ctx, call: &ToolCall) -> Result<Result<Job, Nothing>> {
    let is_edit =
        matches!(call.name.tool(), Tool::Write | Tool::Edit | Tool::MultiEdit | Tool::NotebookEdit);
    let written = call.touched_files().into_iter().find(|file| file.access == Access::Write);
    let Some(written) = written.filter(|_| is_edit) else {
        return Ok(Err(Nothing::NotAnEdit));
    };
    let Some(project) = ctx.project() else {
        return Ok(Err(Nothing::Outside));
    };
    let Some(policy) = policy::load(ctx)? else {
        return Ok(Err(Nothing::Unconfigured));
    };
    let Some(target) = Target::find(project, ctx.cwd(), written.path) else {
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
