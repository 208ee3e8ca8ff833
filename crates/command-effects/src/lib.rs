//! Judges command lines: what they run, which files they read and change, and how much they can
//! destroy.
//!
//! The table `src/programs/*.txt` describes programs, one line for each program or subcommand. A
//! project can add lines: [`Programs`]. `docs/programs.md` explains them. Code there is for programs whose words are a language of their own: sed, git, find, tar,
//! shells, interpreters and patches.
//!
//! [`judge`] is the one entrance: which commands run, behind `sudo`, `env`, `timeout` and their like, in `sh -c` and
//! `eval`, for what `find` and `xargs` put in; what each of them does to files, where it writes to a file that the text
//! does not tell, how much it can spoil, and of which programs nothing is known, such as build tools and test runners.
//!
//! It errs to the side of an unresolved change: expansions, what a pipe feeds to a shell or an
//! interpreter, an `eval` or `sh -c` of an expansion, an alias that the same line makes, and texts
//! that are not understood are all such. What is read is listed as far as the text tells it, and
//! left out where it does not.
//!
//! # What cannot be seen
//!
//! This is a guard rail, not a sandbox. A text does not show:
//! - what an unknown program does. `make`, `npm run x`, `./script` and
//!   `python a.py` may write anywhere;
//! - what a configuration makes of a program that is known: hooks and filters of git, `~/.bashrc`
//!   of a login shell, plugins of a formatter, or another program of that name in the `PATH`;
//! - where a link leads that is there already: who asks has to resolve the paths of the changes;
//! - what a variable from outside of the line holds: in `sort $X`, it may be `-o file`, and a
//!   glob may match a link;
//! - what code does: of `python -c` and its like only the strings are looked at, which may name
//!   files or be commands;
//! - what a patch or an archive in a file says: where it matters, that is unresolved.

mod address;
mod args;
mod call;
mod combination;
mod exfiltration;
mod glob;
mod items;
mod judge;
mod judgement;
mod outputs;
mod packages;
mod programs;
mod reading;
mod remote;
mod risk;
mod rule;
mod runs;
mod scripts;
mod secret_files;
mod sink;
mod special;
mod substitution;
mod target;
mod variables;
mod verbs;

use std::path::Path;

pub use judgement::{
    Act, Anchor, Change, ChangeKind, Class, Extent, Judgement, Read, Risk, RiskRule, Tier,
    Unresolved, Words,
};
pub use programs::{Kind, LineError, Programs, kind};
pub use secret_files::{Secret, is_secret_folder, secret, secret_places};
pub use sink::UNKNOWN_WORK_TREE;

/// Judges the shell command line `text` in the folder `cwd`, with the lines of `programs`. Never fails: a text that
/// cannot be parsed is one unresolved change.
///
/// A `cd` to a folder that does not exist in `cwd` may fail, so that what follows runs in either directory. Without a
/// `cwd`, every `cd` succeeds.
///
/// ```
/// use std::path::Path;
///
/// use command_effects::{Programs, Tier, judge};
///
/// let found = judge("cd db && sudo sqlite3 a 'DELETE FROM t' > log", None, &Programs::default());
/// let programs: Vec<_> = found.runs.iter().filter_map(|command| command.program()).collect();
/// assert_eq!(programs, ["cd", "sudo", "sqlite3"]);
///
/// let paths = |line: &str| {
///     let found = judge(line, Some(Path::new("/nowhere")), &Programs::default());
///     found.writes.into_iter().map(|change| change.path).collect::<Vec<_>>()
/// };
/// assert_eq!(paths("cd none; touch a"), ["none/a", "a"]);
/// assert_eq!(paths("cd none && touch a"), ["none/a"]);
/// assert_eq!(judge("git push -f", None, &Programs::default()).risk(&[]).tier, Tier::Critical);
/// ```
pub fn judge(text: &str, cwd: Option<&Path>, programs: &Programs) -> Judgement {
    judge::judge(text, cwd, programs)
}
