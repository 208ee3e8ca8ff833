//! The formatters for a file, run one after the other, each on a copy of its own.

use hook_runtime::Ctx;

use crate::decide::lines::Lines;
use crate::decide::removed_lines::losses;
use crate::gather::copy::{self, Copy};
use crate::gather::edit::Edit;
use crate::gather::snapshot::Snapshot;
use crate::gather::step::{Cause, Failure, cause, failure, name, program};
use crate::gather::target::Target;
use crate::policy::Step;

/// What came of the formatters.
#[derive(Debug, Default)]
pub(crate) struct Formatted {
    pub(crate) reformatted: Option<Reformatted>,
    /// The one during which somebody else changed the file: it and those after it did nothing.
    pub(crate) overtaken: Option<String>,
    pub(crate) failures: Vec<Failure>,
}

/// What formatters made of a file.
#[derive(Debug)]
pub(crate) struct Reformatted {
    /// The programs that changed it.
    pub(crate) by: Vec<String>,
    /// The lines that differ now.
    pub(crate) lines: Lines,
    /// The lines of the edit that are gone again.
    pub(crate) losses: Vec<String>,
}

/// What became of the work of one.
enum Outcome {
    /// The file is this now.
    Formatted(Snapshot),
    /// Somebody else changed the file meanwhile.
    Overtaken,
    Failed(Failure),
}

/// Formats what the edit left, as long as nobody else writes the file: theirs is not ours to
/// rewrite.
pub(crate) fn reformat(
    ctx: &Ctx,
    steps: &[&Step],
    target: &Target,
    edit: &Edit<'_>,
    left: &Snapshot,
) -> Formatted {
    let mut formatted = Formatted::default();
    if steps.is_empty() {
        return formatted;
    }
    copy::sweep(ctx);
    // What a call left that was killed while it put a text in place; what stays goes another time.
    let _stays = hook_state::sweep_leftovers(target.dir(), ctx.now());
    let Some(before) = left.text().filter(|text| edit.left(text)) else { return formatted };
    let mut now = left.clone();
    let mut by = Vec::new();
    for step in steps {
        if now.text().is_none() {
            break;
        }
        match format(ctx, step, target, &now) {
            Outcome::Formatted(text) => {
                by.extend((!text.has_content_of(&now)).then(|| name(step)));
                now = text;
            }
            Outcome::Failed(failure) => formatted.failures.push(failure),
            Outcome::Overtaken => {
                formatted.overtaken = Some(name(step));
                break;
            }
        }
    }
    if let Some(after) = now.text().filter(|_| !now.has_content_of(left)) {
        let lines = Lines::changed(before, after);
        let touched = edit.before(before).map(|it| Lines::changed(&it, before));
        let losses = losses(touched.as_ref(), before, after);
        formatted.reformatted = Some(Reformatted { by, lines, losses });
    }
    formatted
}

/// Runs a formatter on a copy, and puts what it made of that in the place of the file.
fn format(ctx: &Ctx, step: &Step, target: &Target, before: &Snapshot) -> Outcome {
    let failed = |cause| Outcome::Failed(failure(step, cause));
    if !before.is_content_of(&target.path) {
        return Outcome::Overtaken;
    }
    let copy = match Copy::of(ctx, target, before) {
        Ok(copy) => copy,
        Err(err) => return failed(Cause::NoCopy(err.to_string())),
    };
    let Some((program, target)) = program(ctx, step, target, Some(&copy)) else {
        return failed(Cause::NoTime);
    };
    let result = timed_command::run(&program).map(|ended| copy.named(ended));
    if let Some(cause) = cause(step, &program, &target, result) {
        return failed(cause);
    }
    let Some(now) = Snapshot::of(&copy.place(&target.path)) else {
        return failed(Cause::Deleted);
    };
    let put = if now.has_content_of(before) {
        Ok(before.is_content_of(&target.path))
    } else {
        now.put(&target.path, before)
    };
    match put {
        Ok(true) => Outcome::Formatted(now),
        Ok(false) => Outcome::Overtaken,
        Err(err) => failed(Cause::NotPut(err.to_string())),
    }
}
