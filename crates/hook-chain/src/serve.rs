//! One call: the bytes of an event in, its outcome out.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hook_protocol::{Event, EventName, Host, ParseError};
use hook_runtime::{Ctx, Hook, MAX_INPUT, Phase, Verdict, words_of};

use crate::account::{self, Line};
use crate::call::Call;
use crate::chain::Chain;
use crate::conclusion::Concluded;
use crate::explanation::Explanation;
use crate::hook_answer::{Course, Said, Speaker};
use crate::last_call::Mark;
use crate::merge::merge;
use crate::mode::Mode;
use crate::recent_events;
use crate::rewrite::Rewrites;
use crate::settings::Settings;
use crate::unknown_input;

/// An event with more bytes than this may take its time.
const MAX_QUICK: usize = 64 * 1024;

/// Lets the hooks of `chain` answer what a host wrote to stdin, and records the call.
///
/// This is a whole call without the process around it. Input that is too large or not an event
/// fails by the policies of the hooks; a foreign format or an event without a handler is silence;
/// errors and panics of a handler are failures of that hook. `here` is the context of the program;
/// the folder of the event replaces its folder.
pub fn serve(chain: &Chain, here: &Ctx, bytes: &[u8]) -> Concluded {
    match begin(chain, here, bytes, |_ctx| {}) {
        Begun::Ended(concluded) => {
            account::write_unreadable(here, chain, bytes, &concluded);
            *concluded
        }
        Begun::Call(call) => {
            let concluded = go_on(&call, bytes);
            recent_events::keep(&call.here, bytes, &concluded, || account::spoken(&concluded));
            account::write(&call, bytes, &concluded);
            concluded
        }
    }
}

/// What the hooks of `chain` would answer, and the outcome. Nothing is stored; hooks that only
/// record are not asked. `None` if the event is for none of them.
///
/// # Errors
/// If the bytes are not an event.
pub fn explain(chain: &Chain, here: &Ctx, bytes: &[u8]) -> Result<Option<Explanation>, String> {
    let event = match read(bytes, chain.host()) {
        Input::Event(event) => *event,
        Input::Foreign => return Err(ParseError::Nameless.to_string()),
        Input::Unreadable(error) => return Err(error),
    };
    let here = here.clone().dry().with_payload(bytes);
    let Some(call) = Call::new(chain, &here, event, |_ctx| {}) else {
        return Ok(None);
    };
    let concluded = call.answer();
    Ok(Some(Explanation::of(&call, &concluded)))
}

/// What the hooks of `chain` say to a past event, if `here` is in a
/// [`Sandbox`](hook_runtime::Sandbox): a line with each hook that says something. State is kept
/// between events; no account is written. `None` if no hook says anything.
pub fn replay(chain: &Chain, here: &Ctx, event: Event) -> Option<Line> {
    let call = Call::new(chain, here, event, |_ctx| {})?;
    let concluded = call.answer();
    account::remember(&call, &concluded);
    (!account::is_silent(&concluded)).then(|| Line::of(&call, &concluded, false, None))
}

/// The result of reading the bytes of an event.
pub(crate) enum Begun {
    /// The call has ended already.
    Ended(Box<Concluded>),
    /// The hooks have to answer.
    Call(Arc<Call>),
}

/// Reads an event. `watch` sees every context before anything slow is done in it.
pub(crate) fn begin(chain: &Chain, here: &Ctx, bytes: &[u8], watch: impl Fn(&Ctx)) -> Begun {
    let event = match read(bytes, chain.host()) {
        Input::Event(event) => *event,
        Input::Foreign => {
            unknown_input::note_nameless(here, bytes);
            here.log_reports();
            return Begun::Ended(Box::default());
        }
        Input::Unreadable(error) => {
            return Begun::Ended(Box::new(unreadable(chain, here, bytes, &error)));
        }
    };
    let with_payload;
    let here = if chain.hooks().any(Hook::wants_payload) {
        with_payload = here.clone().with_payload(bytes);
        &with_payload
    } else {
        here
    };
    match Call::new(chain, here, event, watch) {
        Some(call) => Begun::Call(Arc::new(call)),
        None => Begun::Ended(Box::default()),
    }
}

pub(crate) fn go_on(call: &Call, bytes: &[u8]) -> Concluded {
    if bytes.len() > MAX_QUICK {
        call.here.expect_delay();
    }
    call.answer()
}

/// The answer to bytes that are not a complete event: the denials of hooks that fail closed.
pub(crate) fn unreadable(chain: &Chain, here: &Ctx, bytes: &[u8], error: &str) -> Concluded {
    let host = chain.host().unwrap_or_default();
    let name = Event::name_in(bytes, host);
    let name = name.as_ref().map(EventName::as_str);
    let (settings, fault) = Settings::load_or_default(here);
    let mut concluded = Concluded::default();
    concluded.errors.extend(fault.map(|fault| (here.hook(), fault)));
    let mut said = Vec::new();
    for hook in chain.failing(name) {
        let mode = settings.mode(hook.name());
        let mark = Mark::of(here, hook.name());
        if mode == Mode::Off || mark.is_paused(here, hook.name()) {
            continue;
        }
        let outcome = hook.unreadable(&hook.ctx_in(here), name, host, error);
        let errors = outcome.errors.clone();
        concluded.errors.extend(outcome.errors.iter().map(|error| (hook.name(), error.clone())));
        if mode == Mode::Enforce && outcome.denial().is_some() {
            let by = Speaker::of(hook, Phase::Guard, mode);
            let answer = outcome.answer.clone();
            said.push(Said { answer, errors, course: Course::Answered, ..Said::not_run(by) });
            concluded.outcome = outcome;
        }
    }
    if !said.is_empty() {
        let merged = merge(&said, &Rewrites::default(), &settings.budget);
        concluded.verdict = Verdict::Deny;
        concluded.outcome.answer = merged.answer;
        concluded.fates = merged.fates;
        concluded.said = said;
    }
    concluded
}

/// The input of a host.
enum Input {
    Event(Box<Event>),
    /// In another format.
    Foreign,
    /// Unreadable, with the reason.
    Unreadable(String),
}

fn read(bytes: &[u8], host: Option<Host>) -> Input {
    if bytes.len() > MAX_INPUT {
        let error = format!("the event is larger than {} MiB", MAX_INPUT >> 20);
        return Input::Unreadable(error);
    }
    match catch_unwind(AssertUnwindSafe(|| Event::parse_of(bytes, host))) {
        Ok(Ok(event)) => Input::Event(Box::new(event)),
        Ok(Err(ParseError::Nameless)) => Input::Foreign,
        Ok(Err(err)) => Input::Unreadable(err.to_string()),
        Err(panic) => Input::Unreadable(format!("internal error: {}", words_of(panic.as_ref()))),
    }
}
