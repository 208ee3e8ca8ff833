//! What a configuration forbids, as the hook that forbids it says.

use anyhow::Result;
use hook_protocol::ToolCall;

use crate::ctx::Ctx;

/// A rule that denies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restriction {
    /// Its place in the configuration, as denials name it: `paths[0]`.
    pub rule: String,
    /// A state in which it holds, where it does not hold in all ([`Ctx::supposing`]).
    pub state: Option<String>,
    /// For which type of agent it holds, where it does not for all.
    pub agent_type: Option<String>,
    /// What it is about.
    pub forbidden: Forbidden,
    /// A command line after which it holds no more, where there is one that an agent may run.
    pub lifted_by: Option<String>,
}

/// What a rule denies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Forbidden {
    /// To change files.
    Write(Files),
    /// To read them.
    Read(Files),
    /// To run a program; both are globs, that over its arguments where there is one.
    Command {
        /// Of its name.
        program: String,
        /// Of its arguments, joined by blanks.
        args: Option<String>,
    },
    /// A kind of work, under its name in rules: `web-fetch`.
    Activity(String),
    /// A skill, by a glob over its name.
    Skill(String),
}

/// The files that a glob over the project names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Files {
    /// The glob.
    pub glob: String,
    /// Globs of files that are free all the same.
    pub except: Vec<String>,
}

impl Files {
    /// All those of a glob.
    pub fn of(glob: &str) -> Self {
        Self { glob: glob.to_owned(), except: Vec::new() }
    }
}

/// How a hook tells what it forbids.
#[derive(Clone, Copy)]
pub struct Restricting {
    /// All rules of the configuration that deny.
    pub restrictions: fn(&Ctx) -> Result<Vec<Restriction>>,
    /// The lines of configuration with which a call that passes a rule is denied too; none where
    /// nothing does that.
    pub closing: fn(&Ctx, &Restriction, &ToolCall) -> Vec<String>,
}
