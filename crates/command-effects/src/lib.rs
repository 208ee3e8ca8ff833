//! Knows programs: what a command line runs, which files it reads and changes, and how much it can
//! spoil.
//!
//! What is known of a program stands once, in the table `src/programs/*.txt`, one line a program
//! or subcommand. A project adds lines of the same kind: [`Programs`]. `docs/programs.md` explains
//! them. Code there is for programs whose words are a language of their own: sed, git, find, tar,
//! shells, interpreters and patches.
//!
//! # What a line runs
//!
//! [`commands`] lists what [`shell_syntax::commands`] finds, and the commands and scripts that
//! those run: behind `sudo`, `env`, `timeout` and their like, in `sh -c` and `eval`, for what `find`
//! and `xargs` put in.
//!
//! # What a line changes
//!
//! [`effects`] looks up what each of the commands does to files: which it reads, writes, removes,
//! moves, marks or links, where it writes to a file that the text does not tell, and of which
//! programs nothing is known, such as build tools and test runners.
//!
//! It errs to the side of an unresolved change: expansions, what a pipe feeds to a shell or an
//! interpreter, an `eval` or `sh -c` of an expansion, an alias that the same line makes, and texts
//! that are not understood are all such. What is read is listed as far as the text tells it, and
//! left out where it does not.
//!
//! # What cannot be seen
//!
//! This is a guard rail and no sandbox. A text does not tell:
//! - what a program does of which nothing is known. `make`, `npm run x`, `./script` and
//!   `python a.py` may write anywhere;
//! - what a configuration makes of a program that is known: hooks and filters of git, `~/.bashrc`
//!   of a login shell, plugins of a formatter, or another program of that name in the `PATH`;
//! - where a link leads that is there already: who asks has to resolve the paths of the changes;
//! - what a variable from outside of the line holds: in `sort $X`, it may be `-o file`, and a
//!   glob may match a link;
//! - whether a `cd` fails: who asks tells it to [`effects_where`];
//! - what code does: of `python -c` and its like only the strings are looked at, which may name
//!   files or be commands;
//! - what a patch or an archive in a file says: where it matters, that is unresolved.

mod address;
mod args;
mod call;
mod change;
mod effects;
mod elsewhere;
mod exfiltration;
mod glob;
mod items;
mod options;
mod outputs;
mod packages;
mod programs;
mod reading;
mod risk;
mod rule;
mod runs;
mod scripts;
mod secret_files;
mod sink;
mod special;
mod substitution;
mod target;
mod told;
mod variables;
mod verbs;
mod whole;

use shell_syntax::{SimpleCommand, Unparsed, WorkingDir};

pub use change::{
    Anchor, Change, ChangeKind, Class, Effects, Extent, Read, Risk, RiskRule, Tier, Unresolved,
};
pub use outputs::source;
pub use programs::{Kind, LineError, Programs, kind};
pub use secret_files::{Secret, is_secret_folder, secret, secret_places};
pub use sink::UNKNOWN_WORK_TREE;

impl RiskRule {
    /// Whether it is about one of the commands of a line that does this. The line has the same effects without a
    /// rule that is about none of them.
    pub fn is_about_any(&self, effects: &Effects) -> bool {
        effects.commands.iter().any(|command| risk::is_about(self, command))
    }
}

/// The simple commands that the shell command line `text` would run, in the order they stand; a
/// command stands before those in its words, and a wrapper before what it runs.
///
/// ```
/// use command_effects::Programs;
///
/// let line = "cd db && sudo sqlite3 a 'DELETE FROM t' > log";
/// let found = command_effects::commands(line, &Programs::default())?;
/// let programs: Vec<_> = found.iter().filter_map(|command| command.program()).collect();
/// assert_eq!(programs, ["cd", "sudo", "sqlite3"]);
/// assert_eq!(found[2].joined_args(), "a DELETE FROM t");
/// # Ok::<(), shell_syntax::Unparsed>(())
/// ```
///
/// # Errors
///
/// Those of [`shell_syntax::commands`].
pub fn commands(text: &str, programs: &Programs) -> Result<Vec<SimpleCommand>, Unparsed> {
    effects::commands(text, programs)
}

/// The line of the table, or of `programs`, by which a command of the line `text` has this tier. There is
/// none where it has it by the files that it changes.
pub fn risk_line(
    text: &str,
    command: &SimpleCommand,
    tier: Tier,
    programs: &Programs,
) -> Option<String> {
    risk::listed::deciding_line(command, text, tier, programs)
}

/// What the shell command line `text` would do, and how risky that is by the table of programs and
/// `rules`. Never fails: a text that is not understood is one unresolved change.
pub fn effects(text: &str, programs: &Programs, rules: &[RiskRule]) -> Effects {
    effects_where(text, programs, rules, &|_| true)
}

/// The same as [`effects`], where a `cd` may fail: `can_enter` tells whether one to a directory is
/// sure to succeed. Behind one that is not, a command does what it does in either directory.
///
/// ```
/// use command_effects::{Programs, effects_where};
///
/// let paths = |line: &str| {
///     let found = effects_where(line, &Programs::default(), &[], &|_| false);
///     found.changes.into_iter().map(|change| change.path).collect::<Vec<_>>()
/// };
/// assert_eq!(paths("cd none; touch a"), ["none/a", "a"]);
/// assert_eq!(paths("cd none && touch a"), ["none/a"]);
/// ```
pub fn effects_where(
    text: &str,
    programs: &Programs,
    rules: &[RiskRule],
    can_enter: &dyn Fn(&WorkingDir) -> bool,
) -> Effects {
    effects::effects(text, &effects::Asked { programs, rules, can_enter })
}
