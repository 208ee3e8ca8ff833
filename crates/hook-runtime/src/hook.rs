//! What a hook does, by event.

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use anyhow::Result;
use clap::{Command, CommandFactory};
use hook_protocol::{Event, HookEvent, Host, Reply};

use crate::console::{self, Console};
use crate::ctx::Ctx;
use crate::environment::Environment;
use crate::failure::{self, Occasion, OnFailure, Policy, RanOut};
use crate::limits::DEFAULT_TIME;
use crate::outcome::Outcome;
use crate::rank::{Class, Phase, SideEffects};

/// A hook: the events that it handles, what its failures mean, and the tools
/// that it has for people.
pub struct Hook {
    name: &'static str,
    class: Class,
    handlers: Vec<Handler>,
    rewrites: &'static [Field],
    side_effects: SideEffects,
    keeps_whole: bool,
    shown_by: Option<&'static str>,
    on_failure: Policy,
    time_limit: Duration,
    tools: Option<Tools>,
    command: Option<fn() -> Command>,
}

/// A field of the input of a tool: the tool's name, and the field's.
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

pub(crate) type Tools = fn(&Ctx, Vec<OsString>, &mut Console) -> Result<ExitCode>;

impl Hook {
    /// A hook that handles nothing yet. `name` is the name of its program.
    pub fn new(name: &'static str) -> Self {
        Self {
            name,
            class: Class::default(),
            handlers: Vec::new(),
            rewrites: &[],
            side_effects: SideEffects::default(),
            keeps_whole: false,
            shown_by: None,
            on_failure: |_| OnFailure::Open,
            time_limit: DEFAULT_TIME,
            tools: None,
            command: None,
        }
    }

    /// Says how much the hook matters beside others.
    #[must_use]
    pub fn class(self, class: Class) -> Self {
        Self { class, ..self }
    }

    /// Judges the events of one type, and may deny them. The reply's type follows from
    /// the event's, here and below.
    #[must_use]
    pub fn guard<E: HookEvent + 'static>(self, handler: Handle<E>) -> Self {
        self.on(Phase::Guard, handler)
    }

    /// Changes the input of a tool, or answers in the person's place.
    #[must_use]
    pub fn rewrite<E: HookEvent + 'static>(self, handler: Handle<E>) -> Self {
        self.on(Phase::Rewrite, handler)
    }

    /// Tells the agent something about the events of one type.
    #[must_use]
    pub fn context<E: HookEvent + 'static>(self, handler: Handle<E>) -> Self {
        self.on(Phase::Context, handler)
    }

    /// Keeps what the events of one type say.
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

    /// Says which events the handler before is for, in the host's form: the `matcher` of
    /// the hook's template of settings. A host starts the hook for no others, nor does who
    /// runs several hooks in one process.
    #[must_use]
    pub fn matching(mut self, matcher: &'static str) -> Self {
        if let Some(handler) = self.handlers.last_mut() {
            handler.matcher = Some(matcher);
        }
        self
    }

    /// Says which fields of a tool's input the hook writes.
    #[must_use]
    pub fn writes(self, fields: &'static [Field]) -> Self {
        Self { rewrites: fields, ..self }
    }

    /// Says what the hook leaves behind beside its answer.
    #[must_use]
    pub fn leaves(self, side_effects: SideEffects) -> Self {
        Self { side_effects, ..self }
    }

    /// Says that nothing may be cut from what the hook tells the agent.
    #[must_use]
    pub fn told_whole(self) -> Self {
        Self { keeps_whole: true, ..self }
    }

    /// Names the command with which a person sees what was cut.
    #[must_use]
    pub fn shown_by(self, command: &'static str) -> Self {
        Self { shown_by: Some(command), ..self }
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

    /// Says what these arguments are, for completions and manuals.
    #[must_use]
    pub fn arguments<C: CommandFactory>(mut self) -> Self {
        self.command = Some(console::command::<C>);
        self
    }

    /// The arguments of the program, where it says what they are.
    pub fn command(&self) -> Option<Command> {
        self.command.map(|command| command())
    }

    /// The name of the hook's program.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// How much it matters.
    pub fn rank(&self) -> Class {
        self.class
    }

    /// What it does on the events of this name; `None` where it does not handle them.
    pub fn phase(&self, event: &str) -> Option<Phase> {
        self.handlers.iter().find(|handler| handler.event == event).map(|handler| handler.phase)
    }

    /// Which events of this name it is for, in the host's form; `None` for all.
    pub fn matcher(&self, event: &str) -> Option<&'static str> {
        self.handlers.iter().find(|handler| handler.event == event)?.matcher
    }

    /// The fields of a tool's input that it writes.
    pub fn written_fields(&self) -> &'static [Field] {
        self.rewrites
    }

    /// What it leaves behind beside its answer.
    pub fn side_effects(&self) -> SideEffects {
        self.side_effects
    }

    /// Whether nothing may be cut from what it tells the agent.
    pub fn is_told_whole(&self) -> bool {
        self.keeps_whole
    }

    /// The command with which a person sees what was cut.
    pub fn shown_with(&self) -> Option<&'static str> {
        self.shown_by
    }

    /// How long a call may take.
    pub fn limit(&self) -> Duration {
        self.time_limit
    }

    /// What this hook may know beside its event. Its time begins now.
    pub fn ctx(&self, environment: Environment, now: SystemTime, cwd: Option<PathBuf>) -> Ctx {
        self.ctx_in(&Ctx::new(self.name, environment, now, cwd))
    }

    /// The same where another context has found out about time and place. This hook's time
    /// begins now.
    pub fn ctx_in(&self, here: &Ctx) -> Ctx {
        here.of_hook(self.name, self.time_limit)
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

    /// What the host gets when this hook's time or memory ran out before it has answered. Not
    /// recorded: who has waited so long must answer first.
    pub fn overdue(&self, ctx: &Ctx, event: &Event, ran_out: RanOut) -> Outcome {
        failure::overdue(ctx, &Occasion::of(event), ran_out, self.on_failure)
    }

    /// What the host gets where the bytes that it sent are no whole event, recorded.
    /// `name` is that of the event, if it is known.
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

    /// Calls the program's tools with the arguments of a person, the program's name first.
    ///
    /// # Errors
    /// As they fail, and if there are none.
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

/// What a panic said.
pub fn words_of(panic: &(dyn std::any::Any + Send)) -> &str {
    match panic.downcast_ref::<String>() {
        Some(words) => words,
        None => panic.downcast_ref::<&str>().copied().unwrap_or("panic"),
    }
}
