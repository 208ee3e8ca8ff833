//! Time-boxed exceptions: a person lifts the rules of a primitive for a while.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result};
use hook_runtime::Ctx;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::decide::lookup::Lifted;

const FILE: &str = "governance-exceptions.json";
const PATIENCE: Duration = Duration::from_secs(1);

/// Who needs longer changes the rule.
const MAX_DURATION: Duration = Duration::from_secs(24 * 3600);

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Exceptions {
    version: u32,
    granted: Vec<Exception>,
    #[serde(flatten)]
    extra: BTreeMap<String, Value>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Exception {
    primitive: String,
    /// RFC 3339, UTC; so are all times here.
    until: String,
    granted_at: String,
    reason: String,
}

/// The primitives whose rules are lifted now. Where the file cannot be read,
/// none are.
pub(crate) fn active(ctx: &Ctx) -> Lifted {
    let Some(state) = ctx.state() else {
        return Lifted::new();
    };
    let exceptions = match state.read_json::<Exceptions>(FILE) {
        Ok(exceptions) => exceptions.unwrap_or_default(),
        Err(err) => {
            ctx.report(format_args!("could not read the exceptions: {err}"));
            return Lifted::new();
        }
    };
    let active = exceptions.granted.into_iter().filter(|exception| lasts(exception, ctx.now()));
    active.map(|exception| (exception.primitive, exception.until)).collect()
}

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

fn lasts(exception: &Exception, now: SystemTime) -> bool {
    humantime::parse_rfc3339(&exception.until).is_ok_and(|until| until > now)
}
