//! Splits a shell command line into the simple commands that it would run.
//!
//! [`commands`] answers from the text alone: which programs, with which words and redirections,
//! in which directory. It is meant for rules about commands that someone else writes, perhaps
//! someone who would rather not be understood: what could hide a command from us is an
//! [`Unparsed`], not a guess. Commands that might run are listed like those that will, so both
//! branches of an `if`, the body of a function, and the handler of a `trap`.
//!
//! # What is looked into
//!
//! Lists, pipelines, compound commands and functions; substitutions `$( )`, `` ` ` ``, `<( )` and
//! `>( )` wherever the shell expands them: in double quotes, assignments, arrays, parameter
//! expansions, arithmetic, tests, `case` words and here-documents with an unquoted delimiter. An
//! unquoted expansion in front of a command (`$SUDO rm x`), since it may be empty, and a brace
//! expansion (`{rm,x}`).
//!
//! Of programs nothing is known here, save of the builtins that change the directory or leave the
//! shell. Whoever knows that `sudo rm x` runs `rm` says so: [`commands`] asks its second argument
//! for each command what that runs besides itself, and walks it within the same bounds.
//!
//! # What cannot be seen
//!
//! What a shell decides when it runs the text: the values of variables, what a glob matches,
//! aliases, whether a `cd` fails, and quoted text that arithmetic evaluates (`let 'a[$(rm x)]'`).

mod ansi_c;
mod command;
mod compound;
mod cursor;
mod expanded;
mod expansion;
mod flow;
mod heredoc;
mod lexed;
mod lexer;
mod nesting;
mod redirections;
mod run;
mod script;
mod unparsed;
mod walk;
mod word;
mod working_dir;

pub use command::{Redirect, RedirectAccess, SimpleCommand, Word};
pub use run::{Place, Run, What};
pub use unparsed::Unparsed;
pub use working_dir::WorkingDir;

use unparsed::{MAX_DEPTH, MAX_TEXT};

/// The simple commands that the shell command line `text` would run, in the order they stand; a
/// command stands before those in its words, and before what `runs` says that it runs.
///
/// The grammar is that of bash, which contains that of other shells as far as they agree.
///
/// `runs` is asked for every command whose program is known, also for those that another one runs.
///
/// ```
/// use shell_syntax::{Place, Run, SimpleCommand};
///
/// let runs = |command: &SimpleCommand| match command.program() {
///     Some("sudo") => vec![Run::command(1..command.words.len(), Place::Same)],
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
    runs: &dyn Fn(&SimpleCommand) -> Vec<Run>,
) -> Result<Vec<SimpleCommand>, Unparsed> {
    if text.len() > MAX_TEXT {
        return Err(Unparsed::new("the text is longer than 64 KiB"));
    }
    walk::commands(text, runs)
}

/// The words of a text, operators among them, as `env -S` splits it; `None` if there are
/// substitutions in it.
pub fn words(text: &str) -> Option<Vec<Word>> {
    let script = lexer::lex(text, MAX_DEPTH).ok()?;
    Some(script.into_words().into_iter().map(|word| word.word.clone()).collect())
}
