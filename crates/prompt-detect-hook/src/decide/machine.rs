//! The state machine: a session and what an event says make the session that it is
//! then, and the transitions that are told. Values in, values out.
//!
//! The rules are those of the page: what closes a prompt, and that one event told
//! twice changes nothing.

#[cfg(test)]
mod tests;

use std::cell::LazyCell;
use std::time::Duration;

use crate::decide::key;
use crate::decide::prompt::{Prompt, PromptType};
use crate::decide::session::{Closed, MonitorState, Session};
use crate::decide::signal::{Says, Signal};
use crate::decide::timestamp::Timestamp;
use crate::decide::transition::{self, Transition, TransitionType};

/// The source of what no event says: a prompt was open for too long.
pub(crate) const AGE: &str = "age";

/// Why a prompt was closed that was open for too long, and its session with it.
pub(crate) const STALE: &str = "stale";

/// Calls of one message run side by side: one that begins within this time of a prompt does not
/// close it.
pub(crate) const PARALLEL_WINDOW: Duration = Duration::from_millis(1_500);

/// How many prompts of a session may be open. More are no person's work.
const MAX_OPEN: usize = 16;

/// How many closed prompts are remembered.
const MAX_CLOSED: usize = 64;

/// What becomes of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Step {
    /// The session.
    pub(crate) session: Session,
    /// What is told of it, in order and without numbers.
    pub(crate) transitions: Vec<Transition>,
}

/// What becomes of a session by a signal. Calls of one message run side by side,
/// so within `window` of its opening no other call closes a prompt.
pub(crate) fn step(session: &Session, signal: &Signal<'_>, window: Duration) -> Step {
    let mut machine = Machine { session: session.clone(), signal, window, told: Vec::new() };
    machine.take();
    Step { session: machine.session, transitions: machine.told }
}

/// What becomes of a session of which a prompt has been open for longer than
/// `longest`: nobody answers it any more, since its host is gone. `None` if there
/// is no such prompt.
pub(crate) fn expired(session: &Session, at: Timestamp, longest: Duration) -> Option<Step> {
    let is_old = |prompt: &Prompt| at.since(prompt.opened_at) > longest;
    if !session.prompts.iter().any(is_old) {
        return None;
    }
    let signal = Signal {
        session: &session.id,
        agent_id: None,
        agent_type: None,
        source: AGE,
        at,
        says: Says::Over(Some(STALE.into())),
    };
    let mut machine = Machine {
        session: session.clone(),
        signal: &signal,
        window: Duration::ZERO,
        told: Vec::new(),
    };
    machine.close(is_old);
    if machine.session.prompts.is_empty() {
        machine.end(MonitorState::Exited, TransitionType::Exited, Some(STALE));
    }
    Some(Step { session: machine.session, transitions: machine.told })
}

struct Machine<'a> {
    session: Session,
    signal: &'a Signal<'a>,
    window: Duration,
    told: Vec<Transition>,
}

