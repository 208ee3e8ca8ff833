//! Time-boxed exceptions: which rules a person has lifted for now.

use std::collections::BTreeMap;
use std::time::SystemTime;

use hook_runtime::Ctx;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::decide::lookup::Lifted;

pub(crate) const FILE: &str = "governance-exceptions.json";

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

/// Whether an exception lifts something at this time.
pub(crate) fn lasts(exception: &Exception, now: SystemTime) -> bool {
    humantime::parse_rfc3339(&exception.until).is_ok_and(|until| until > now)
}
