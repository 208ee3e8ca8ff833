//! How much a command can spoil.

/// A degree of risk, from the smallest to the largest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// It reads.
    #[default]
    Safe,
    /// It writes, or may, since nothing is known of the program.
    Write,
    /// It removes or overwrites what may exist nowhere else.
    Destructive,
    /// It cannot be taken back, or reaches beyond the machine or the project.
    Critical,
}

/// The risk of a command line, which is the highest of its commands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Risk {
    /// How high it is.
    pub tier: Tier,
    /// The first command of that tier, its words with one blank between each; empty if there is
    /// no command, or the text was not understood.
    pub command: String,
}

/// A line that a caller adds to the table of risks; the first that matches a command decides,
/// before the built-in table and even to a lower tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RiskRule {
    /// The base name of the program, in which `*` stands for any text.
    pub program: String,
    /// Words that occur among the arguments in this order, with any others between them; in a
    /// word, `*` stands for any text, and alone for anything or nothing. `-f` also occurs in
    /// `-xf`, and `--name` in `--name=value`. Empty, it matches every call of the program.
    pub args: String,
    /// The tier of such a command.
    pub tier: Tier,
}
