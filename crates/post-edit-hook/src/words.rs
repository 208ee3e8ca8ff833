//! The sentences to the agent and to the person.

use hook_runtime::{Ctx, duration, one_line};

use crate::gather::format::Reformatted;
use crate::gather::step::{Cause, Failure, name};
use crate::gather::work::Report;
use crate::policy::{Kind, Step, word};

/// In characters, of a line that is quoted.
const MAX_LINE: usize = 100;

/// More lines than a sentence should quote.
const MAX_LOSSES: usize = 5;

/// Why there is nothing to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nothing {
    /// The tool writes no single file.
    NotAnEdit,
    /// The event belongs to no project.
    Outside,
    /// Nobody has configured anything.
    Unconfigured,
    /// The file is gone, or does not belong to the project.
    Gone,
    /// No step is for the file.
    NoStep,
    /// Nobody has trusted the configuration.
    Untrusted,
}

impl Nothing {
    /// In words.
    pub(crate) fn words(self, ctx: &Ctx) -> String {
        match self {
            Self::NotAnEdit => "the call edits no file".to_owned(),
            Self::Outside => format!("this is {}", ctx.in_which_project()),
            Self::Unconfigured => {
                "nothing is configured (`tacklebox post-edit init` proposes steps)".to_owned()
            }
            Self::Gone => "the file is gone, or does not belong to the project".to_owned(),
            Self::NoStep => "no step matches this file".to_owned(),
            Self::Untrusted => {
                "the configuration is not trusted yet (`tacklebox trust` trusts it)".to_owned()
            }
        }
    }
}

/// Where no step is configured.
pub(crate) const NO_STEPS: &str = "No steps yet. Next: `tacklebox post-edit init` proposes some.";

/// What would run, where nothing is to be changed.
pub(crate) fn would_run(steps: &[&Step], file: &str) -> String {
    let run = |step: &&Step| format!("`{}` ({})", name(step), word(step.kind));
    let all: Vec<String> = steps.iter().map(run).collect();
    format!("would run on {file}: {}", all.join(", "))
}

/// What is told beside the failures.
pub(crate) fn notices(report: &Report, file: &str) -> Vec<String> {
    let mut notices = Vec::new();
    notices.extend(report.reformatted.as_ref().map(|it| reformatted(it, file)));
    if let Some(program) = &report.overtaken {
        notices.push(format!(
            "{file} changed while `{program}` was formatting it; the formatted copy was discarded"
        ));
    }
    if report.changed_by_checks {
        notices.push(format!("{file} changed while it was being checked"));
    }
    notices
}

/// That a file was reformatted, and what is different now.
fn reformatted(Reformatted { by, lines, losses }: &Reformatted, file: &str) -> String {
    let quoted = |words: &String| format!("`{}`", one_line(words, MAX_LINE));
    let by: Vec<String> = by.iter().map(quoted).collect();
    let mut told = vec![format!("{file} was reformatted by {} after this edit", by.join(", "))];
    if !lines.is_empty() {
        told.push(format!("changed lines: {}", lines.words()));
    } else if losses.is_empty() {
        told.push("lines were only removed".to_owned());
    }
    if !losses.is_empty() {
        let named: Vec<String> = losses.iter().take(MAX_LOSSES).map(quoted).collect();
        let further = match losses.len() - named.len() {
            0 => String::new(),
            further => format!(" and {further} more"),
        };
        let named = named.join(", ");
        told.push(format!("removed lines of this edit: {named}{further}"));
    }
    told.join("; ")
}

/// What was read of a very long output.
const FIRST: &str = "the first MiB of its output";

/// How a step failed; a colon at the end where its findings follow.
pub(crate) fn head(failure: &Failure, file: &str) -> String {
    let Failure { program, kind, cause, .. } = failure;
    let missed = match kind {
        Kind::Format => format!("it did not format {file}"),
        Kind::Check => format!("it did not check {file}"),
    };
    let mut has_findings = false;
    let mut head = match cause {
        Cause::Status { status, did_break, findings, unread } => {
            has_findings = !findings.all.is_empty();
            let status = match (findings.is_cut, has_findings) {
                (false, _) => status.clone(),
                (true, true) => format!("{status}, {FIRST}"),
                (true, false) => format!("{status}, nothing new in {FIRST}"),
            };
            let status = match unread {
                Some(format) => format!("{status}, no `{}` findings in its output", format.word()),
                None => status,
            };
            let did_fail = *did_break || unread.is_some();
            match (kind, has_findings || findings.is_cut) {
                (Kind::Check, true) if did_fail => {
                    format!("`{program}` failed on {file} ({status})")
                }
                (Kind::Check, true) => format!("`{program}` found problems in {file} ({status})"),
                (Kind::Check, false) => {
                    format!("`{program}` failed on {file} without output ({status})")
                }
                (Kind::Format, _) => format!("`{program}` could not format {file} ({status})"),
            }
        }
        Cause::Deleted => format!("`{program}` deleted its copy of {file}, so {missed}"),
        Cause::NoCopy(reason) => {
            format!("`{program}` did not run: could not copy {file} for it: {reason}")
        }
        Cause::NotPut(reason) => {
            format!("could not write what `{program}` made of {file}: {reason}")
        }
        Cause::TimedOut { after, is_cut_short } => {
            let after = duration(*after);
            let why = if *is_cut_short { ", because the hook's time was up" } else { "" };
            format!("`{program}` was stopped after {after}{why}; {missed}")
        }
        Cause::NotStarted(reason) => format!(
            "`{program}` {reason}; {missed} (reported once per session)",
            reason = reason.trim_end_matches('.')
        ),
        Cause::NoTime => format!("`{program}` did not run: no time was left"),
    };
    if has_findings {
        head.push(':');
    }
    head
}

/// That findings had no room; of an output that was cut nobody knows how many.
pub(crate) fn left_out(count: usize, is_cut: bool) -> String {
    let at_least = if is_cut { "at least " } else { "" };
    format!("{at_least}{count} more findings were left out")
}