impl Machine<'_> {
    fn take(&mut self) {
        let is_main = self.signal.agent_id.is_none();
        if !self.is_alive_again() {
            return;
        }
        match &self.signal.says {
            Says::Begins => {
                self.main_is(MonitorState::WaitingForInput);
                self.close(|_| true);
            }
            Says::Called(Some(prompt)) if self.is_known(prompt) => {}
            Says::Called(prompt) => {
                if is_main {
                    self.main_is(MonitorState::Working);
                }
                self.close_earlier();
                if let Some(prompt) = prompt {
                    self.open(prompt);
                }
            }
            Says::Ended { .. } => self.call_ended(),
            Says::Asked(prompt) if self.is_known(prompt) => {}
            Says::Asked(prompt) => {
                if is_main {
                    self.main_is(MonitorState::Working);
                }
                self.open(prompt);
            }
            Says::Answered(key) => self.answered(key),
            // It is the notification of what is open, or of what just was.
            Says::Notified(_) if !self.session.prompts.is_empty() || self.has_just_closed() => {}
            Says::Notified(prompt) => self.open(prompt),
            Says::Idle => self.idle(),
            Says::Prompted { by_person } => {
                self.main_is(MonitorState::Working);
                if *by_person {
                    self.close_of_agent();
                }
            }
            Says::Stopped => {
                self.close_of_agent();
                self.end(MonitorState::WaitingForInput, TransitionType::Stop, None);
            }
            Says::Paused => {
                self.main_is(MonitorState::Working);
                self.close_of_agent();
            }
            // Without its id it could be any.
            Says::SubagentStopped if is_main => {}
            Says::SubagentStopped => self.close_of_agent(),
            // It ends the turn of the subagent, and the main agent goes on.
            Says::Failed(_) if !is_main => self.close_of_agent(),
            Says::Failed(reason) => {
                self.close_of_agent();
                self.end(MonitorState::Failed, TransitionType::Failed, reason.as_deref());
            }
            Says::Over(reason) => {
                self.close(|_| true);
                self.end(MonitorState::Exited, TransitionType::Exited, reason.as_deref());
            }
        }
        self.settle();
    }

    /// Whether the session lives. One that has ended lives again by what only a
    /// living one does; one that was given up for its age by anything.
    fn is_alive_again(&mut self) -> bool {
        if self.session.main != MonitorState::Exited {
            return true;
        }
        let begins = match &self.signal.says {
            Says::Called(Some(prompt)) | Says::Asked(prompt) => !self.is_known(prompt),
            Says::Begins | Says::Called(None) | Says::Prompted { .. } => true,
            _ => false,
        };
        let ends = matches!(self.signal.says, Says::Over(_));
        let is_alive = begins || !ends && self.session.reason.as_deref() == Some(STALE);
        if is_alive {
            self.main_is(MonitorState::Working);
        }
        is_alive
    }

    /// Closes what a later call of the same agent shows to be over.
    fn close_earlier(&mut self) {
        let (at, window) = (self.signal.at, self.window);
        let agent = self.signal.agent_id;
        self.close(|prompt| {
            prompt.agent_id.as_deref() == agent && at.since(prompt.opened_at) > window
        });
    }

    fn close_of_agent(&mut self) {
        let agent = self.signal.agent_id;
        self.close(|prompt| prompt.agent_id.as_deref() == agent);
    }

    fn call_ended(&mut self) {
        let Says::Ended { call, tool_use_id } = self.signal.says else { return };
        let agent = self.signal.agent_id;
        let said = LazyCell::new(|| key::of_call(call, None, agent));
        let is_of_call = |prompt: &Prompt| match (&prompt.tool_use_id, tool_use_id) {
            (Some(theirs), Some(id)) => theirs == id,
            _ => prompt.agent_id.as_deref() == agent && prompt.key == *said,
        };
        if !self.session.prompts.iter().any(is_of_call) {
            if PromptType::of(call).is_some() {
                // Its beginning may be told later, by a process that was slower.
                self.bury(key::of_call(call, tool_use_id, agent));
            }
            return;
        }
        if agent.is_none() {
            self.main_is(MonitorState::Working);
        }
        self.close(is_of_call);
    }

    fn answered(&mut self, key: &str) {
        if !self.session.prompts.iter().any(|prompt| prompt.key == key) {
            // Its beginning may be told later, by a process that was slower.
            self.bury(key.to_owned());
        }
        self.close(|prompt| prompt.key == key);
    }

    fn idle(&mut self) {
        self.session.main = MonitorState::WaitingForInput;
        self.session.reason = None;
        if self.session.prompts.is_empty() && !self.session.idle_told {
            self.session.idle_told = true;
            self.settle();
            let prompt_type = Some(PromptType::Idle);
            let told = Transition { prompt_type, ..self.told(TransitionType::Idle) };
            self.told.push(told);
        }
    }

    /// The main agent has come to an end of some kind, which is told unless it was.
    fn end(&mut self, state: MonitorState, kind: TransitionType, reason: Option<&str>) {
        let is_told = self.session.main == state && self.session.reason.as_deref() == reason;
        if is_told && self.told.is_empty() {
            return;
        }
        self.session.main = state;
        self.session.reason = reason.map(str::to_owned);
        self.settle();
        let told = Transition { reason: self.session.reason.clone(), ..self.told(kind) };
        self.told.push(told);
    }

    fn main_is(&mut self, state: MonitorState) {
        self.session.main = state;
        self.session.reason = None;
        self.session.idle_told = false;
        self.settle();
    }

    fn open(&mut self, prompt: &Prompt) {
        if self.session.prompts.len() >= MAX_OPEN {
            let oldest = self.session.prompts.first().map(|prompt| prompt.key.clone());
            self.close(|prompt| Some(&prompt.key) == oldest.as_ref());
        }
        self.session.prompts.push(prompt.clone());
        self.settle();
        let told = Transition {
            prompt_type: Some(prompt.kind),
            tool_use_id: prompt.tool_use_id.clone(),
            questions: prompt.questions.clone(),
            plan: prompt.plan.clone(),
            reason: prompt.reason.clone(),
            ..self.told(TransitionType::Prompt)
        };
        self.told.push(told);
    }

    /// Closes the prompts that are meant, one by one, and remembers them.
    fn close(&mut self, is_meant: impl Fn(&Prompt) -> bool) {
        let meant = self.session.prompts.extract_if(.., |prompt| is_meant(prompt));
        let meant: Vec<Prompt> = meant.collect();
        let left = self.session.prompts.len();
        for (at, prompt) in meant.iter().enumerate() {
            self.bury(prompt.key.clone());
            self.settle();
            let is_last = left == 0 && at + 1 == meant.len();
            let state = if is_last { self.session.main } else { MonitorState::Prompting };
            let told = Transition {
                agent_id: prompt.agent_id.clone(),
                agent_type: prompt.agent_type.clone(),
                prompt_type: Some(prompt.kind),
                tool_use_id: prompt.tool_use_id.clone(),
                reason: (self.signal.source == AGE).then(|| STALE.to_owned()),
                state,
                ..self.told(TransitionType::PromptResolved)
            };
            self.told.push(told);
        }
    }

    fn bury(&mut self, key: String) {
        let closed = &mut self.session.closed;
        closed.retain(|closed| closed.key != key);
        closed.push(Closed { key, at: self.signal.at });
        let excess = closed.len().saturating_sub(MAX_CLOSED);
        closed.drain(..excess);
    }

    /// Whether a prompt is open, or was: then its event has come again. What has no
    /// id may be asked once more in earnest, but not at once.
    fn is_known(&self, prompt: &Prompt) -> bool {
        let is_open = self.session.prompts.iter().any(|open| open.key == prompt.key);
        let was_open = self.session.closed.iter().any(|closed| {
            closed.key == prompt.key
                && (prompt.tool_use_id.is_some() || self.signal.at.since(closed.at) <= self.window)
        });
        is_open || was_open
    }

    fn has_just_closed(&self) -> bool {
        let last = self.session.closed.last();
        last.is_some_and(|closed| self.signal.at.since(closed.at) <= self.window)
    }

    /// Brings the state of the session up to date.
    fn settle(&mut self) {
        let session = &mut self.session;
        let state = if session.prompts.is_empty() { session.main } else { MonitorState::Prompting };
        if session.state != state {
            session.state = state;
            session.since = self.signal.at;
        }
    }

    fn told(&self, kind: TransitionType) -> Transition {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        Transition {
            v: transition::VERSION,
            seq: 0,
            ts: self.signal.at,
            kind,
            session_id: self.session.id.clone(),
            agent_id: owned(self.signal.agent_id),
            agent_type: owned(self.signal.agent_type),
            prompt_type: None,
            source: self.signal.source.to_owned(),
            tool_use_id: None,
            questions: Vec::new(),
            plan: None,
            reason: None,
            state: self.session.state,
        }
    }
}
