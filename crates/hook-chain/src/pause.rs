//! Pauses and resumes hooks, for a person.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use hook_runtime::Ctx;
use humantime::format_rfc3339_seconds;
use person::Seal;

use crate::account::{Exception, log_exception};
use crate::pause_file::{MARK, MAX_DURATION, PAUSE, Pause, change, mark};

/// Pauses a hook of the project for `span`, in a person's name, and logs it.
///
/// # Errors
/// If it is longer than a day, there is no key to seal it with, or it cannot be written.
pub fn pause(ctx: &Ctx, hook: &str, span: Duration, why: &str) -> Result<Pause> {
    ensure!(
        span <= MAX_DURATION,
        "a pause is at most a day; to disable a hook for longer, set its mode to off"
    );
    ensure!(!why.trim().is_empty(), "--why must not be empty: it is logged");
    let state = ctx.state().context("there is no state folder that can be used")?;
    let until = ctx.now().checked_add(span).context("that is too long")?;
    let mut pause = Pause {
        hook: hook.to_owned(),
        until: format_rfc3339_seconds(until).to_string(),
        since: ctx.timestamp(),
        why: secrets::redact(why).into_owned(),
        seal: String::new(),
    };
    pause.seal = Seal::load_or_make(ctx)?.on(&pause.sealed_text(ctx));
    // A pause that cannot be logged is not done.
    log_exception(ctx, PAUSE, exception(hook, &pause.until), &told(&pause))?;
    change(state, ctx.now(), |paused| {
        paused.retain(|old| old.hook != hook);
        paused.push(pause.clone());
    })?;
    mark(ctx, hook, MARK).context("could not mark the hook as paused")?;
    Ok(pause)
}

/// Ends the pause of a hook, and logs it; `None` if it is not paused.
///
/// # Errors
/// If it cannot be written.
pub fn resume(ctx: &Ctx, hook: &str) -> Result<Option<Pause>> {
    let state = ctx.state().context("there is no state folder that can be used")?;
    let ended = change(state, ctx.now(), |paused| {
        let at = paused.iter().position(|pause| pause.hook == hook)?;
        Some(paused.remove(at))
    })?;
    if let Some(pause) = &ended {
        mark(ctx, hook, b"").context("could not remove the mark")?;
        let until = format_rfc3339_seconds(ctx.now()).to_string();
        log_exception(ctx, "Resume", exception(hook, &until), &told(pause))?;
    }
    Ok(ended)
}

fn exception(hook: &str, until: &str) -> Exception {
    Exception { hook: hook.to_owned(), rule: None, until: until.to_owned() }
}

fn told(pause: &Pause) -> String {
    format!("{}{}", pause.span_words(), pause.why)
}

#[cfg(test)]
mod tests;
