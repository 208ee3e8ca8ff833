//! One call of a hook: the bytes of an event in, what comes of it out.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hook_protocol::{Event, EventName, ParseError};

use crate::ctx::Ctx;
use crate::failure::Occasion;
use crate::hook::{Hook, words_of};
use crate::limits::MAX_INPUT;
use crate::outcome::Outcome;

/// An event with more bytes than this may take its time.
const LARGE: usize = 64 * 1024;

/// Has `hook` answer what a host wrote to its stdin.
///
/// This is all of a call but the process around it: what is too large or no event
/// fails as the hook's policy says, what is another host's format or not handled is
/// silence, and errors and panics of the handler are failures, recorded like any
/// other. `ctx` is [`Hook::ctx`]; the event's own folder replaces the one in it.
///
/// Who answers one event with several hooks reads it once, with [`Event::parse`],
/// and asks each by [`Hook::answer`].
pub fn serve(hook: &Hook, ctx: &Ctx, bytes: &[u8]) -> Outcome {
    serve_watched(hook, ctx, bytes, |_ctx, _event| {})
}

/// As [`serve`] does; `watch` sees the call before the handler does.
pub(crate) fn serve_watched(
    hook: &Hook,
    ctx: &Ctx,
    bytes: &[u8],
    watch: impl FnOnce(&Ctx, &Event),
) -> Outcome {
    let event = match read(bytes) {
        Input::Event(event) if hook.handles(&event) => event,
        Input::Event(_) | Input::Foreign => return Outcome::default(),
        Input::Unreadable(error) => return unreadable(hook, ctx, bytes, &error),
    };
    let ctx = ctx.for_event(event.common());
    watch(&ctx, &event);
    if bytes.len() > LARGE {
        ctx.expect_delay();
    }
    hook.answer(&ctx, &event)
}

/// What the host gets where `bytes` are no whole event.
pub(crate) fn unreadable(hook: &Hook, ctx: &Ctx, bytes: &[u8], error: &str) -> Outcome {
    let name = Event::name_in(bytes);
    hook.fail(ctx, &Occasion::unread(name.as_ref().map(EventName::as_str)), error)
}

/// What a host wrote.
enum Input {
    Event(Box<Event>),
    /// Of a format that is not ours.
    Foreign,
    /// With the reason.
    Unreadable(String),
}

fn read(bytes: &[u8]) -> Input {
    if bytes.len() > MAX_INPUT {
        let error = format!("the event is larger than {} MiB", MAX_INPUT >> 20);
        return Input::Unreadable(error);
    }
    match catch_unwind(AssertUnwindSafe(|| Event::parse(bytes))) {
        Ok(Ok(event)) => Input::Event(Box::new(event)),
        Ok(Err(ParseError::Nameless)) => Input::Foreign,
        Ok(Err(err)) => Input::Unreadable(err.to_string()),
        Err(panic) => Input::Unreadable(format!("internal error: {}", words_of(panic.as_ref()))),
    }
}
