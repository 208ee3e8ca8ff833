//! The answer of one hook.

use hook_protocol::{Answer, Decision};
use hook_runtime::{Class, Hook, Phase};

use crate::mode::Mode;

/// The hook that answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Speaker {
    pub(crate) hook: &'static str,
    pub(crate) phase: Phase,
    pub(crate) class: Class,
    pub(crate) mode: Mode,
    /// The organisation's policy by which it judges, by its place in the settings; `None` if it judges by
    /// the project's configuration.
    pub(crate) policy: Option<usize>,
    /// Whether nothing of its context may be cut.
    pub(crate) is_told_whole: bool,
    /// The command that shows what was cut.
    pub(crate) shown_by: Option<&'static str>,
}

/// The answer of one hook to one event.
#[derive(Debug, Clone)]
pub(crate) struct Said {
    pub(crate) by: Speaker,
    pub(crate) answer: Answer,
    /// What went wrong.
    pub(crate) errors: Vec<String>,
    /// The rule of its configuration that decided, if it names one.
    pub(crate) rule: Option<String>,
    /// How long it took, in microseconds.
    pub(crate) us: u64,
    /// Whether it would have stopped something, and only warns.
    pub(crate) is_warning: bool,
    pub(crate) course: Course,
}

/// The result of calling a hook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Course {
    /// It has answered.
    Answered,
    /// Its time was over, or the time of one before it.
    NotRun,
    /// It rewrote a field that it did not declare, or that another hook had rewritten.
    Lost,
}

impl Speaker {
    pub(crate) fn of(hook: &Hook, phase: Phase, mode: Mode) -> Self {
        Self {
            hook: hook.name(),
            phase,
            class: hook.rank(),
            mode,
            policy: None,
            is_told_whole: hook.is_told_whole(),
            shown_by: hook.shown_with(),
        }
    }

    /// Whether both are the same hook and judge by the same policy.
    pub(crate) fn is_same(self, other: Self) -> bool {
        (self.hook, self.policy) == (other.hook, other.policy)
    }
}

impl Said {
    /// Nothing, because there was no time.
    pub(crate) fn not_run(by: Speaker) -> Self {
        Self {
            by,
            answer: Answer::default(),
            errors: Vec::new(),
            rule: None,
            us: 0,
            is_warning: false,
            course: Course::NotRun,
        }
    }

    /// Whether it tells the agent something.
    pub(crate) fn tells_something(&self) -> bool {
        self.answer.context.is_some()
    }

    /// Whether it counts; an answer in mode `shadow` does not.
    pub(crate) fn counts(&self) -> bool {
        self.by.mode != Mode::Shadow
    }
}

/// The part of an answer that is not a decision.
pub(crate) fn without_decision(answer: Answer) -> Answer {
    Answer {
        decision: Decision::NoOpinion,
        halt: None,
        block: None,
        updated_input: None,
        updated_output: None,
        ..answer
    }
}
