//! Preferences speak for a person, so only a person sets them.

use hook_runtime::{Console, Ctx};
use person::Proof;

use crate::record::edit::{self, Change};

#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct Claim {
    /// Shows nothing any more
    #[arg(long, hide = true)]
    yes_i_am_a_person: bool,
}

/// The status for what an agent may not do.
pub(super) const REFUSED: u8 = 1;

/// What speaks for a person; `None` if nothing does, which is then written down
/// and said.
pub(super) fn person(
    ctx: &Ctx,
    console: &mut Console,
    claim: Claim,
    action: &'static str,
    question_id: &str,
    preference: Option<&str>,
) -> Option<Proof> {
    if claim.yes_i_am_a_person {
        console.error_line(format!("note: {}", person::FLAG_IS_NO_PROOF));
    }
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
