//! One step for a file: its program, and what there is to be told of its end.

use std::ops::RangeInclusive;
use std::path::Path;
use std::process::ExitStatus;
use std::time::Duration;

use hook_runtime::{Ctx, one_line};
use timed_command::{CommandError, Ended, Program};

use crate::decide::findings::Findings;
use crate::gather::copy::Copy;
use crate::gather::output;
use crate::gather::package::Place;
use crate::gather::placeholder;
use crate::gather::target::Target;
use crate::policy::{Format, Kind, OnFailure, Step};

/// What is left of the hook's time for its answer.
const RESERVE: Duration = Duration::from_secs(2);

/// No program is started for less.
const MIN_LIMIT: Duration = Duration::from_millis(20);

/// Of what a program prints, on each of its streams.
const MAX_OUTPUT: usize = 1 << 20;

/// In characters, of what the system says.
const MAX_REASON: usize = 200;

/// A step that did not end well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) program: String,
    pub(crate) kind: Kind,
    /// What the configuration wants done about it.
    pub(crate) wanted: OnFailure,
    pub(crate) cause: Cause,
}

/// Why it did not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Cause {
    /// It found something, or failed: how it ended, whether it broke before it could look, what it
    /// said, and the format of its step in which there was no finding.
    Status { status: String, did_break: bool, findings: Findings, unread: Option<Format> },
    /// The copy was gone when it had ended.
    Deleted,
    /// No copy could be made for it: why.
    NoCopy(String),
    /// What it made of the copy could not be put in the place of the file: why.
    NotPut(String),
    /// It was ended after this time; whether that was all the time that there was.
    TimedOut { after: Duration, is_cut_short: bool },
    /// It could not be started.
    NotStarted(String),
    /// There was no time left for it.
    NoTime,
}

/// The program of a step for a file or for its copy, and the file as it is seen from the folder in
/// which that runs; `None` where there is no time left.
pub(crate) fn program(
    ctx: &Ctx,
    step: &Step,
    target: &Target,
    copy: Option<&Copy>,
) -> Option<(Program, Target)> {
    let limit = step.timeout().min(ctx.time_left().saturating_sub(RESERVE));
    if limit < MIN_LIMIT.min(step.timeout()) {
        return None;
    }
    let place = Place::of(ctx, step, target);
    let target = target.from(&place.dir);
    let worked_on = copy.map(|copy| target.placed(|path| copy.place(path)));
    let worked_on = worked_on.as_ref().unwrap_or(&target);
    let words = placeholder::words(&place.program, &step.run, worked_on);
    let own: Vec<&Path> = copy.map(Copy::folder).into_iter().collect();
    let shell = ctx.env(confine::VARIABLE).filter(|_| ctx.sandbox().is_none());
    let program = Program {
        words: confine::wrap(shell.as_deref(), &own, words),
        dir: Some(worked_on.base().to_owned()),
        path: place.path,
        limit,
        keep: MAX_OUTPUT,
    };
    Some((program, target))
}

/// Why a step did not end well, if so, with its findings, or else with all that it said.
pub(crate) fn cause(
    step: &Step,
    program: &Program,
    target: &Target,
    result: Result<Ended, CommandError>,
) -> Option<Cause> {
    match result {
        Ok(ended) if ended.status.success() => None,
        Ok(ended) => {
            let is_cut = ended.is_cut;
            let read = output::read(step, &ended, target);
            let is_unread = read.is_none() && step.format() != Format::Text;
            let unread = is_unread.then(|| step.format());
            let did_break = did_break(ended.status);
            let all = read.filter(|_| !did_break).unwrap_or_else(|| output::lines(&ended));
            let findings = Findings { all, is_cut };
            Some(Cause::Status { status: words(ended.status), did_break, findings, unread })
        }
        Err(CommandError::TimedOut(after)) => {
            Some(Cause::TimedOut { after, is_cut_short: program.limit < step.timeout() })
        }
        Err(err) => Some(Cause::NotStarted(one_line(&err.to_string(), MAX_REASON))),
    }
}

/// How a program ended: `exit 1`.
fn words(status: ExitStatus) -> String {
    status.code().map_or_else(|| status.to_string(), |code| format!("exit {code}"))
}

/// Whether a program was ended by a signal, or a shell says so of the last one that it ran, or that it
/// could not run it.
fn did_break(status: ExitStatus) -> bool {
    const NOT_RUN: [i32; 2] = [126, 127];
    const SIGNALS: RangeInclusive<i32> = 129..=159;
    status.code().is_none_or(|code| NOT_RUN.contains(&code) || SIGNALS.contains(&code))
}

pub(crate) fn failure(step: &Step, cause: Cause) -> Failure {
    let (kind, wanted) = (step.kind, step.on_failure);
    Failure { program: name(step), kind, wanted, cause }
}

/// The program of a step as it is told.
pub(crate) fn name(step: &Step) -> String {
    one_line(step.run.first().map_or("", String::as_str), MAX_REASON)
}
