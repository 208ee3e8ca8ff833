//! Time-boxed exceptions: which rules a person has lifted for now.
//!
//! Whatever can write the file could lift a rule by it, so an exception counts only with a seal by the
//! person's key on all that was granted.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::time::{Duration, SystemTime};

use hook_runtime::Ctx;
use person::{Seal, SealError};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::decide::lookup::Lifted;
use crate::words;

pub(crate) const FILE: &str = "governance-exceptions.json";

/// Who needs longer changes the rule.
pub(crate) const MAX_DURATION: Duration = Duration::from_secs(24 * 3600);

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
    /// By the person's key, on all of this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seal: Option<String>,
}

/// The exceptions in the file.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The primitives whose rules are lifted now.
    pub(crate) lifted: Lifted,
    /// Those that are invalid.
    pub(crate) doubtful: Vec<(Exception, Doubt)>,
}

/// Why an exception is invalid.
#[derive(Debug)]
pub(crate) enum Doubt {
    Unsealed,
    ForeignSeal,
    NoKey(SealError),
}

/// What is lifted now, and what only seems to be. If the file cannot be read, nothing is; in a sandbox nobody
/// lifts anything.
pub(crate) fn read(ctx: &Ctx) -> Found {
    let Some(state) = ctx.state().filter(|_| ctx.sandbox().is_none()) else {
        return Found::default();
    };
    let exceptions = state.read_json::<Exceptions>(FILE).unwrap_or_else(|err| {
        ctx.report(format_args!("could not read the exceptions: {err}"));
        None
    });
    let mut found = Found::default();
    let granted = exceptions.unwrap_or_default().granted.into_iter();
    for exception in granted.filter(|it| lasts(it, ctx.now())) {
        match doubt(ctx, &exception) {
            None => drop(found.lifted.insert(exception.primitive, exception.until)),
            Some(doubt) => found.doubtful.push((exception, doubt)),
        }
    }
    found
}

/// The primitives whose rules are lifted now. Invalid exceptions are reported.
pub(crate) fn active(ctx: &Ctx) -> Lifted {
    let found = read(ctx);
    for (exception, doubt) in &found.doubtful {
        ctx.report(words::invalid_exception(&exception.primitive, &exception.until, doubt));
    }
    found.lifted
}

/// Whether an exception lifts something at this time.
pub(crate) fn lasts(exception: &Exception, now: SystemTime) -> bool {
    humantime::parse_rfc3339(&exception.until).is_ok_and(|until| until > now)
}

/// What is sealed: all that was granted, and in which project.
pub(crate) fn sealed_text(ctx: &Ctx, exception: &Exception) -> String {
    let project = ctx.project().map(|project| project.key());
    let Exception { primitive, until, granted_at, reason, .. } = exception;
    json!(["governance exception", project, primitive, until, granted_at, reason]).to_string()
}

fn doubt(ctx: &Ctx, exception: &Exception) -> Option<Doubt> {
    let Some(seal) = &exception.seal else { return Some(Doubt::Unsealed) };
    match Seal::load(ctx) {
        Err(err) => Some(Doubt::NoKey(err)),
        Ok(key) => {
            let fits = key.fits(&sealed_text(ctx, exception), seal);
            (!fits).then_some(Doubt::ForeignSeal)
        }
    }
}

impl Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsealed => f.write_str("it is not sealed with the person's key"),
            Self::ForeignSeal => f.write_str("its seal does not match the person's key"),
            Self::NoKey(err) => write!(f, "{err}"),
        }
    }
}
