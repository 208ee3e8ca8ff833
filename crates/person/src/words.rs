//! Messages to somebody who could not show to be a person.

use std::fmt::{self, Display};

use crate::token::VARIABLE;

/// The notice about `--yes-i-am-a-person`.
pub const FLAG_IS_NO_PROOF: &str = "--yes-i-am-a-person has no effect and will be removed";

/// What is missing to show that a person asks, or what speaks against it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// A variable that hosts set is set here.
    Mark(&'static str),
    /// It is set in a process above.
    MarkAbove(&'static str),
    /// A process above is a host.
    Host(String),
    /// Stdin or stderr is not a terminal.
    Terminal,
    /// They are the terminal of another session.
    OwnTerminal,
    /// It runs in a namespace, and the processes outside are hidden.
    Surroundings,
    /// Some processes above it are hidden.
    Sight,
    /// The token is wrong.
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
            Self::MarkAbove(mark) => write!(f, "{mark} is set in a parent process"),
            Self::Host(host) => write!(f, "it runs inside the agent host `{host}`"),
            Self::Terminal => f.write_str("this shell has no terminal"),
            Self::OwnTerminal => f.write_str("its terminal belongs to another session"),
            Self::Surroundings => f.write_str("it runs in a namespace made by a user"),
            Self::Sight => f.write_str("its parent processes cannot be seen here"),
            Self::RightToken => write!(f, "{VARIABLE} is not the person's token"),
            Self::Token(why) => write!(f, "there is no token to compare with ({why})"),
            Self::SecretToken => write!(f, "the agent's host has {VARIABLE} in its environment"),
        }
    }
}

impl std::error::Error for Missing {}

/// That `what` is only for a person, why this seems to be an agent, and the two ways out.
pub fn refusal(what: &str, missing: &Missing) -> String {
    format!(
        "refused: {what} is only for a person, but {missing}. Use your own terminal, outside any \
         agent session, or pass your token in {VARIABLE}"
    )
}
