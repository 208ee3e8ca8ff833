//! What is said to whoever did not show that a person asks.

use std::fmt::{self, Display};

use crate::token::VARIABLE;

/// What becomes of `--yes-i-am-a-person`.
pub const FLAG_IS_NO_PROOF: &str =
    "--yes-i-am-a-person shows nothing any more, and will be gone in the next release";

/// What is missing to show that a person asks, or what speaks against it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// A variable that hosts set is set here.
    Mark(&'static str),
    /// It is set in a process above.
    MarkAbove(&'static str),
    /// A process above is a host.
    Host(String),
    /// Stdin or stderr is no terminal.
    Terminal,
    /// They are a terminal of another session.
    OwnTerminal,
    /// The processes around a namespace.
    Surroundings,
    /// The processes above, which are hidden here.
    Sight,
    /// The token that was passed is another one.
    RightToken,
    /// There is no token to compare it with.
    Token(String),
    /// The host has the token, and every program that it starts.
    SecretToken,
}

impl Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mark(mark) => write!(f, "{mark} is set, as in an agent's shell"),
            Self::MarkAbove(mark) => write!(f, "{mark} is set in a process above it"),
            Self::Host(host) => write!(f, "it runs below the agent host `{host}`"),
            Self::Terminal => f.write_str("this shell has no terminal"),
            Self::OwnTerminal => f.write_str("its terminal is another session's"),
            Self::Surroundings => f.write_str("it runs in a namespace made by a user"),
            Self::Sight => f.write_str("its parent processes cannot be seen here"),
            Self::RightToken => write!(f, "{VARIABLE} is not the person's token"),
            Self::Token(why) => write!(f, "there is no token to compare with ({why})"),
            Self::SecretToken => write!(f, "the agent's host has {VARIABLE} in its environment"),
        }
    }
}

impl std::error::Error for Missing {}

/// That only a person may do `what`, why this counts as an agent, and the two ways out.
pub fn refusal(what: &str, missing: &Missing) -> String {
    format!(
        "refused: {what} is for a person, and {missing}: use a terminal of your own, outside of \
         any session, or pass your token in {VARIABLE}"
    )
}
