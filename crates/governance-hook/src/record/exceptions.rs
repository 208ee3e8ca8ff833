//! Time-boxed exceptions: a person lifts the rules of a primitive for a while.

use std::time::Duration;

use anyhow::{Context, Result};
use hook_runtime::Ctx;

use crate::gather::exceptions::{Exception, Exceptions, FILE, lasts};

const PATIENCE: Duration = Duration::from_secs(1);

/// Who needs longer changes the rule.
const MAX_DURATION: Duration = Duration::from_secs(24 * 3600);

/// When an exception of this length would end.
///
/// # Errors
/// If it is longer than a day.
pub(crate) fn until(ctx: &Ctx, duration: Duration) -> Result<String> {
    anyhow::ensure!(duration <= MAX_DURATION, "an exception lasts a day at the most");
    let until = ctx.now().checked_add(duration).context("that is too long")?;
    Ok(humantime::format_rfc3339_seconds(until).to_string())
}

/// Lifts the rules of `primitive` until then.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn grant(ctx: &Ctx, primitive: &str, until: &str, reason: &str) -> Result<()> {
    let state = ctx.state().context("there is no state folder: HOME is not set")?;
    let exception = Exception {
        primitive: primitive.to_owned(),
        until: until.to_owned(),
        granted_at: ctx.timestamp(),
        reason: secrets::redact(reason).into_owned(),
    };
    let now = ctx.now();
    state
        .update_json(FILE, PATIENCE, |file: &mut Exceptions| {
            file.version = 1;
            file.granted.retain(|old| old.primitive != exception.primitive && lasts(old, now));
            file.granted.push(exception);
        })
        .context("could not write the exception")
}
