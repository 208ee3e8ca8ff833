//! Preferences speak for a person, so only a person sets them.

use hook_runtime::{Console, Ctx};

use crate::record::edit::{self, Change};

#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct Claim {
    /// Says that a person runs this, where there is no terminal to tell by
    #[arg(long)]
    yes_i_am_a_person: bool,
}

/// What hosts set in the shells of their agents (seen: Claude Code; documented:
/// the others).
const MARKS: [&str; 6] = [
    "CLAUDECODE",
    "CLAUDE_CODE_ENTRYPOINT",
    "AI_AGENT",
    "CODEX_SANDBOX",
    "CURSOR_AGENT",
    "GEMINI_CLI",
];

/// The status for what an agent may not do.
pub(super) const REFUSED: u8 = 2;

/// What speaks for a person; `None` if nothing does, which is then written down
/// and said.
pub(super) fn person(
    ctx: &Ctx,
    console: &mut Console,
    claim: Claim,
    action: &'static str,
    question_id: &str,
    preference: Option<&str>,
) -> Option<&'static str> {
    // An agent's shell has no terminal, and the host leaves its mark there.
    if console.is_terminal() && MARKS.iter().all(|mark| ctx.env(mark).is_none()) {
        return Some("terminal");
    }
    if claim.yes_i_am_a_person {
        return Some("flag");
    }
    console.error_line(format!(
        "refused: {action} speaks for a person, and nothing shows that one runs this: use a \
         terminal of your own, or say --yes-i-am-a-person"
    ));
    let refusal = Change { action: "refused", question_id, preference, file: None, person: None };
    if let Err(err) = edit::record(ctx, &refusal, &edit::File::new()) {
        ctx.report(format_args!("{err:#}"));
    }
    None
}
