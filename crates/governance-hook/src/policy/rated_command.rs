//! A command and how much it can spoil.

use command_effects::Tier;

/// How much a command can spoil, if that is more than a write.
#[derive(Debug, Clone)]
pub(crate) struct RatedCommand {
    pub(crate) tier: Tier,
    /// The place of the command of the line; `None` where several do it together.
    pub(crate) command: Option<usize>,
    /// The command that does it, and its program.
    pub(crate) words: String,
    pub(crate) program: String,
    /// The line of the table that says it, where one does.
    pub(crate) line: Option<String>,
}
