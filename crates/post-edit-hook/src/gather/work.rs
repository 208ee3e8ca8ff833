//! The steps for one file, run: formatters first, then checks.

use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::process::ExitStatus;
use std::time::Duration;

use hook_runtime::{Ctx, one_line};
use timed_command::{CommandError, Ended, Program};

use crate::decide::findings::{self, Findings};
use crate::decide::lines::Lines;
use crate::decide::touched::Touched;
use crate::gather::edit::Edit;
use crate::gather::fill;
use crate::gather::snapshot::{self, Snapshot, Undone};
use crate::gather::target::Target;
use crate::policy::{Kind, OnFailure, Policy, Step, When};

/// What is left of the hook's time for its answer.
const RESERVE: Duration = Duration::from_secs(2);

/// No program is started for less.
const MIN_LIMIT: Duration = Duration::from_millis(20);

/// Of what a program prints, on each of its streams.
const MAX_OUTPUT: usize = 1 << 20;

/// In characters, of what the system says.
const MAX_REASON: usize = 200;

/// What came of the steps.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// The programs that changed the file, and the lines that differ now.
    pub(crate) reformatted: Option<(Vec<String>, Lines)>,
    /// The file changed while the checks ran.
    pub(crate) changed_by_checks: bool,
    /// What is to be told, in the order of the steps, formatters first.
    pub(crate) failures: Vec<Failure>,
}

/// A step that did not end well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) program: String,
    pub(crate) kind: Kind,
    /// What the configuration wants done about it.
    pub(crate) wanted: OnFailure,
    pub(crate) cause: Cause,
    /// Of a formatter.
    pub(crate) undone: Option<Undone>,
}

/// Why it did not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Cause {
    /// It found something, or failed: how it ended, and what it said.
    Status { status: String, findings: Findings },
    /// The file was gone when it had ended.
    Deleted,
    /// It was ended after this time; whether that was all the time that there was.
    TimedOut { after: Duration, is_cut_short: bool },
    /// It could not be started.
    NotStarted(String),
    /// There was no time left for it.
    NoTime,
}

/// The steps of a policy that are for a file, formatters before checks.
pub(crate) fn steps_for<'a>(policy: &'a Policy, target: &Target) -> Vec<&'a Step> {
    let of_kind = |kind| policy.steps.iter().filter(move |step| step.kind == kind);
    of_kind(Kind::Format).chain(of_kind(Kind::Check)).filter(|step| target.is_for(step)).collect()
}

/// Runs the steps. `edit` is what is known of the edit before them.
pub(crate) fn run(ctx: &Ctx, steps: &[&Step], target: &Target, edit: &Edit<'_>) -> Report {
    let (formatters, checks): (Vec<&Step>, Vec<&Step>) =
        steps.iter().partition(|step| step.kind == Kind::Format);
    let mut report = Report::default();
    let Some(left) = Snapshot::of(&target.path) else {
        return report;
    };
    let is_asked = steps.iter().any(|step| step.when == When::ChangedLinesOnly);
    let touched = left.text().filter(|_| is_asked).and_then(|text| edit.touched(text));
    let touched = reformat(ctx, &formatters, target, edit, (left, touched), &mut report);
    if checks.is_empty() {
        return report;
    }
    let (failures, is_changed) = check(ctx, &checks, target, touched);
    report.failures.extend(failures);
    report.changed_by_checks = is_changed;
    report
}

/// Formats what the edit left, and says where the lines are then that it touched.
fn reformat(
    ctx: &Ctx,
    steps: &[&Step],
    target: &Target,
    edit: &Edit<'_>,
    (left, touched): (Snapshot, Option<Touched>),
    report: &mut Report,
) -> Option<Touched> {
    if steps.is_empty() {
        return touched;
    }
    snapshot::sweep_leftovers(ctx, target);
    if !left.text().is_some_and(|text| edit.left(text)) {
        return touched;
    }
    let Formatted { now, by, failures } = format(ctx, steps, target, touched.as_ref(), &left);
    report.failures = failures;
    if now.has_content_of(&left) {
        return touched;
    }
    let (before, after) = (left.text().unwrap_or_default(), now.text());
    report.reformatted = Some((by, Lines::changed(before, after.unwrap_or_default())));
    Some(touched?.through(before, after?))
}

/// What formatters made of a file.
struct Formatted<'a> {
    /// The file as the last of them left it.
    now: Cow<'a, Snapshot>,
    /// Those that changed it.
    by: Vec<String>,
    failures: Vec<Failure>,
}

