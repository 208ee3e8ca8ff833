//! What a hook does, by event.

#[cfg(feature = "tools")]
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
#[cfg(feature = "tools")]
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use anyhow::Result;
#[cfg(feature = "tools")]
use clap::{Command, CommandFactory};
use hook_protocol::{Event, HookEvent, Host, Reply};

#[cfg(feature = "tools")]
use crate::console::{self, Console};
use crate::ctx::Ctx;
use crate::environment::Environment;
use crate::failure::{self, Occasion, OnFailure, Policy, RanOut};
use crate::limits::DEFAULT_TIME;
use crate::outcome::Outcome;
use crate::rank::{Class, Phase};

/// A hook: the events that it handles, what its failures mean, and its commands for people.
pub struct Hook {
    name: &'static str,
    class: Class,
    handlers: Vec<Handler>,
    rewrites: &'static [Field],
    keeps_whole: bool,
    wants_payload: bool,
    shown_by: Option<&'static str>,
    on_failure: Policy,
    time_limit: Duration,
    #[cfg(feature = "tools")]
    tools: Option<Tools>,
    #[cfg(feature = "tools")]
    command: Option<fn() -> Command>,
}

/// A field of a tool's input: the names of the tool and of the field.
pub type Field = (&'static str, &'static str);

struct Handler {
    event: &'static str,
    phase: Phase,
    matcher: Option<&'static str>,
    answer: Answer,
}

type Answer = Box<dyn Fn(&Ctx, &Event) -> Result<Outcome> + Send + Sync>;

/// What a hook does on an event.
type Handle<E> = fn(&Ctx, &E) -> Result<<E as HookEvent>::Reply>;

#[cfg(feature = "tools")]
pub(crate) type Tools = fn(&Ctx, Vec<OsString>, &mut Console) -> Result<ExitCode>;

impl Hook {
    /// A hook without handlers. `name` is the name of its program.
    pub fn new(name: &'static str) -> Self {
        Self {
            name,
            class: Class::default(),
            handlers: Vec::new(),
            rewrites: &[],
            keeps_whole: false,
            wants_payload: false,
            shown_by: None,
            on_failure: |_| OnFailure::Open,
            time_limit: DEFAULT_TIME,
            #[cfg(feature = "tools")]
            tools: None,
            #[cfg(feature = "tools")]
            command: None,
        }
    }

    /// Sets the class of the hook.
    #[must_use]
    pub fn class(self, class: Class) -> Self {
        Self { class, ..self }
    }

