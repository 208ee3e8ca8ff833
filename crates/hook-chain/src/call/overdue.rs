//! The answer to a call whose time or memory ran out.

use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use hook_protocol::{Answer, Decision};
use hook_runtime::{Outcome, Phase, RanOut};

use super::{Asked, Call, Progress, micros};
use crate::call::rewriting::join;
use crate::conclusion::Concluded;
use crate::hook_answer::{Course, Said, without_decision};
use crate::rewrite::Rewrites;

/// How long the guards may take, together, that were not reached when the time was over: the
/// host waits a second longer than the hooks have.
const MAX_LATE: Duration = Duration::from_millis(400);

/// A guard that was not reached, and what it will say.
type Late<'a> = (&'a Asked, Receiver<Outcome>);

impl Call {
    /// What is decided when something ran out. The one that hangs gets no more of it; a guard
    /// behind it is asked now, since what it would deny must not run.
    pub(crate) fn overdue(&self, ran_out: RanOut) -> Concluded {
        let mut so_far = self.so_far();
        let was_denied = self.is_denied(self.verdict());
        if !so_far.is_judged {
            withdraw(&mut so_far);
        }
        let hanging = so_far.asking;
        let is_silent = |asked: &&Asked| !so_far.said.iter().any(|one| one.by.is_same(asked.by));
        let hangs = |asked: &Asked| hanging.is_some_and(|hanging| hanging.is_same(asked.by));
        let silent: Vec<&Asked> = self.asked.iter().filter(is_silent).collect();
        let is_late = |asked: &&&Asked| asked.by.phase == Phase::Guard && !hangs(asked);
        let late: Vec<Late<'_>> =
            silent.iter().filter(is_late).map(|asked| (*asked, self.ask_late(asked))).collect();
        let mut late = self.answers(late).into_iter();
        for asked in silent {
            let is_skipped = match asked.by.phase {
                Phase::Guard => false,
                Phase::Rewrite | Phase::Context => was_denied,
                Phase::Record => asked.ctx.is_dry_run(),
            };
            if hangs(asked) {
                so_far.said.push(self.too_late(asked, ran_out));
            } else if asked.by.phase == Phase::Guard {
                so_far.said.extend(late.next());
            } else if !is_skipped {
                so_far.said.push(Said::not_run(asked.by));
            }
        }
        self.hangs_again(&mut so_far, ran_out);
        let merged = self.merge(&so_far);
        self.concluded(&so_far, merged)
    }

    /// Writes into the error log what went wrong with those whose time was over.
    pub(crate) fn record_overdue(&self, concluded: &Concluded) {
        for said in concluded.said.iter().filter(|said| said.course == Course::NotRun) {
            if let Some(asked) = self.asked.iter().find(|asked| asked.by.is_same(said.by)) {
                asked.ctx.record_errors(&self.event, &said.errors);
            }
        }
    }

    /// A guard that has judged what was sent may hang over what was made of it.
    fn hangs_again(&self, so_far: &mut Progress, ran_out: RanOut) {
        let Some(hanging) = so_far.asking else { return };
        let authors = self.progress().rewrites.authors().join(", ");
        let Some(asked) = self.asked.iter().find(|asked| asked.by.is_same(hanging)) else { return };
        let before = so_far.said.iter_mut().find(|one| one.by.is_same(hanging));
        if let Some(before) = before.filter(|one| one.course != Course::NotRun) {
            join(before, self.too_late(asked, ran_out), &authors);
            before.course = Course::NotRun;
        }
    }

    /// It is over for the one that hangs. Only a guard that could not judge denies.
    fn too_late(&self, asked: &Asked, ran_out: RanOut) -> Said {
        let mut outcome = asked.hook.overdue(&asked.ctx, &self.event, ran_out);
        if asked.by.phase != Phase::Guard {
            outcome.answer = without_decision(outcome.answer);
        }
        let course = Course::NotRun;
        Said { course, ..self.said(asked, outcome, None, micros(&self.here, self.began)) }
    }

    /// Asks a guard that was not reached, on a thread that may hang as well.
    fn ask_late(&self, asked: &Asked) -> Receiver<Outcome> {
        let (sender, answered) = mpsc::channel();
        let (theirs, event) = (asked.clone(), self.event.clone());
        let _started = thread::Builder::new().spawn(move || {
            let outcome = theirs.hook.answer(&theirs.ctx, &event);
            let _nobody_waits = sender.send(outcome);
        });
        answered
    }

    /// What those say who were asked late. They share the time that is left.
    fn answers(&self, late: Vec<Late<'_>>) -> Vec<Said> {
        let until = Instant::now() + MAX_LATE;
        let answer = |(asked, answered): Late<'_>| match answered
            .recv_timeout(until.saturating_duration_since(Instant::now()))
        {
            Ok(outcome) => {
                let rule = asked.ctx.take_rule();
                self.said(asked, outcome, rule, micros(&self.here, self.began))
            }
            Err(_) => self.too_late(asked, RanOut::Time),
        };
        late.into_iter().map(answer).collect()
    }
}

/// What no guard has seen does not go to the tool, nor what was granted because of it. That
/// somebody denies or has the person asked stays.
fn withdraw(so_far: &mut Progress) {
    if so_far.rewrites.input().is_none() {
        return;
    }
    so_far.rewrites = Rewrites::default();
    let rewriters = so_far.said.iter_mut().filter(|one| one.by.phase == Phase::Rewrite);
    for one in rewriters {
        if matches!(one.answer.decision, Decision::NoOpinion | Decision::Grant(_)) {
            one.answer = Answer::default();
            one.course = Course::NotRun;
        }
    }
}
