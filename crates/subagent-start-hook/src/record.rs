//! Which subagents were told.

use std::time::Duration;

use hook_protocol::Common;
use hook_runtime::Ctx;
use hook_state::StateDir;

/// The folder of markers in the state folder, one for each subagent that was told.
const FOLDER: &str = "subagents-told";

/// For how long a subagent that is resumed is known to have been told.
const KEPT_FOR: Duration = Duration::from_secs(30 * 24 * 3600);

/// Whether the subagent was not told before: the event comes again where it is
/// resumed, and twice at once where the hook is registered twice. One without an
/// id cannot be told from another. Told twice is better than not at all.
pub(crate) fn is_first(ctx: &Ctx, common: &Common) -> bool {
    let Some((told, marker)) = marker(ctx, common) else { return true };
    sweep_daily(ctx, &told);
    told.once(&marker).unwrap_or_else(|err| {
        ctx.report(format_args!("could not save that a subagent got the list: {err}"));
        true
    })
}

/// Whether the subagent was told before, where nothing may be kept.
pub(crate) fn was_told(ctx: &Ctx, common: &Common) -> bool {
    marker(ctx, common).is_some_and(|(told, marker)| told.is_marked(&marker).unwrap_or(false))
}

/// The folder of markers, and that of this subagent.
fn marker(ctx: &Ctx, common: &Common) -> Option<(StateDir, String)> {
    let told = StateDir::new(ctx.state()?.file(FOLDER));
    // Hosts may number the subagents of each session from one.
    let session = common.session_id.as_deref().unwrap_or_default();
    Some((told, format!("{session}.{}", common.agent_id.as_deref()?)))
}

/// Removes old markers where the first subagent of a day is told: there is no
/// event of a session's start that would ask for it.
fn sweep_daily(ctx: &Ctx, told: &StateDir) {
    let timestamp = ctx.timestamp();
    let day = timestamp.split('T').next().unwrap_or_default();
    let swept = told.once(&format!("swept-{day}")).and_then(|is_first| {
        match ctx.now().checked_sub(KEPT_FOR).filter(|_| is_first) {
            Some(before) => told.sweep(before),
            None => Ok(()),
        }
    });
    if let Err(err) = swept {
        ctx.report(format_args!("could not sweep old markers: {err}"));
    }
}
