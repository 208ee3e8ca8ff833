//! Preferences speak for a person, so only a person sets them.

use hook_runtime::{Console, Ctx};
use person::Proof;

use crate::record::edit::{self, Change};

/// The exit code for what an agent may not do.
pub(super) const REFUSED: u8 = 1;

/// The proof that a person asks. `None` if there is none: the refusal is then recorded and printed.
pub(super) fn person(
    ctx: &Ctx,
    console: &mut Console,
    action: &'static str,
    question_id: &str,
    preference: Option<&str>,
) -> Option<Proof> {
    let missing = match person::identify(ctx) {
        Ok(proof) => return Some(proof),
        Err(missing) => missing,
    };
    console.error_line(person::refusal(&format!("`{action}`"), &missing));
    let refusal = Change { action: "refused", question_id, preference, file: None, person: None };
    if let Err(err) = edit::record(ctx, &refusal, &edit::File::new()) {
        ctx.report(format_args!("{err:#}"));
    }
    None
}
