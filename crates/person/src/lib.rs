//! Whether a person asks, and not an agent in a person's name: one answer for every tool
//! that only a person may use.
//!
//! [`identify`] gathers what speaks for and against it (the terminal, the environment, the
//! processes above, a token) and decides by all of it together. `docs/person.md` says what
//! that shows and what it cannot.

mod account;
pub mod attendance;
mod decide;
mod evidence;
mod private_file;
mod process;
mod process_table;
mod program_names;
mod seal;
mod token;
pub mod trust;
mod words;

use hook_runtime::Ctx;

pub use seal::{Seal, SealError};
pub use words::{FLAG_IS_NO_PROOF, Missing, refusal};

/// What shows that a person asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// A terminal of a person's own.
    Terminal,
    /// The text of the person's token.
    Token,
}

impl Proof {
    /// The word for it in logs.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Terminal => "terminal",
            Self::Token => "token",
        }
    }
}

/// Whether the event that this hook was given came from the shell of an agent's tool, and
/// not from a host. No host is taken for one; what an agent hides well is not seen.
pub fn is_fed_by_hand(ctx: &Ctx) -> bool {
    // Tests feed events by hand, and whoever runs them may be an agent.
    let is_test = cfg!(debug_assertions) && ctx.is_time_set();
    !is_test && decide::is_fed_by_hand(&process_table::ancestry())
}

/// What shows that a person runs this program.
///
/// # Errors
/// What is missing, or speaks against it.
pub fn identify(ctx: &Ctx) -> Result<Proof, Missing> {
    decide::judge(&evidence::gather(ctx))
}

/// What shows that an agent runs this program, for what a machine may do without a person.
pub fn agent(ctx: &Ctx) -> Option<Missing> {
    decide::agent(&evidence::gather(ctx))
}
