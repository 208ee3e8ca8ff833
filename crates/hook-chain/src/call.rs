//! One event, and the hooks that are asked about it.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use hook_protocol::{Answer, Decision, Event};
use hook_runtime::{Ctx, Hook, Outcome, Phase, Verdict};

use crate::chain::Chain;
use crate::concluded::Concluded;
use crate::merge::{Merged, merge, strength};
use crate::remember;
use crate::rewrite::Rewrites;
use crate::said::{Course, Said, Speaker};
use crate::settings::{Mode, OnConflict, Settings};
use crate::warn::soften;

/// How long a guard may take that was not reached when the time was over: the host waits a
/// second longer than the hooks have.
const MAX_LATE: Duration = Duration::from_millis(400);

/// An event, and who is asked.
pub(crate) struct Call {
    pub(crate) event: Event,
    /// Where it happened.
    pub(crate) here: Ctx,
    pub(crate) settings: Settings,
    /// What is wrong with the settings.
    fault: Option<String>,
    asked: Vec<Asked>,
    began: Instant,
    progress: Mutex<Progress>,
}

/// A hook that is asked.
#[derive(Clone)]
struct Asked {
    hook: Arc<Hook>,
    ctx: Ctx,
    by: Speaker,
}

/// How far it has come. Who speaks at the deadline takes it from here.
#[derive(Default)]
struct Progress {
    said: Vec<Said>,
    rewrites: Rewrites,
    /// Whether the guards have seen what the rewriters made.
    is_judged: bool,
}

impl Call {
    /// The call of the hooks that `event` is for; `None` where it is for nobody. `watch`
    /// sees every context before anything slow is done in it.
    pub(crate) fn new(
        chain: &Chain,
        here: &Ctx,
        event: Event,
        is_dry_run: bool,
        watch: impl Fn(&Ctx),
    ) -> Option<Self> {
        let began = Instant::now();
        let hooks = chain.asked(&event);
        if hooks.is_empty() {
            return None;
        }
        let here = here.for_event(event.common());
        let here = if is_dry_run { here.dry() } else { here };
        watch(&here);
        // Looked for once, for all of them.
        let _found = here.state();
        let (settings, fault) = match Settings::load(&here) {
            Ok(settings) => (settings, None),
            Err(err) => (Settings::default(), Some(err.to_string())),
        };
        let asked = |(phase, hook): (Phase, Arc<Hook>)| {
            let mode = settings.mode(hook.name());
            let ctx = hook.ctx_in(&here);
            let ctx = if mode == Mode::Shadow { ctx.dry() } else { ctx };
            watch(&ctx);
            let by = Speaker::of(&hook, phase, mode);
            (mode != Mode::Off).then_some(Asked { hook, ctx, by })
        };
        let asked = hooks.into_iter().filter_map(asked).collect();
        Some(Self { event, here, settings, fault, asked, began, progress: Mutex::default() })
    }

    /// The longest time that one of the hooks may take, from the beginning.
    pub(crate) fn deadline(&self) -> Instant {
        let longest = self.asked.iter().map(|asked| asked.ctx.deadline()).max();
        longest.unwrap_or_else(|| self.here.deadline())
    }

    /// Asks them all, phase by phase.
    pub(crate) fn answer(&self) -> Concluded {
        for asked in self.of(Phase::Guard) {
            self.take(self.ask(asked, &self.event, Verdict::None));
        }
        let event = self.rewritten();
        self.progress().is_judged = true;
        let verdict = self.verdict();
        if verdict != Verdict::Deny {
            for asked in self.of(Phase::Context) {
                self.take(self.ask(asked, &event, verdict));
            }
        }
        let verdict = self.verdict();
        for asked in self.of(Phase::Record).filter(|asked| !asked.ctx.is_dry_run()) {
            self.take(self.ask(asked, &event, verdict));
        }
        let progress = self.progress();
        self.concluded(&progress.said, &progress.rewrites)
    }

