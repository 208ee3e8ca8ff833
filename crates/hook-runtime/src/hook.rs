//! What a hook does, by event.

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use anyhow::Result;
use hook_protocol::{Event, HookEvent, Reply};

use crate::console::Console;
use crate::ctx::Ctx;
use crate::environment::Environment;
use crate::failure::{self, Occasion, OnFailure, Policy};
use crate::limits::DEFAULT_TIME;
use crate::outcome::Outcome;

/// A hook: the events that it handles, what its failures mean, and the tools
/// that it has for people.
pub struct Hook {
    name: &'static str,
    handlers: Vec<Handler>,
    on_failure: Policy,
    time_limit: Duration,
    tools: Option<Tools>,
}

struct Handler {
    event: &'static str,
    answer: Answer,
}

type Answer = Box<dyn Fn(&Ctx, &Event) -> Result<Outcome> + Send + Sync>;

pub(crate) type Tools = fn(&Ctx, Vec<OsString>, &mut Console) -> Result<ExitCode>;

impl Hook {
    /// A hook that handles nothing yet. `name` is the name of its program.
    pub fn new(name: &'static str) -> Self {
        Self {
            name,
            handlers: Vec::new(),
            on_failure: |_| OnFailure::Open,
            time_limit: DEFAULT_TIME,
            tools: None,
        }
    }

    /// Handles the events of one type. The reply's type follows from it.
    #[must_use]
    pub fn on<E: HookEvent + 'static>(mut self, handler: fn(&Ctx, &E) -> Result<E::Reply>) -> Self {
        let answer = move |ctx: &Ctx, event: &Event| match E::of(event) {
            Some(this) => {
                let reply = handler(ctx, this)?;
                Ok(Outcome::of(reply.into_answer(), E::NAME, this.common().host))
            }
            None => Ok(Outcome::default()),
        };
        self.handlers.push(Handler { event: E::NAME, answer: Box::new(answer) });
        self
    }

    /// Says what a failure means. Asked only when there is one, and may read
    /// the project's configuration then.
    #[must_use]
    pub fn on_failure(mut self, policy: fn(&Ctx) -> OnFailure) -> Self {
        self.on_failure = policy;
        self
    }

    /// Says how long a call may take, where that is not the usual four seconds. The
    /// `timeout` in the hook's template of settings has to be above it.
    #[must_use]
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.time_limit = limit;
        self
    }

    /// Adds what the program does when it is called with arguments.
    #[must_use]
    pub fn tools(mut self, tools: Tools) -> Self {
        self.tools = Some(tools);
        self
    }

    /// The name of the hook's program.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What this hook may know beside its event. Its time begins now.
    pub fn ctx(&self, environment: Environment, now: SystemTime, cwd: Option<PathBuf>) -> Ctx {
        Ctx::new(self.name, environment, now, cwd).with_time_limit(self.time_limit)
    }

    /// The events that it handles, as hosts spell them in settings.
    pub fn events(&self) -> impl Iterator<Item = &'static str> {
        self.handlers.iter().map(|handler| handler.event)
    }

    /// Answers one event. Errors and panics of the handler end here, and are
    /// recorded. `ctx` is this hook's ([`Hook::ctx`]), where the event says that it is
    /// ([`Ctx::for_event`]).
    pub fn answer(&self, ctx: &Ctx, event: &Event) -> Outcome {
        let Some(handler) = self.handler(event) else {
            return Outcome::default();
        };
        let answer = catch_unwind(AssertUnwindSafe(|| (handler.answer)(ctx, event)));
        let failure = |error: &str| self.failure(ctx, &Occasion::of(event), error);
        let mut outcome = match answer {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(err)) => failure(&format!("{err:#}")),
            Err(panic) => failure(&format!("internal error: {}", words_of(panic.as_ref()))),
        };
        outcome.errors.extend(ctx.take_reports());
        if !outcome.errors.is_empty() {
            failure::record(ctx, &Occasion::of(event), &outcome.errors);
        }
        outcome
    }

    /// What the host gets when this hook's time is over before it has answered. Not
    /// recorded: who has waited so long must answer first.
    pub fn overdue(&self, ctx: &Ctx, event: &Event) -> Outcome {
        failure::overdue(ctx, &Occasion::of(event), self.on_failure)
    }

    /// What the host gets when there was no answer, recorded.
    pub(crate) fn fail(&self, ctx: &Ctx, on: &Occasion, error: &str) -> Outcome {
        let outcome = self.failure(ctx, on, error);
        failure::record(ctx, on, &outcome.errors);
        outcome
    }

    /// What the host gets when there was no answer; not recorded.
    fn failure(&self, ctx: &Ctx, on: &Occasion, error: &str) -> Outcome {
        failure::outcome(ctx, on, error, self.on_failure)
    }

    /// Says what a failure means, without the hook.
    pub(crate) fn policy(&self) -> Policy {
        self.on_failure
    }

    pub(crate) fn handles(&self, event: &Event) -> bool {
        self.handler(event).is_some()
    }

    pub(crate) fn run_tools(
        &self,
        ctx: &Ctx,
        args: Vec<OsString>,
        console: &mut Console,
    ) -> Result<ExitCode> {
        match self.tools {
            Some(tools) => tools(ctx, args, console),
            None => anyhow::bail!("{} takes no arguments", self.name),
        }
    }

    fn handler(&self, event: &Event) -> Option<&Handler> {
        self.handlers.iter().find(|handler| handler.event == event.name())
    }
}

/// What a panic said.
pub(crate) fn words_of(panic: &(dyn std::any::Any + Send)) -> &str {
    match panic.downcast_ref::<String>() {
        Some(words) => words,
        None => panic.downcast_ref::<&str>().copied().unwrap_or("panic"),
    }
}
