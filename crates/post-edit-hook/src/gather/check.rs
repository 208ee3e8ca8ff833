//! The checks for a file, run side by side. Where a step wants only what is new, what its program
//! finds is compared with what it finds in a copy of the file as that was before the edit.

use std::ffi::OsStr;

use hook_runtime::Ctx;
use timed_command::Program;

use crate::decide::findings::{self, Finding};
use crate::decide::line_map::LineMap;
use crate::gather::copy::{self, Copy};
use crate::gather::edit::Edit;
use crate::gather::output;
use crate::gather::snapshot::Snapshot;
use crate::gather::step::{Cause, Failure, cause, failure, program};
use crate::gather::target::Target;
use crate::policy::{Step, When};

/// What came of the checks.
#[derive(Debug, Default)]
pub(crate) struct Checked {
    pub(crate) failures: Vec<Failure>,
    /// The file changed while they ran.
    pub(crate) is_changed: bool,
}

/// The versions of a file, from the edit to the end of the checks.
struct Versions {
    /// What the edit found.
    before: Snapshot,
    /// What the edit left, what formatters made of that, and checks that fix.
    after: Vec<Snapshot>,
    /// A linter counts the lines of a notebook in a cell.
    is_notebook: bool,
}

/// What a program found in the file as it was before the edit.
struct Earlier {
    found: Vec<Finding>,
    /// From the lines of those findings to the lines of the file now.
    lines: Option<LineMap>,
}

/// Runs the checks on a file that the edit left as `left`.
pub(crate) fn check(
    ctx: &Ctx,
    steps: &[&Step],
    target: &Target,
    edit: &Edit<'_>,
    left: &Snapshot,
) -> Checked {
    let programs: Option<Vec<(Program, Target)>> =
        steps.iter().map(|step| program(ctx, step, target, None)).collect();
    let Some(programs) = programs else {
        let failures = steps.iter().map(|step| failure(step, Cause::NoTime)).collect();
        return Checked { failures, is_changed: false };
    };
    let (programs, targets): (Vec<Program>, Vec<Target>) = programs.into_iter().unzip();
    let unchecked = Snapshot::of(&target.path);
    let results = timed_command::run_all(&programs);
    let checked = Snapshot::of(&target.path);
    let is_changed = match (&unchecked, &checked) {
        (Some(unchecked), Some(checked)) => !checked.has_content_of(unchecked),
        (unchecked, checked) => unchecked != checked,
    };
    let ended = steps.iter().zip(programs.iter().zip(&targets)).zip(results);
    let causes = ended
        .map(|((step, (program, target)), result)| (*step, cause(step, program, target, result)));
    let mut causes: Vec<(&Step, Option<Cause>)> = causes.collect();
    let after = [Some(left.clone()), unchecked, checked].into_iter().flatten().collect();
    keep_new(ctx, &mut causes, target, || Versions::of(edit, target, after));
    let failures = causes.into_iter().filter_map(|(step, cause)| Some(failure(step, cause?)));
    Checked { failures: failures.collect(), is_changed }
}

/// Drops the findings that were there before the edit, where a step wants that, somebody has read
/// the findings, and the file before the edit is known.
fn keep_new(
    ctx: &Ctx,
    causes: &mut [(&Step, Option<Cause>)],
    target: &Target,
    versions: impl FnOnce() -> Option<Versions>,
) {
    let is_compared = |step: &Step, cause: &Option<Cause>| match cause {
        Some(Cause::Status { findings, .. }) => {
            step.when == When::ChangedLinesOnly && findings.all.iter().all(|it| it.place.is_some())
        }
        _ => false,
    };
    let mut compared: Vec<_> =
        causes.iter_mut().filter(|(step, cause)| is_compared(step, cause)).collect();
    let Some(versions) = Some(versions).filter(|_| !compared.is_empty()).and_then(|it| it()) else {
        return;
    };
    if versions.before.text() == Some("") {
        return;
    }
    let steps: Vec<&Step> = compared.iter().map(|(step, _)| *step).collect();
    let earlier = earlier(ctx, &steps, target, &versions);
    for ((_, cause), earlier) in compared.iter_mut().zip(earlier) {
        let Some(Cause::Status { findings, .. }) = cause else { continue };
        let found = std::mem::take(&mut findings.all);
        findings.all = match earlier {
            Some(it) => findings::new_findings(found, &it.found, it.lines.as_ref()),
            None => findings::on_new_lines(found, versions.lines(&versions.before).as_ref()),
        };
        if findings.all.is_empty() && !findings.is_cut {
            *cause = None;
        }
    }
}

/// What the programs of steps find in the file as it was before the edit, each in a copy of its
/// own; `None` where that cannot be known.
fn earlier(
    ctx: &Ctx,
    steps: &[&Step],
    target: &Target,
    versions: &Versions,
) -> Vec<Option<Earlier>> {
    copy::sweep(ctx);
    let runs = steps.iter().map(|step| {
        let copy = Copy::of(ctx, target, &versions.before).ok()?;
        let (program, target) = program(ctx, step, target, Some(&copy))?;
        Some((copy, program, target))
    });
    let runs: Vec<Option<(Copy, Program, Target)>> = runs.collect();
    let programs: Vec<Program> = runs.iter().flatten().map(|(_, it, _)| it.clone()).collect();
    let mut results = timed_command::run_all(&programs).into_iter();
    let runs = steps.iter().zip(runs);
    let earlier = runs.map(|(step, run)| {
        let (copy, _, target) = run?;
        let ended = copy.named(results.next()?.ok()?);
        let found =
            if ended.status.success() { Vec::new() } else { output::read(step, &ended, &target)? };
        let counted = Snapshot::of(&copy.place(&target.path))?;
        Some(Earlier { found, lines: versions.lines(&counted) })
    });
    earlier.collect()
}

impl Versions {
    /// Those of a file; `None` where nobody knows what was there before the edit.
    fn of(edit: &Edit<'_>, target: &Target, after: Vec<Snapshot>) -> Option<Self> {
        let left = after.first()?;
        let before = left.with_text(&edit.before(left.text()?)?);
        let is_notebook = target.path.extension() == Some(OsStr::new("ipynb"));
        Some(Self { before, after, is_notebook })
    }

    /// The way of lines to the last version from the first, in which somebody counted them as they
    /// are in `counted`: a check that fixes counts them when it is done.
    fn lines(&self, counted: &Snapshot) -> Option<LineMap> {
        let before = self.before.text().filter(|_| !self.is_notebook)?;
        let lines = LineMap::default().rewritten(counted.text()?, before);
        let (left, others) = self.after.split_first()?;
        let (mut last, mut lines) = (left.text()?, lines.edited(before, left.text()?));
        for version in others {
            lines = lines.rewritten(last, version.text()?);
            last = version.text()?;
        }
        Some(lines)
    }
}
