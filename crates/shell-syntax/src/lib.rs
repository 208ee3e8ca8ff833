//! Splits a shell command line into the simple commands that it would run.
//!
//! [`commands`] uses the text alone: which programs, with which words and redirections, in which
//! directory. It is meant for rules about commands that someone else writes, perhaps to deceive:
//! what could hide a command is an [`Unparsed`], not a guess. Commands that might run are listed like those that will, so both
//! branches of an `if`, the body of a function, and the handler of a `trap`.
//!
//! # What is looked into
//!
//! Lists, pipelines, compound commands, coprocesses and functions; substitutions `$( )`,
//! `` ` ` ``, `<( )` and `>( )` wherever the shell expands them: in double quotes, assignments,
//! arrays, parameter expansions, arithmetic, tests, `case` words and here-documents with an
//! unquoted delimiter. Behind an unquoted expansion in front of a command (`$SUDO rm x`), since it
//! may be empty, and in a brace expansion (`{rm,x}`).
//!
//! Of programs nothing is known, save of the builtins that change the directory or leave the
//! shell. Whoever knows that `sudo rm x` runs `rm` says so: [`commands`] asks its second argument
//! what each command runs besides itself, and lists that too, within the same bounds.
//!
//! # What cannot be seen
//!
//! What a shell decides when it runs the text: the values of variables, except those that the text
//! sets once to a plain text, what a glob matches,
//! which aliases there are, and which branch is taken. A `cd` is taken to succeed, unless the caller
//! of [`commands_where`] knows better. Text that only
//! arithmetic evaluates (`let 'a[$(rm x)]'`) is text. Options of the shell are those it starts
//! with, save that an extended glob is one: `@(a|b)` is a syntax error to a bash without
//! `extglob`.
//!
//! # What is refused
//!
//! What bash does not take, save that a trailing backslash stays, and that the three parts of
//! `for ((;;))` are not counted. And what it takes but other shells read differently, where that
//! may hide a command or a word: a quote in an unquoted `${x:-'}` within double quotes, `$((a) )`,
//! globs and arrays with which zsh runs a command, here-documents that begin in a word of many
//! lines or in a substitution, and those that the text does not end.

mod ansi_c;
mod clauses;
mod command;
mod compound;
mod conditional;
mod constants;
mod cursor;
mod expanded_command;
mod expansion;
mod flow;
mod functions;
mod grammar;
mod heredoc;
mod leaves;
mod parse_error;
mod reader;
mod run;
mod shape;
mod token;
mod tree;
mod walk;
mod word;

pub use command::{Redirect, RedirectAccess, SimpleCommand, Word, WorkingDir};
pub use parse_error::Unparsed;
pub use run::{Place, Run, What};

use parse_error::{MAX_DEPTH, MAX_TEXT};
use reader::Reader;

/// The simple commands that the shell command line `text` would run, in the order they stand; a
/// command stands before those in its words, and before what `runs` says that it runs.
///
/// The grammar is that of bash, which contains that of other shells as far as they agree.
///
/// `runs` is asked for every command whose program is known, also for those that another one runs. It is
/// given the commands so far, the one that is meant as the last.
///
/// ```
/// use shell_syntax::{Place, Run, SimpleCommand};
///
/// let runs = |commands: &[SimpleCommand]| match commands.last() {
///     Some(sudo) if sudo.program() == Some("sudo") => {
///         vec![Run::command(1..sudo.words.len(), Place::Same)]
///     }
///     _ => vec![],
/// };
/// let found = shell_syntax::commands("cd db && sudo sqlite3 a 'DELETE FROM t' > log", &runs)?;
/// let programs: Vec<_> = found.iter().filter_map(|command| command.program()).collect();
/// assert_eq!(programs, ["cd", "sudo", "sqlite3"]);
/// assert_eq!(found[2].joined_args(), "a DELETE FROM t");
/// # Ok::<(), shell_syntax::Unparsed>(())
/// ```
///
/// # Errors
///
/// When no shell would take the text, when shells would take it differently, or when it goes
/// beyond a bound: 64 KiB of text, 16 levels of substitutions, 50 levels of compound commands,
/// 2,000 commands.
pub fn commands(
    text: &str,
    runs: &dyn Fn(&[SimpleCommand]) -> Vec<Run>,
) -> Result<Vec<SimpleCommand>, Unparsed> {
    commands_where(text, runs, &|_| true)
}

/// The same as [`commands`], where a `cd` may fail: `can_enter` tells whether one to a directory
/// is sure to succeed. What stands behind one that is not (`cd a; rm x`, but not
/// `cd a && rm x`) also runs where that leaves the shell: [`SimpleCommand::other_dirs`].
///
/// # Errors
///
/// Those of [`commands`].
pub fn commands_where(
    text: &str,
    runs: &dyn Fn(&[SimpleCommand]) -> Vec<Run>,
    can_enter: &dyn Fn(&WorkingDir) -> bool,
) -> Result<Vec<SimpleCommand>, Unparsed> {
    if text.len() > MAX_TEXT {
        return Err(Unparsed::new("the text is longer than 64 KiB"));
    }
    walk::commands(text, runs, can_enter)
}

/// A text as one word of a shell.
pub fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// The words of a text that is no script, as `env -S` splits it: quotes quote, and operators are
/// plain characters. `None` if a quote is not closed, or if there are substitutions.
pub fn words(text: &str) -> Option<Vec<Word>> {
    Reader::new(text, MAX_DEPTH).words().ok()
}