    /// Adds a guard, which judges events of one type and may deny them. The event determines the
    /// type of the reply.
    #[must_use]
    pub fn guard<E: HookEvent + 'static>(self, handler: Handle<E>) -> Self {
        self.on(Phase::Guard, handler)
    }

    /// Adds a rewriter, which changes the input of a tool or answers for the person.
    #[must_use]
    pub fn rewrite<E: HookEvent + 'static>(self, handler: Handle<E>) -> Self {
        self.on(Phase::Rewrite, handler)
    }

    /// Adds a handler that tells the agent something about events of one type.
    #[must_use]
    pub fn context<E: HookEvent + 'static>(self, handler: Handle<E>) -> Self {
        self.on(Phase::Context, handler)
    }

    /// Adds a handler that records events of one type.
    #[must_use]
    pub fn record<E: HookEvent + 'static>(self, handler: Handle<E>) -> Self {
        self.on(Phase::Record, handler)
    }

    fn on<E: HookEvent + 'static>(mut self, phase: Phase, handler: Handle<E>) -> Self {
        let answer = move |ctx: &Ctx, event: &Event| match E::of(event) {
            Some(this) => {
                let reply = handler(ctx, this)?;
                Ok(Outcome::of(reply.into_answer(), E::NAME, this.common().host))
            }
            None => Ok(Outcome::default()),
        };
        let answer = Box::new(answer);
        self.handlers.push(Handler { event: E::NAME, phase, matcher: None, answer });
        self
    }

    /// Adds a handler for events with this name, for a hook that is known only when it runs: it
    /// answers for another program, and gets the bytes of the event ([`Ctx::payload`]).
    #[must_use]
    pub fn on_named(
        mut self,
        event: &'static str,
        phase: Phase,
        handler: impl Fn(&Ctx, &Event) -> Result<hook_protocol::Answer> + Send + Sync + 'static,
    ) -> Self {
        let answer = move |ctx: &Ctx, given: &Event| {
            Ok(Outcome::of(handler(ctx, given)?, event, given.common().host))
        };
        let answer = Box::new(answer);
        self.handlers.push(Handler { event, phase, matcher: None, answer });
        self.wants_payload = true;
        self
    }

    /// Whether it wants the bytes of the event.
    pub fn wants_payload(&self) -> bool {
        self.wants_payload
    }

    /// Limits the previous handler to events that match, in the host's syntax: the `matcher` of the
    /// hook's settings template.
    #[must_use]
    pub fn matching(mut self, matcher: &'static str) -> Self {
        if let Some(handler) = self.handlers.last_mut() {
            handler.matcher = Some(matcher);
        }
        self
    }

    /// Sets the fields of tool inputs that the hook writes.
    #[must_use]
    pub fn writes(self, fields: &'static [Field]) -> Self {
        Self { rewrites: fields, ..self }
    }

    /// Requires that the hook's context is never cut.
    #[must_use]
    pub fn told_whole(self) -> Self {
        Self { keeps_whole: true, ..self }
    }

    /// Sets the command that shows text that was cut.
    #[must_use]
    pub fn shown_by(self, command: &'static str) -> Self {
        Self { shown_by: Some(command), ..self }
    }

    /// Sets what a failure means. Called only after a failure; it may read the project's
    /// configuration.
    #[must_use]
    pub fn on_failure(mut self, policy: fn(&Ctx) -> OnFailure) -> Self {
        self.on_failure = policy;
        self
    }

    /// Sets the time limit of a call, if it is not the usual four seconds. The `timeout` in the
    /// hook's settings template must be longer.
    #[must_use]
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.time_limit = limit;
        self
    }

    /// Sets what the program does when it is called with arguments.
    #[cfg(feature = "tools")]
    #[must_use]
    pub fn tools(mut self, tools: Tools) -> Self {
        self.tools = Some(tools);
        self
    }

    /// Sets the type of these arguments, for completions.
    #[cfg(feature = "tools")]
    #[must_use]
    pub fn arguments<C: CommandFactory>(mut self) -> Self {
        self.command = Some(console::command::<C>);
        self
    }

    /// The arguments of the program, if they are known.
    #[cfg(feature = "tools")]
    pub fn command(&self) -> Option<Command> {
        self.command.map(|command| command())
    }

    /// The name of the hook's program.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Its class.
    pub fn rank(&self) -> Class {
        self.class
    }

    /// Its phase on events with this name; `None` if it does not handle them.
    pub fn phase(&self, event: &str) -> Option<Phase> {
        self.handlers.iter().find(|handler| handler.event == event).map(|handler| handler.phase)
    }

    /// The matcher for events with this name, in the host's syntax; `None` for all.
    pub fn matcher(&self, event: &str) -> Option<&'static str> {
        self.handlers.iter().find(|handler| handler.event == event)?.matcher
    }

    /// The fields of a tool's input that it writes.
    pub fn written_fields(&self) -> &'static [Field] {
        self.rewrites
    }

    /// Whether its context is never cut.
    pub fn is_told_whole(&self) -> bool {
        self.keeps_whole
    }

    /// The command that shows text that was cut.
    pub fn shown_with(&self) -> Option<&'static str> {
        self.shown_by
    }

    /// How long a call may take.
    pub fn limit(&self) -> Duration {
        self.time_limit
    }

    /// The context of this hook. Its time begins now.
    pub fn ctx(&self, environment: Environment, now: SystemTime, cwd: Option<PathBuf>) -> Ctx {
        self.ctx_in(&Ctx::new(self.name, environment, now, cwd))
    }

    /// The context of this hook at the time and place of another context. Its time begins now.
    pub fn ctx_in(&self, here: &Ctx) -> Ctx {
        here.of_hook(self.name, self.time_limit)
    }

    /// The events that it handles, as hosts spell them in settings.
    pub fn events(&self) -> impl Iterator<Item = &'static str> {
        self.handlers.iter().map(|handler| handler.event)
    }

    /// Answers an event. Errors and panics of the handler are caught and recorded here. `ctx` is
    /// this hook's ([`Hook::ctx`]) in the folder of the event ([`Ctx::for_event`]).
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

    /// The answer to the host when this hook's time or memory is exhausted. Not recorded, because
    /// the answer is urgent.
    pub fn overdue(&self, ctx: &Ctx, event: &Event, ran_out: RanOut) -> Outcome {
        failure::overdue(ctx, &Occasion::of(event), ran_out, self.on_failure)
    }

    /// The answer to bytes that are not a complete event, recorded. `name` is that of the event, if
    /// known.
    pub fn unreadable(&self, ctx: &Ctx, name: Option<&str>, host: Host, error: &str) -> Outcome {
        let on = Occasion::unread(name, host);
        let outcome = self.failure(ctx, &on, error);
        failure::record(ctx, &on, &outcome.errors);
        outcome
    }

    /// What the host gets when there was no answer; not recorded.
    fn failure(&self, ctx: &Ctx, on: &Occasion, error: &str) -> Outcome {
        failure::outcome(ctx, on, error, self.on_failure)
    }

    /// Whether it handles events of this type.
    pub fn handles(&self, event: &Event) -> bool {
        self.handler(event).is_some()
    }

    /// Runs a command for people. The first argument is the name of the program.
    ///
    /// # Errors
    /// As they fail, and if there are none.
    #[cfg(feature = "tools")]
    pub fn run_tools(
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

/// The message of a panic.
pub fn words_of(panic: &(dyn std::any::Any + Send)) -> &str {
    match panic.downcast_ref::<String>() {
        Some(words) => words,
        None => panic.downcast_ref::<&str>().copied().unwrap_or("panic"),
    }
}
