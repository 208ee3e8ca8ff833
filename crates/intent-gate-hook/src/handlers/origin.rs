//! From whom an event is: a host, or the shell of an agent's tool in a host's name.

use hook_runtime::Ctx;

use crate::words;

/// Whether a host may have sent an event that binds or frees something. If not, that is
/// reported: nobody frees what another session has by writing an event.
pub(super) fn is_from_host(ctx: &Ctx) -> bool {
    // Of an event that is over, nobody feeds anything.
    let is_fed_by_hand = ctx.sandbox().is_none() && person::is_fed_by_hand(ctx);
    if is_fed_by_hand {
        ctx.report(words::FED_BY_HAND);
    }
    !is_fed_by_hand
}