    /// What is decided when the time is over. The one that hangs has no more time; a guard
    /// behind it is asked now, since what it would deny must not run.
    pub(crate) fn overdue(&self) -> Concluded {
        let (mut said, is_judged) = {
            let progress = self.progress();
            (progress.said.clone(), progress.is_judged)
        };
        let is_silent = |asked: &&Asked| !said.iter().any(|one| one.by.hook == asked.by.hook);
        let mut silent: Vec<&Asked> = self.asked.iter().filter(is_silent).collect();
        silent.retain(|asked| asked.by.phase == Phase::Guard || !asked.ctx.is_dry_run());
        let mut is_hanging = true;
        for asked in silent {
            said.push(match asked.by.phase {
                Phase::Guard if is_hanging => self.too_late(asked),
                Phase::Guard => self.ask_late(asked),
                _ => Said::not_run(asked.by),
            });
            is_hanging = false;
        }
        // What no guard has seen does not go to the tool.
        let progress = self.progress();
        let nothing = Rewrites::default();
        self.concluded(&said, if is_judged { &progress.rewrites } else { &nothing })
    }

    /// Writes into the error log what went wrong with those whose time was over.
    pub(crate) fn record_overdue(&self, concluded: &Concluded) {
        for said in concluded.said.iter().filter(|said| said.course == Course::NotRun) {
            if let Some(asked) = self.asked.iter().find(|asked| asked.by.hook == said.by.hook) {
                asked.ctx.record_errors(&self.event, &said.errors);
            }
        }
    }

    /// The time since it began, in microseconds; none where time stands still.
    pub(crate) fn elapsed(&self) -> u64 {
        micros(&self.here, self.began)
    }

