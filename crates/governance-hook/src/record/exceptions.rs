//! Time-boxed exceptions: a person lifts the rules of a primitive for a while.

use std::time::Duration;

use anyhow::{Context, Result};
use hook_chain::log_exception;
use hook_runtime::Ctx;
use person::Seal;

use crate::decide::lookup::Lifted;
use crate::gather::exceptions::{
    self, Exception, Exceptions, FILE, MAX_DURATION, lasts, sealed_text,
};
use crate::record::journal;
use crate::words;

const PATIENCE: Duration = Duration::from_secs(1);

/// Lifts the rules of `primitive` for this long, and logs it first. Returns until when.
///
/// # Errors
/// If it is longer than a day, there is no key to seal it with, or it cannot be written.
pub(crate) fn grant(ctx: &Ctx, primitive: &str, span: Duration, reason: &str) -> Result<String> {
    anyhow::ensure!(span <= MAX_DURATION, "an exception lasts at most a day");
    let until = ctx.now().checked_add(span).context("that is too long")?;
    let state = ctx.state().context("there is no state folder: HOME is not set")?;
    let mut exception = Exception {
        primitive: primitive.to_owned(),
        until: humantime::format_rfc3339_seconds(until).to_string(),
        granted_at: ctx.timestamp(),
        reason: secrets::redact(reason).into_owned(),
        seal: None,
    };
    let until = exception.until.clone();
    exception.seal = Some(Seal::load_or_make(ctx)?.on(&sealed_text(ctx, &exception)));
    log(ctx, primitive, &until, reason)?;
    let now = ctx.now();
    state
        .update_json(FILE, PATIENCE, |file: &mut Exceptions| {
            file.version = 1;
            file.granted.retain(|old| old.primitive != exception.primitive && lasts(old, now));
            file.granted.push(exception);
        })
        .context("could not write the exception")?;
    Ok(until)
}

/// Ends the exception for `primitive`, and logs that. Returns whether there was one.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn end(ctx: &Ctx, primitive: &str) -> Result<bool> {
    let state = ctx.state().context("there is no state folder: HOME is not set")?;
    let now = ctx.now();
    let was_there = state
        .update_json(FILE, PATIENCE, |file: &mut Exceptions| {
            let before = file.granted.len();
            file.granted.retain(|old| lasts(old, now));
            let lasting = file.granted.len();
            file.granted.retain(|old| old.primitive != primitive);
            file.version = 1;
            before.min(lasting) > file.granted.len()
        })
        .context("could not write the exceptions")?;
    if was_there {
        let until = humantime::format_rfc3339_seconds(now).to_string();
        log(ctx, primitive, &until, words::ENDED)?;
    }
    Ok(was_there)
}

/// Logs an exception with what the hook has denied, and with the calls of all hooks.
fn log(ctx: &Ctx, primitive: &str, until: &str, reason: &str) -> Result<()> {
    journal::record_exception(ctx, primitive, until, reason)?;
    let exception = hook_chain::Exception {
        hook: ctx.hook().to_owned(),
        rule: Some(primitive.to_owned()),
        until: until.to_owned(),
    };
    let words = format!("{primitive} {}", words::exception(until, reason));
    log_exception(ctx, "Exception", exception, &words)
}

/// The primitives whose rules are lifted now. Each invalid exception is reported once. A person cannot lift
/// what an organisation forbids.
pub(crate) fn lifted(ctx: &Ctx) -> Lifted {
    if ctx.policy().is_some() {
        return Lifted::default();
    }
    let found = exceptions::read(ctx);
    for (exception, doubt) in &found.doubtful {
        let Exception { primitive, until, granted_at, .. } = exception;
        let name = format!("governance-exception {primitive} {until} {granted_at}");
        let is_news = match ctx.state() {
            _ if ctx.is_dry_run() => false,
            Some(state) => state.once(&name).unwrap_or(true),
            None => true,
        };
        if is_news {
            ctx.report(words::invalid_exception(primitive, until, doubt));
        }
    }
    found.lifted
}
