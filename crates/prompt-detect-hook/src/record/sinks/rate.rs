//! At most one call in a while, counted over all processes of a project.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use hook_runtime::Ctx;

use crate::config::Config;
use crate::decide::timestamp::Timestamp;

const FILE: &str = "prompt-detect-told.json";
const PATIENCE: Duration = Duration::from_millis(200);

/// Whether `sink` may be called at `now`; if so, that counts as a call. What the
/// limit keeps back is not told later: it stands in the files.
pub(super) fn permits(ctx: &Ctx, config: &Config, sink: &str, now: SystemTime) -> bool {
    let limit = config.rate_limit();
    let Some(state) = ctx.state().filter(|_| !limit.is_zero()) else {
        return true;
    };
    let now = Timestamp::at(now);
    let call = |told: &mut BTreeMap<String, Timestamp>| {
        let is_early = told.get(sink).is_some_and(|last| {
            // Of hooks that run at once, the one that began first may come last.
            now.since(*last).max(last.since(now)) < limit
        });
        if !is_early {
            told.insert(sink.to_owned(), now);
        }
        !is_early
    };
    state.update_json(FILE, ctx.patience(PATIENCE), call).unwrap_or_else(|err| {
        ctx.report(format_args!("could not apply the rate limit: {err}"));
        true
    })
}