    /// The names of those that are asked.
    pub(crate) fn hooks(&self) -> impl Iterator<Item = &'static str> {
        self.asked.iter().map(|asked| asked.by.hook)
    }

    fn of(&self, phase: Phase) -> impl Iterator<Item = &Asked> {
        self.asked.iter().filter(move |asked| asked.by.phase == phase)
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, said: Said) {
        self.progress().said.push(said);
    }

    fn ask(&self, asked: &Asked, event: &Event, verdict: Verdict) -> Said {
        let began = Instant::now();
        let ctx = asked.ctx.clone().after(verdict);
        let outcome = asked.hook.answer(&ctx, event);
        let rule = ctx.take_rule();
        self.said(asked, outcome, rule, micros(&self.here, began))
    }

    fn said(&self, asked: &Asked, outcome: Outcome, rule: Option<String>, us: u64) -> Said {
        let Outcome { answer, errors, .. } = outcome;
        let said = Said {
            by: asked.by,
            answer,
            errors,
            rule,
            us,
            is_warning: false,
            course: Course::Answered,
        };
        if asked.by.mode == Mode::Warn { soften(said, &self.event) } else { said }
    }

    /// The time of the one that hangs is over.
    fn too_late(&self, asked: &Asked) -> Said {
        let outcome = asked.hook.overdue(&asked.ctx, &self.event);
        let course = Course::NotRun;
        Said { course, ..self.said(asked, outcome, None, micros(&self.here, self.began)) }
    }

    /// Asks a guard that was not reached, on a thread that may hang as well.
    fn ask_late(&self, asked: &Asked) -> Said {
        let (sender, answered) = mpsc::channel();
        let (theirs, event) = (asked.clone(), self.event.clone());
        let _started = thread::Builder::new().spawn(move || {
            let outcome = theirs.hook.answer(&theirs.ctx, &event);
            let _nobody_waits = sender.send(outcome);
        });
        match answered.recv_timeout(MAX_LATE) {
            Ok(outcome) => self.said(asked, outcome, None, micros(&self.here, self.began)),
            Err(_) => self.too_late(asked),
        }
    }

    /// Has the rewriters change the input, one after the other, and the guards judge what
    /// came of it.
    fn rewritten(&self) -> Cow<'_, Event> {
        let mut event = Cow::Borrowed(&self.event);
        for asked in self.of(Phase::Rewrite) {
            if self.verdict() == Verdict::Deny {
                return event;
            }
            let said = self.ask(asked, &event, Verdict::None);
            let said = self.apply(asked, said, &mut event);
            self.take(said);
        }
        if matches!(event, Cow::Owned(_)) && self.verdict() != Verdict::Deny {
            self.judge_again(&event);
        }
        event
    }

    /// Applies what a rewriter says to the event that the next one sees.
    fn apply(&self, asked: &Asked, said: Said, event: &mut Cow<'_, Event>) -> Said {
        let (Some(after), true) = (&said.answer.updated_input, said.counts()) else {
            return said;
        };
        let Some(call) = event.call() else { return said };
        let is_granted = matches!(said.answer.decision, Decision::Grant(_));
        let (tool, declared) = (call.name.as_sent(), asked.hook.written_fields());
        let taken = self.progress().rewrites.take(
            asked.by.hook,
            declared,
            tool,
            &call.input,
            after,
            is_granted,
        );
        match taken {
            Ok(()) => {
                *event = Cow::Owned(event.with_tool_input(after.clone()));
                said
            }
            Err(reason) => self.lost(said, reason),
        }
    }

    /// What is left of a rewriter that came second.
    fn lost(&self, said: Said, reason: String) -> Said {
        let error = format!("could not rewrite the input: {reason}");
        let words = format!("two hooks want to change the same input: {reason}");
        let decision = match self.settings.on_conflict {
            OnConflict::First => Decision::NoOpinion,
            OnConflict::Ask => Decision::Ask(words),
            OnConflict::Deny => Decision::Deny(words),
        };
        let is_new = remember::is_first_conflict(&self.here, &self.event, said.by.hook);
        let message = is_new.then(|| format!("{}: {error}", said.by.hook));
        let answer = Answer { decision, system_message: message, ..Answer::default() };
        let errors = said.errors.iter().cloned().chain([error]).collect();
        Said { answer, errors, course: Course::Lost(reason), ..said }
    }

    /// Asks the guards once more, since the input is another. What they say more than
    /// before counts, and names who has changed it.
    fn judge_again(&self, event: &Event) {
        let authors = self.progress().rewrites.authors().join(", ");
        for (at, asked) in self.of(Phase::Guard).enumerate() {
            let again = self.ask(asked, event, Verdict::None);
            let mut progress = self.progress();
            let Some(before) = progress.said.get_mut(at) else { continue };
            if strength(&again.answer.decision) > strength(&before.answer.decision) {
                before.answer.decision = match again.answer.decision {
                    Decision::Deny(reason) => Decision::Deny(of_rewritten(&reason, &authors)),
                    Decision::Ask(reason) => Decision::Ask(of_rewritten(&reason, &authors)),
                    other => other,
                };
                before.rule = again.rule;
            }
            before.us += again.us;
            before.errors.extend(again.errors);
        }
    }

    fn verdict(&self) -> Verdict {
        let progress = self.progress();
        let merged = self.merged(&progress.said, &progress.rewrites);
        verdict(&merged, &progress.said)
    }

    fn merged(&self, said: &[Said], rewrites: &Rewrites) -> Merged {
        // One alone says what it says.
        if let ([one], [_]) = (said, self.asked.as_slice())
            && one.counts()
            && one.course == Course::Answered
        {
            let Merged { fates, .. } = merge(said, rewrites, &self.settings.budget);
            return Merged { answer: one.answer.clone(), fates };
        }
        merge(said, rewrites, &self.settings.budget)
    }

    fn concluded(&self, said: &[Said], rewrites: &Rewrites) -> Concluded {
        let mut merged = self.merged(said, rewrites);
        let verdict = verdict(&merged, said);
        remember::give_way(&self.here, &self.event, &mut merged.answer);
        let has_run = remember::has_run_denied(&self.here, &self.event, &mut merged.answer);
        let errors =
            said.iter().flat_map(|one| one.errors.iter().map(|error| (one.by.hook, error.clone())));
        let fault = self.fault.iter().map(|fault| (self.here.hook(), fault.clone()));
        Concluded {
            errors: fault.chain(errors).collect(),
            outcome: self.outcome(merged.answer),
            verdict,
            said: said.to_vec(),
            fates: merged.fates,
            has_run_denied: has_run,
        }
    }

    fn outcome(&self, answer: Answer) -> Outcome {
        Outcome::of(answer, self.event.type_name().unwrap_or_default(), self.event.common().host)
    }
}

/// What an answer amounts to, and whether somebody was only warned.
fn verdict(merged: &Merged, said: &[Said]) -> Verdict {
    let verdict = Verdict::of(&merged.answer);
    let is_warned = said.iter().any(|one| one.counts() && one.is_warning);
    if is_warned && verdict <= Verdict::Context { Verdict::Warn } else { verdict }
}

fn of_rewritten(reason: &str, authors: &str) -> String {
    format!("{reason} (This is about the input as {authors} has rewritten it.)")
}

/// The microseconds since `began`; none where time stands still.
fn micros(here: &Ctx, began: Instant) -> u64 {
    if here.is_time_set() {
        return 0;
    }
    u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX)
}