/// Runs the formatters, one after the other, as long as nobody else writes the file:
/// theirs is not ours to rewrite.
fn format<'a>(
    ctx: &Ctx,
    steps: &[&Step],
    target: &Target,
    touched: Option<&Touched>,
    left: &'a Snapshot,
) -> Formatted<'a> {
    let mut formatted =
        Formatted { now: Cow::Borrowed(left), by: Vec::new(), failures: Vec::new() };
    for step in steps {
        let is_text = formatted.now.text().is_some();
        if !is_text || Snapshot::of(&target.path).as_ref() != Some(&*formatted.now) {
            break;
        }
        match format_with(ctx, step, target, touched, &formatted.now) {
            Ok(now) => {
                let is_changed = !now.has_content_of(&formatted.now);
                formatted.by.extend(is_changed.then(|| name(step)));
                formatted.now = Cow::Owned(now);
            }
            Err(failure) => formatted.failures.push(*failure),
        }
    }
    formatted
}

/// The file as a formatter left it.
///
/// # Errors
/// How it failed, and that its work was undone.
fn format_with(
    ctx: &Ctx,
    step: &Step,
    target: &Target,
    touched: Option<&Touched>,
    before: &Snapshot,
) -> Result<Snapshot, Box<Failure>> {
    let program = program(ctx, step, target);
    let program = program.ok_or_else(|| Box::new(failure(step, Cause::NoTime)))?;
    let result = timed_command::run(&program);
    let now = Snapshot::of(&target.path);
    let cause = match (cause(step, &program, target, touched, result), now) {
        (None, Some(now)) => return Ok(snapshot::with_mode_of(ctx, target, before, now)),
        (None, None) => Cause::Deleted,
        (Some(cause), _) => cause,
    };
    // A program that never ran has changed nothing.
    let undone = match cause {
        Cause::NotStarted(_) => Undone::Nothing,
        _ => snapshot::undo(ctx, target, before),
    };
    Err(Box::new(Failure { undone: Some(undone), ..failure(step, cause) }))
}

/// Runs the checks side by side, and says whether the file was changed meanwhile.
fn check(
    ctx: &Ctx,
    steps: &[&Step],
    target: &Target,
    touched: Option<Touched>,
) -> (Vec<Failure>, bool) {
    let programs: Option<Vec<Program>> =
        steps.iter().map(|step| program(ctx, step, target)).collect();
    let Some(programs) = programs else {
        return (steps.iter().map(|step| failure(step, Cause::NoTime)).collect(), false);
    };
    let unchecked = Snapshot::of(&target.path);
    let results = timed_command::run_all(&programs);
    let checked = Snapshot::of(&target.path);
    let is_changed = match (&unchecked, &checked) {
        (Some(unchecked), Some(checked)) => !checked.has_content_of(unchecked),
        (unchecked, checked) => unchecked != checked,
    };
    let texts = || Some((unchecked.as_ref()?.text()?, checked.as_ref()?.text()?));
    let touched = match (touched, texts().filter(|_| is_changed)) {
        (Some(touched), Some((before, after))) => {
            // A check that fixes names the lines as they are then; of several nobody knows.
            let now = touched.through(before, after);
            Some(if steps.len() == 1 { now } else { touched.and(&now) })
        }
        (touched, _) => touched,
    };
    let ended = steps.iter().zip(&programs).zip(results);
    let failures = ended.filter_map(|((step, program), result)| {
        Some(failure(step, cause(step, program, target, touched.as_ref(), result)?))
    });
    (failures.collect(), is_changed)
}

/// The program of a step; `None` where there is no time left to run it.
fn program(ctx: &Ctx, step: &Step, target: &Target) -> Option<Program> {
    let limit = step.timeout().min(ctx.time_left().saturating_sub(RESERVE));
    (limit >= MIN_LIMIT.min(step.timeout())).then(|| Program {
        words: fill::words(&step.run, target),
        dir: Some(target.root().to_owned()),
        limit,
        keep: MAX_OUTPUT,
    })
}

/// What there is to be told of a result, if anything is.
fn cause(
    step: &Step,
    program: &Program,
    target: &Target,
    touched: Option<&Touched>,
    result: Result<Ended, CommandError>,
) -> Option<Cause> {
    match result {
        Ok(ended) if ended.status.success() => None,
        Ok(Ended { status, stdout, stderr, is_cut, end }) => {
            let mut found = Findings { is_cut, ..findings::all(&stdout, &stderr, target) };
            // Of a document the end is none.
            let is_text = !stdout.trim_start().starts_with(['{', '[', '<']);
            if is_text && step.when == When::ChangedLinesOnly && !end.is_empty() {
                found.all.extend(findings::all(&end, "", target).all);
            }
            let is_mute = found.all.is_empty();
            let findings = match touched.filter(|_| step.when == When::ChangedLinesOnly) {
                Some(touched) => {
                    // Some end with the number of what they found.
                    let is_count = status.code().and_then(|it| usize::try_from(it).ok())
                        == Some(found.all.len());
                    let all = (did_break(status) && !is_count).then(|| found.all.clone());
                    let text = std::fs::read(&target.path).ok();
                    let text = text.as_deref().map(String::from_utf8_lossy);
                    let told = findings::about(found, touched, target, text.as_deref());
                    all.into_iter().fold(told, |told, all| findings::with_end(told, &all))
                }
                None => found,
            };
            let is_about_other_lines = findings.all.is_empty() && !is_mute && !is_cut;
            let status = status.to_string();
            (!is_about_other_lines || step.kind == Kind::Format)
                .then_some(Cause::Status { status, findings })
        }
        Err(CommandError::TimedOut(after)) => {
            Some(Cause::TimedOut { after, is_cut_short: program.limit < step.timeout() })
        }
        Err(err) => Some(Cause::NotStarted(one_line(&err.to_string(), MAX_REASON))),
    }
}

