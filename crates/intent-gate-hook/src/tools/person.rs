//! What only a person may do.

use hook_runtime::{Console, Ctx};

use crate::gather::session;
use crate::words::tools::for_a_person;

/// Whether a person runs this: at a terminal, and not in the shell of a session.
/// If not, that is said.
pub(super) fn is_person(ctx: &Ctx, console: &mut Console, what: &str) -> bool {
    let is_agent = session::in_environment(ctx).is_some() || ctx.env("CLAUDECODE").is_some();
    if console.is_terminal() && !is_agent {
        return true;
    }
    console.error_line(for_a_person(what));
    false
}
