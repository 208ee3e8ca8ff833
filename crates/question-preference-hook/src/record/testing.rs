//! What the tests of this folder have in common: a context with a state folder, and a call.

use std::path::Path;

use hook_protocol::Common;
use hook_runtime::{Ctx, Environment};

use crate::record::pairing::Call;

/// A hook whose state is in this folder, at a fixed time.
pub(crate) fn ctx(folder: &Path) -> Ctx {
    let folder = folder.to_str().unwrap().to_owned();
    let environment = Environment::Fixed([("TACKLEBOX_STATE_DIR".to_owned(), folder)].into());
    let now = humantime::parse_rfc3339("2026-11-20T14:03:00Z").unwrap();
    Ctx::new("question-preference-hook", environment, now, None)
}

/// A call of a session.
pub(crate) fn call(session: &str, tool_use_id: &str) -> Call {
    let common = Common { session_id: Some(session.to_owned()), ..Common::default() };
    Call::of(&common, Some(tool_use_id)).unwrap()
}
