//! Time-boxed exceptions: which rules a person has lifted for now.
//!
//! Whatever can write the file could lift a rule by it, so what stands there counts only
//! with the seal of the person's key, and with the line of the log that granted it.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::io;
use std::time::{Duration, SystemTime};

use hook_runtime::Ctx;
use person::{Seal, SealError};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::decide::lookup::Lifted;
use crate::record::journal;
use crate::words;

pub(crate) const FILE: &str = "governance-exceptions.json";

/// Who needs longer changes the rule.
pub(crate) const MAX_DURATION: Duration = Duration::from_secs(24 * 3600);

/// By as much a clock may have been set back since.
const MAX_SKEW: Duration = Duration::from_secs(60);

/// The file.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Exceptions {
    pub(crate) version: u32,
    pub(crate) granted: Vec<Exception>,
    #[serde(flatten)]
    extra: BTreeMap<String, Value>,
}

/// What was granted.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Exception {
    pub(crate) primitive: String,
    /// RFC 3339, UTC; so are all times here.
    pub(crate) until: String,
    pub(crate) granted_at: String,
    pub(crate) reason: String,
    /// Of the person's key on all of this. Exceptions of earlier versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seal: Option<String>,
}

/// What the file comes to.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The primitives whose rules are lifted now.
    pub(crate) lifted: Lifted,
    /// What would last and does not count.
    pub(crate) doubtful: Vec<(Exception, Doubt)>,
}

/// Why an exception does not count.
#[derive(Debug)]
pub(crate) enum Doubt {
    TooLong,
    InTheFuture,
    Unsealed,
    ForeignSeal,
    NoKey(SealError),
    NotLogged,
    UnreadableLog(io::Error),
}

/// What is lifted now, and what only seems to be. Where the file cannot be read,
/// nothing is; and nobody lifts anything in a sandbox.
pub(crate) fn read(ctx: &Ctx) -> Found {
    let Some(state) = ctx.state().filter(|_| ctx.sandbox().is_none()) else {
        return Found::default();
    };
    let exceptions = match state.read_json::<Exceptions>(FILE) {
        Ok(exceptions) => exceptions.unwrap_or_default(),
        Err(err) => {
            ctx.report(format_args!("could not read the exceptions: {err}"));
            return Found::default();
        }
    };
    let mut found = Found::default();
    for exception in exceptions.granted.into_iter().filter(|it| lasts(it, ctx.now())) {
        match doubt(ctx, &exception) {
            None => drop(found.lifted.insert(exception.primitive, exception.until)),
            Some(doubt) => found.doubtful.push((exception, doubt)),
        }
    }
    found
}

/// The primitives whose rules are lifted now. What only seems to be is reported.
pub(crate) fn active(ctx: &Ctx) -> Lifted {
    let found = read(ctx);
    for (exception, doubt) in &found.doubtful {
        ctx.report(words::doubtful(&exception.primitive, &exception.until, doubt));
    }
    found.lifted
}

/// Whether an exception lifts something at this time.
pub(crate) fn lasts(exception: &Exception, now: SystemTime) -> bool {
    humantime::parse_rfc3339(&exception.until).is_ok_and(|until| until > now)
}

/// What the seal is on: all that was granted, and in which project.
pub(crate) fn sealed_text(ctx: &Ctx, exception: &Exception) -> String {
    let project = ctx.project().map(|project| project.key());
    let Exception { primitive, until, granted_at, reason, .. } = exception;
    json!(["governance exception", project, primitive, until, granted_at, reason]).to_string()
}

fn doubt(ctx: &Ctx, exception: &Exception) -> Option<Doubt> {
    if let Some(doubt) = doubtful_time(exception, ctx.now()) {
        return Some(doubt);
    }
    let Some(seal) = &exception.seal else { return Some(Doubt::Unsealed) };
    match Seal::load(ctx) {
        Err(err) => return Some(Doubt::NoKey(err)),
        Ok(key) if !key.fits(&sealed_text(ctx, exception), seal) => {
            return Some(Doubt::ForeignSeal);
        }
        Ok(_) => {}
    }
    match is_logged(ctx, exception) {
        Ok(true) => None,
        Ok(false) => Some(Doubt::NotLogged),
        Err(err) => Some(Doubt::UnreadableLog(err)),
    }
}

/// What the times of an exception that lasts say against it.
fn doubtful_time(exception: &Exception, now: SystemTime) -> Option<Doubt> {
    let time = |text: &str| humantime::parse_rfc3339(text).ok();
    // A time that is none is as good as any other.
    let granted_at = time(&exception.granted_at).unwrap_or(SystemTime::UNIX_EPOCH);
    let lasts_for = time(&exception.until).and_then(|until| until.duration_since(granted_at).ok());
    if granted_at > now + MAX_SKEW {
        return Some(Doubt::InTheFuture);
    }
    lasts_for.is_none_or(|span| span > MAX_DURATION).then_some(Doubt::TooLong)
}

/// Whether the log has the line that granted an exception. What lasts a day at the most is
/// not far from its end.
fn is_logged(ctx: &Ctx, exception: &Exception) -> io::Result<bool> {
    let Some(journal) = journal::journal(ctx) else { return Ok(false) };
    journal.has(&exception.granted_at, |line| grants(line, exception))
}

fn grants(line: &Value, exception: &Exception) -> bool {
    let says = |field: &str, text: &str| line.get(field).and_then(Value::as_str) == Some(text);
    says("action", "exception")
        && says("ts", &exception.granted_at)
        && says("primitive", &exception.primitive)
}

impl Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => f.write_str("it would last longer than a day"),
            Self::InTheFuture => f.write_str("it was granted in the future"),
            Self::Unsealed => f.write_str("it has no seal of the person's key"),
            Self::ForeignSeal => f.write_str("its seal is not of the person's key"),
            Self::NoKey(err) => write!(f, "{err}"),
            Self::NotLogged => f.write_str("the log has no line that grants it"),
            Self::UnreadableLog(err) => write!(f, "could not read the log: {err}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exception_lasts_a_day_at_the_most_and_began_before() {
        let check = |granted_at: &str, until: &str, expected: Option<&str>| {
            let exception = Exception {
                primitive: "deploy".to_owned(),
                until: until.to_owned(),
                granted_at: granted_at.to_owned(),
                reason: "r".to_owned(),
                seal: None,
            };
            let now = humantime::parse_rfc3339("2026-11-20T12:00:00Z").unwrap();
            let doubt = doubtful_time(&exception, now).map(|doubt| doubt.to_string());
            assert_eq!(doubt.as_deref(), expected, "{granted_at} {until}");
        };
        let (long, future) =
            (Some("it would last longer than a day"), Some("it was granted in the future"));
        check("2026-11-20T12:00:00.000Z", "2026-11-20T12:10:00Z", None);
        check("2026-11-20T12:00:00.000Z", "2026-11-21T12:00:00Z", None);
        check("2026-11-20T12:00:00.000Z", "2026-11-21T12:00:01Z", long);
        check("2026-11-19T12:00:01.000Z", "2026-11-20T12:00:01Z", None);
        check("x", "2099-01-01T00:00:00Z", long);
        check("2026-11-20T12:00:59.000Z", "2026-11-20T12:10:00Z", None);
        check("2026-11-20T12:01:01.000Z", "2026-11-20T12:10:00Z", future);
        check("2026-11-20T13:00:00.000Z", "2026-11-20T12:10:00Z", future);
        check("2026-11-20T12:00:30.000Z", "2026-11-20T12:00:10Z", long);
    }
}
