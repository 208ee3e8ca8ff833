//! The event: gather (run the steps), decide (what to tell), record (what was told).

use std::time::Duration;

use anyhow::Result;
use hook_protocol::{Access, Common, PostToolUse, PostToolUseReply, Tool, ToolCall};
use hook_runtime::Ctx;
use hook_state::StateDir;

use crate::decide::{Told, tell};
use crate::gather::edit::Edit;
use crate::gather::target::Target;
use crate::gather::work::{self, Cause, Report};
use crate::policy::{self, OnFailure, Policy, Step};

/// The folder of markers in the state folder, one for each program that could not
/// be started in a session.
const FOLDER: &str = "post-edit-told";

/// For how long a session is known to have been told.
const KEPT_FOR: Duration = Duration::from_secs(30 * 24 * 3600);

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

/// Why there is nothing to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nothing {
    /// The tool writes no single file.
    NotAnEdit,
    /// The event belongs to no project.
    Outside,
    /// Nobody has configured anything.
    Unconfigured,
    /// The file is gone, or is none of the project.
    Gone,
    /// No step is for the file.
    NoStep,
}

/// Formats and checks what was written.
pub(crate) fn post_tool_use(ctx: &Ctx, event: &PostToolUse) -> Result<PostToolUseReply> {
    let Ok(job) = job(ctx, &event.call)? else {
        return Ok(PostToolUseReply::default());
    };
    ctx.expect_delay();
    let report = work::run(ctx, &job.steps(), &job.target, &Edit::of(event));
    let report = news(ctx, &event.common, report);
    Ok(reply(tell(&report, &job.target.told(), job.policy.budget)))
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
    Ok(if job.steps().is_empty() { Err(Nothing::NoStep) } else { Ok(job) })
}

/// A reply that says this.
fn reply(told: Told) -> PostToolUseReply {
    let reply = if told.reason.is_empty() {
        PostToolUseReply::default()
    } else {
        PostToolUseReply::block(told.reason)
    };
    reply.with_context(told.context)
}

/// A report without the programs of which the session knows that they cannot be
/// started. What is not told is not known, either.
fn news(ctx: &Ctx, common: &Common, mut report: Report) -> Report {
    report.failures.retain(|failure| match failure.cause {
        Cause::NotStarted(_) if failure.wanted == OnFailure::Ignore => false,
        Cause::NotStarted(_) => is_news(ctx, common, &failure.program),
        _ => true,
    });
    report
}

fn is_news(ctx: &Ctx, common: &Common, program: &str) -> bool {
    let Some(state) = ctx.state() else { return true };
    let told = StateDir::new(state.file(FOLDER));
    let session = common.session_id.as_deref().unwrap_or_default();
    let is_first = told.once(&format!("{session}.{program}"));
    if let (Ok(true), Some(before)) = (&is_first, ctx.now().checked_sub(KEPT_FOR)) {
        // Rare enough: the first time that a session misses a program.
        if let Err(err) = told.sweep(before) {
            ctx.report(format_args!("could not sweep old markers: {err}"));
        }
    }
    is_first.unwrap_or_else(|err| {
        ctx.report(format_args!("could not remember that the agent was told: {err}"));
        true
    })
}

impl Nothing {
    /// In words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::NotAnEdit => "the call edits no file",
            Self::Outside => "this is in no project",
            Self::Unconfigured => {
                "nothing is configured (`post-edit-hook init` proposes something)"
            }
            Self::Gone => "the file is gone, or is none of the project",
            Self::NoStep => "no step is for this file",
        }
    }
}
