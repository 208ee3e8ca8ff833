//! What a call would do to what is protected.

use crate::inventory::Thing;

/// Why a call is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What the call would do.
    pub act: Act,
    /// What it would do it to.
    pub thing: Thing,
    /// The path or the command, as it was said.
    pub spoken: String,
    /// The protected path in it.
    pub inside: Option<String>,
}

/// What a call would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// It changes a protected file.
    Change,
    /// It moves, removes or closes a folder with one in it.
    TakeAlong,
    /// It names more files than can be checked.
    Crowd,
    /// It does not tell which files it changes, and it mentions one.
    Name,
    /// It reads a key.
    Read,
    /// It runs a command that is for a person.
    Run,
    /// It sends an event to a guard by hand.
    Feed,
}

impl Refusal {
    /// Why, as a fragment of a sentence; `quote` prepares text that others wrote.
    pub fn reason(&self, quote: impl Fn(&str) -> String) -> String {
        let name = quote(&self.spoken);
        let owner = self.thing.owner();
        match self.act {
            Act::Change => format!("{name} is protected: it is part of {owner}"),
            Act::TakeAlong => {
                let inside = quote(self.inside.as_deref().unwrap_or_default());
                let name = if name == "." { "the whole folder".to_owned() } else { name };
                format!("this changes {name} with {inside} in it, which is part of {owner}")
            }
            Act::Crowd => {
                format!("{name} are too many to check in one call, and some may be protected")
            }
            Act::Name => format!(
                "it is unclear which files this command changes, and it mentions {name}, which is \
                 part of {owner}"
            ),
            Act::Read => format!("{name} must not be read: it proves that a person is acting"),
            Act::Run => format!("only a person may run `{name}`, at a terminal"),
            Act::Feed => {
                format!("`{name}` would send an event to a guard, which only the host may do")
            }
        }
    }

    /// Whether [`Refusal::reason`] begins with the name as it was spelled, which no capital letter may
    /// change.
    pub fn begins_with_name(&self) -> bool {
        matches!(self.act, Act::Change | Act::Crowd | Act::Read)
    }

    /// What to do instead, as a fragment of a sentence.
    pub fn way_out(&self) -> &'static str {
        match self.act {
            Act::Change => "ask the person to change it",
            Act::TakeAlong => "name the files to change, or ask the person to do it",
            Act::Crowd => "name fewer at a time",
            Act::Name => {
                "name the files in the command, without variables, eval or globs, or ask the \
                 person to do it"
            }
            Act::Read => "continue without it",
            Act::Run => "ask the person to run it",
            Act::Feed => "use `tacklebox explain` to see what the guard would answer",
        }
    }

    pub(crate) fn new(act: Act, thing: Thing, spoken: impl Into<String>) -> Self {
        Self { act, thing, spoken: spoken.into(), inside: None }
    }
}
