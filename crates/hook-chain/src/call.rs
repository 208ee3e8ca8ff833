//! One event, and the hooks that are asked about it.

mod organisation;
mod overdue;
mod rewriting;

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use hook_protocol::{Answer, Event};
use hook_runtime::{Ctx, Hook, Intent, Outcome, Phase, Verdict};

use crate::chain::Chain;
use crate::conclusion::Concluded;
use crate::hook_answer::{Course, Said, Speaker, without_decision};
use crate::last_call::Mark;
use crate::merge::{Fate, Merged, merge};
use crate::mode::Mode;
use crate::remember;
use crate::rewrite::Rewrites;
use crate::settings::Settings;
use crate::warn::soften;

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
    /// Of its last call.
    mark: Mark,
}

/// How far it has come. Who speaks at the deadline takes it from here.
#[derive(Debug, Clone, Default)]
struct Progress {
    said: Vec<Said>,
    rewrites: Rewrites,
    /// Whether the guards have seen what the rewriters made.
    is_judged: bool,
    /// Who is asked now.
    asking: Option<Speaker>,
    /// Whether what keeps an agent from stopping has done so often enough.
    gives_way: bool,
    /// What it amounts to; none where something was said since.
    merged: Option<Arc<Merged>>,
}

impl Call {
    /// The call of the hooks that `event` is for; `None` where it is for nobody. `watch`
    /// sees every context before anything slow is done in it.
    pub(crate) fn new(
        chain: &Chain,
        here: &Ctx,
        event: Event,
        watch: impl Fn(&Ctx),
    ) -> Option<Self> {
        let began = Instant::now();
        let hooks = chain.asked(&event);
        if hooks.is_empty() {
            return None;
        }
        let here = here.for_event(event.common());
        watch(&here);
        // Looked for once, for all of them; why it is not used is said once, too.
        let unused = match here.state() {
            Some(_) => None,
            None => here.take_reports().into_iter().next(),
        };
        let (settings, fault) = Settings::load_or_default(&here);
        let fault = unused.or(fault);
        // What no agent hears must not count as told: a later event may reach it.
        let is_unheard = matches!(event, Event::SessionStart(_)) && !event.takes_context();
        let own = |phase: Phase, hook: &Arc<Hook>| {
            let mode = effective(&here, settings.mode(hook.name()));
            if mode == Mode::Off {
                return None;
            }
            let mark = Mark::of(&here, hook.name());
            if mark.is_paused(&here, hook.name()) {
                return None;
            }
            let enforced = organisation::enforced(&settings.policies, hook.name());
            let ctx = hook.ctx_in(&here).with_policies(enforced);
            let is_unheard = is_unheard && phase == Phase::Context;
            let ctx = if mode == Mode::Shadow || is_unheard { ctx.dry() } else { ctx };
            let by = Speaker::of(hook, phase, mode);
            Some(Asked { hook: Arc::clone(hook), ctx, by, mark })
        };
        let mut asked = Vec::new();
        for (phase, hook) in &hooks {
            asked.extend(own(*phase, hook));
            asked.extend(organisation::asked(&here, &settings.policies, *phase, hook));
        }
        for one in &asked {
            watch(&one.ctx);
        }
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
            if asked.by.policy.is_some() && self.is_denied(self.verdict()) {
                continue;
            }
            self.take(self.ask(asked, &self.event, Verdict::None));
        }
        self.rewrite_input();
        self.progress().is_judged = true;
        let verdict = self.verdict();
        if !self.is_denied(verdict) {
            let event = self.final_event();
            for asked in self.of(Phase::Context) {
                self.take(self.ask(asked, &event, verdict));
            }
        }
        self.give_way();
        // One that tells something may have failed, and that may be a denial.
        let (event, verdict) = (self.final_event(), self.verdict());
        for asked in self.of(Phase::Record).filter(|asked| !asked.ctx.is_dry_run()) {
            self.take(self.ask(asked, &event, verdict));
        }
        let merged = self.merged();
        self.concluded(&self.so_far(), (*merged).clone())
    }

    /// Writes into the error log what is wrong with the settings.
    pub(crate) fn record_fault(&self) {
        self.here.record_errors(&self.event, self.fault.as_slice());
    }

    /// The time since it began, in microseconds; none where time stands still.
    pub(crate) fn elapsed(&self) -> u64 {
        micros(&self.here, self.began)
    }

    /// The names of those that are asked, each with the mark of its last call.
    pub(crate) fn hooks(&self) -> impl Iterator<Item = (&'static str, Mark)> {
        let own = self.asked.iter().filter(|asked| asked.by.policy.is_none());
        own.map(|asked| (asked.by.hook, asked.mark))
    }

    /// The intent in which it happens, if a hook knows it.
    pub(crate) fn intent(&self) -> Option<Intent> {
        self.asked.iter().find_map(|asked| asked.ctx.intent())
    }

    fn of(&self, phase: Phase) -> impl Iterator<Item = &Asked> {
        self.asked.iter().filter(move |asked| asked.by.phase == phase)
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// No lock is held while anything slow is done: who speaks at the deadline needs it.
    fn so_far(&self) -> Progress {
        self.progress().clone()
    }

    fn take(&self, said: Said) {
        let mut progress = self.progress();
        progress.asking = None;
        progress.merged = None;
        progress.said.push(said);
    }

    fn ask(&self, asked: &Asked, event: &Event, verdict: Verdict) -> Said {
        self.progress().asking = Some(asked.by);
        let began = Instant::now();
        let ctx = asked.ctx.clone().after(verdict);
        let answer = AssertUnwindSafe(|| asked.hook.answer(&ctx, event));
        let outcome = catch_unwind(answer).unwrap_or_else(|panic| {
            // What was thrown has panicked again while it was dropped.
            std::mem::forget(panic);
            asked.hook.unreadable(&ctx, Some(event.name()), event.common().host, "internal error")
        });
        let rule = ctx.take_rule();
        self.said(asked, outcome, rule, micros(&self.here, began))
    }

    fn said(&self, asked: &Asked, outcome: Outcome, rule: Option<String>, us: u64) -> Said {
        let Outcome { mut answer, mut errors, .. } = outcome;
        if asked.by.phase == Phase::Record && decides(&answer) {
            answer = without_decision(answer);
            if errors.is_empty() {
                errors.push("it only records, so its decision does not count".to_owned());
            }
        }
        let course = Course::Answered;
        let by = asked.by;
        let said = Said { by, answer, errors, rule, us, is_warning: false, course };
        let said = self.of_policy(said);
        if asked.by.mode == Mode::Warn { soften(said, &self.event) } else { said }
    }

    /// The event with the input that goes to the tool.
    fn final_event(&self) -> Cow<'_, Event> {
        match &self.merged().answer.updated_input {
            Some(input) => Cow::Owned(self.event.with_tool_input(input.clone())),
            None => Cow::Borrowed(&self.event),
        }
    }

    /// Whether nothing is left to tell. What has happened and is rejected has happened.
    fn is_denied(&self, verdict: Verdict) -> bool {
        verdict == Verdict::Deny && !matches!(self.event, Event::PostToolUse(_))
    }

    fn verdict(&self) -> Verdict {
        let merged = self.merged();
        verdict(&merged.answer, &self.progress().said)
    }

    /// Lets an agent stop that was kept from it often enough.
    fn give_way(&self) {
        let gives_way = remember::gives_way(&self.here, &self.event, &self.merged().answer);
        if gives_way {
            let mut progress = self.progress();
            progress.gives_way = true;
            progress.merged = None;
        }
    }

    /// What all that was said amounts to.
    fn merged(&self) -> Arc<Merged> {
        let mut progress = self.progress();
        if let Some(merged) = &progress.merged {
            return Arc::clone(merged);
        }
        let merged = Arc::new(self.merge(&progress));
        progress.merged = Some(Arc::clone(&merged));
        merged
    }

    fn merge(&self, so_far: &Progress) -> Merged {
        let said = so_far.said.as_slice();
        let mut merged = merge(said, &so_far.rewrites, &self.settings.budget);
        // One alone says what it says.
        if let ([one], [_]) = (said, self.asked.as_slice())
            && one.counts()
            && one.course == Course::Answered
        {
            merged.answer = one.answer.clone();
        }
        if so_far.gives_way {
            merged.answer.block = None;
            let fates = merged.fates.iter_mut().zip(said);
            fates
                .filter(|(_, one)| one.counts() && one.answer.block.is_some())
                .for_each(|(fate, _)| *fate = Some(Fate::GaveWay));
        }
        merged
    }

    fn concluded(&self, so_far: &Progress, merged: Merged) -> Concluded {
        let said = &so_far.said;
        let Merged { mut answer, fates } = merged;
        let verdict = verdict(&answer, said);
        let has_run = remember::has_run_denied(&self.here, &self.event, &mut answer);
        let errors =
            said.iter().flat_map(|one| one.errors.iter().map(|error| (one.by.hook, error.clone())));
        let fault = self.fault.iter().map(|fault| (self.here.hook(), fault.clone()));
        Concluded {
            errors: fault.chain(errors).collect(),
            outcome: self.outcome(answer),
            verdict,
            said: said.clone(),
            fates,
            has_run_denied: has_run,
        }
    }

    fn outcome(&self, answer: Answer) -> Outcome {
        Outcome::of(answer, self.event.type_name().unwrap_or_default(), self.event.common().host)
    }
}

/// How much a hook counts. In a sandbox nothing counts, and what comes next depends on what is kept.
fn effective(here: &Ctx, mode: Mode) -> Mode {
    if mode == Mode::Shadow && here.sandbox().is_some() { Mode::Enforce } else { mode }
}

/// What an answer amounts to, and whether somebody was only warned.
fn verdict(merged: &Answer, said: &[Said]) -> Verdict {
    let verdict = Verdict::of(merged);
    let is_warned = said.iter().any(|one| one.counts() && one.is_warning);
    if is_warned && verdict <= Verdict::Context { Verdict::Warn } else { verdict }
}

fn decides(answer: &Answer) -> bool {
    *answer != without_decision(answer.clone())
}

/// The microseconds since `began`; none where time stands still.
fn micros(here: &Ctx, began: Instant) -> u64 {
    if here.sandbox().is_some() || here.is_time_set() {
        return 0;
    }
    u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX)
}