/// Whether a program was ended by a signal, or a shell says so of the last one that it ran, or that it
/// could not run it.
fn did_break(status: ExitStatus) -> bool {
    const NOT_RUN: [i32; 2] = [126, 127];
    const SIGNALS: RangeInclusive<i32> = 129..=159;
    status.code().is_none_or(|code| NOT_RUN.contains(&code) || SIGNALS.contains(&code))
}

fn failure(step: &Step, cause: Cause) -> Failure {
    let (kind, wanted) = (step.kind, step.on_failure);
    Failure { program: name(step), kind, wanted, cause, undone: None }
}

/// The program of a step as it is told.
pub(crate) fn name(step: &Step) -> String {
    one_line(step.run.first().map_or("", String::as_str), MAX_REASON)
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use hook_runtime::Environment;
    use project_paths::ProjectRoot;

    use super::*;

    /// What came of the steps for the file `a.py`, and what is in it then. The hook
    /// has the usual four seconds.
    fn report(steps: &str, content: &[u8]) -> (Report, Vec<u8>) {
        report_on(steps, content, &Edit::default())
    }

    fn report_on(steps: &str, content: &[u8], edit: &Edit<'_>) -> (Report, Vec<u8>) {
        let folder = tempfile::tempdir().unwrap();
        hook_state::replace(&folder.path().join("a.py"), content).unwrap();
        let project = ProjectRoot::at(folder.path());
        let target = Target::find(&project, None, "a.py").unwrap();
        let file = folder.path().join("post-edit.yaml");
        hook_state::replace(&file, format!("steps:\n{steps}").as_bytes()).unwrap();
        let policy: Policy = hook_config::read(&file).unwrap().parse().unwrap();
        let environment = Environment::Fixed([].into());
        let ctx = Ctx::new("post-edit-hook", environment, SystemTime::UNIX_EPOCH, None);
        let report = run(&ctx, &steps_for(&policy, &target), &target, edit);
        let content = std::fs::read(&target.path).unwrap();
        (report, content)
    }

    #[test]
    fn what_no_longer_fits_is_not_run() {
        let steps = "- { files: a.py, kind: format, run: [sleep, '60'] }\n\
                     - { files: a.py, kind: format, run: [sh, -c, 'echo late > a.py'] }\n\
                     - { files: a.py, kind: check, run: ['false'] }\n";
        let (report, content) = report(steps, b"x\n");
        let causes: Vec<&Cause> = report.failures.iter().map(|failure| &failure.cause).collect();
        let [Cause::TimedOut { is_cut_short: true, .. }, Cause::NoTime, Cause::NoTime] = causes[..]
        else {
            panic!("{causes:?}");
        };
        assert_eq!(content, b"x\n");
    }

    #[test]
    fn what_a_formatter_made_no_text_is_not_formatted_further() {
        let steps = "- { files: a.py, kind: format, run: [sh, -c, 'printf \"\\377\" > a.py'] }\n\
                     - { files: a.py, kind: format, run: [sh, -c, 'echo x > a.py'] }\n\
                     - { files: a.py, kind: check, run: [sh, -c, 'echo a.py:1:1: x; false'], \
                         when: changed-lines-only }\n";
        let (report, content) = report_on(steps, b"x\n", &Edit::new_file());
        assert_eq!(report.failures.len(), 1);
        assert_eq!(content, b"\xff");
    }

    #[test]
    fn what_is_no_text_is_checked_and_not_formatted() {
        let steps = "- { files: a.py, kind: format, run: [sh, -c, 'echo x > a.py'] }\n\
                     - { files: a.py, kind: check, run: ['false'] }\n";
        let (report, content) = report(steps, b"\xff\xfex\n");
        assert!(report.reformatted.is_none());
        assert_eq!(report.failures.len(), 1);
        assert_eq!(content, b"\xff\xfex\n");
    }
}
