//! The files that were edited, what the edit left in them, and what the programs of the
//! steps made of them and found.

mod check;
pub(crate) mod copy;
pub(crate) mod edit;
pub(crate) mod format;
mod output;
pub(crate) mod package;
pub(crate) mod placeholder;
pub(crate) mod snapshot;
pub(crate) mod step;
pub(crate) mod target;
pub(crate) mod work;

use anyhow::Result;
use hook_protocol::{Access, PatchInput, PostToolUse, Tool};
use hook_runtime::Ctx;

use crate::gather::edit::Edit;
use crate::gather::target::Target;
use crate::policy::{self, Policy, Step};
use crate::words::Nothing;

/// What there is to do for an event.
#[derive(Debug)]
pub(crate) struct Job<'a> {
    /// At least one; each has steps.
    pub(crate) files: Vec<Edited<'a>>,
    pub(crate) policy: Policy,
}

/// A file, and what is known of its edit.
#[derive(Debug)]
pub(crate) struct Edited<'a> {
    pub(crate) target: Target,
    pub(crate) edit: Edit<'a>,
}

impl Job<'_> {
    /// The steps of a file, formatters first.
    pub(crate) fn steps(&self, file: &Edited<'_>) -> Vec<&Step> {
        work::steps_for(&self.policy, &file.target)
    }
}

/// What there is to do after a call, or why nothing.
///
/// # Errors
/// If the configuration cannot be used.
pub(crate) fn job<'a>(ctx: &Ctx, event: &'a PostToolUse) -> Result<Result<Job<'a>, Nothing>> {
    let edits = edits(event);
    if edits.is_empty() {
        return Ok(Err(Nothing::NotAnEdit));
    }
    let Some(project) = ctx.project() else {
        return Ok(Err(Nothing::Outside));
    };
    let Some(policy) = policy::load(ctx)? else {
        return Ok(Err(Nothing::Unconfigured));
    };
    let found = edits.into_iter().filter_map(|(path, edit)| {
        Some(Edited { target: Target::find(ctx, project, path)?, edit })
    });
    let mut files: Vec<Edited<'_>> = found.collect();
    if files.is_empty() {
        return Ok(Err(Nothing::Gone));
    }
    files.retain(|file| !work::steps_for(&policy, &file.target).is_empty());
    if files.is_empty() {
        return Ok(Err(Nothing::NoStep));
    }
    let file = ctx.configuration(policy::NAME);
    let is_trusted = file.is_none_or(|file| person::trust::is_trusted(ctx, &file));
    Ok(if is_trusted { Ok(Job { files, policy }) } else { Err(Nothing::Untrusted) })
}

/// The files that a call has left, each with what is known of its edit.
fn edits(event: &PostToolUse) -> Vec<(&str, Edit<'_>)> {
    let call = &event.call;
    match call.name.tool() {
        Tool::Write | Tool::Edit | Tool::MultiEdit | Tool::NotebookEdit => {
            let files = call.touched_files();
            let written = files.into_iter().find(|file| file.access == Access::Write);
            written.map(|file| (file.path, Edit::of(event))).into_iter().collect()
        }
        _ => {
            let patch = call.view::<PatchInput<'_>>();
            let files = patch.into_iter().flat_map(|patch| patch.files);
            files.filter_map(|file| Some((file.path, Edit::of_patched(file.change)?))).collect()
        }
    }
}
