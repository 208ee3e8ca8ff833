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
//! expansions, arithmetic, tests, `case` words and here-documents with an unquoted delimiter.
//!
//! Wrappers are listed, and then the command that they run:
//! - shells (`sh`, `bash`, `zsh`, `dash`, `ksh`, ...) with `-c TEXT`, or with a here-document or
//!   here-string as their script; `eval`, `source /dev/stdin`, `trap` and `alias`;
//! - `sudo`, `doas`, `pkexec`, `gosu`, `su-exec`, `su -c`, `runuser`, `env` (with `-S` and `-C`),
//!   `chroot`, `unshare`, `nsenter`, `setpriv`, `fakeroot`, `systemd-run`, `systemd-inhibit`;
//! - `nice`, `ionice`, `chrt`, `taskset`, `numactl`, `prlimit`, `choom`, `setarch`, `linux64`,
//!   `nohup`, `setsid`, `timeout`, `time`, `stdbuf`, `unbuffer`, `script`, `flock`, `strace`,
//!   `ltrace`, `valgrind`, `caffeinate`, `rlwrap`, `tini`, `dumb-init`, `watch`;
//! - `command`, `builtin`, `exec`, `busybox`, `toybox`; of zsh `noglob`, `nocorrect`, `repeat`;
//! - `xargs`, `parallel`, `sem`, `find -exec` and its relatives, `fd -x`;
//! - an unquoted expansion in front of a command (`$SUDO rm x`), since it may be empty, and a
//!   brace expansion (`{rm,x}`).
//!
//! # What a line changes
//!
//! [`effects`] looks up what each of the commands does to files: which it writes, removes, moves,
//! marks or links, where it writes to a file that the text does not tell, and of which programs
//! nothing is known, such as build tools and test runners. It judges the risk of the line on the
//! way. The rules stand in `effects/families`, the risks in `risk/table.txt`.
//!
//! It errs to the side of an unresolved change: expansions, what a pipe feeds to a shell or an
//! interpreter, an `eval` or `sh -c` of an expansion, an alias or a link that the same line makes,
//! and texts that are not understood are all such.
//!
//! # What cannot be seen
//!
//! This is a guard rail and no sandbox. A text does not tell:
//! - what a program does of which nothing is known. `make`, `npm run x`, `./script` and
//!   `python a.py` may write anywhere, and a file that was written in one call may be run in the
//!   next; only a shell that runs a file which its own line writes is noticed;
//! - what a configuration makes of a program that is known: hooks and filters of git, `~/.bashrc`
//!   of a login shell, plugins of a formatter, or another program of that name in the `PATH`;
//! - where a link leads that is there already: who asks has to resolve the paths of the changes;
//! - what a variable from outside of the line holds: in `sort $X`, it may be `-o file`, and a
//!   `cd` may fail or a glob match a link;
//! - what a program of an interpreter does behind names that are built at run time in a way the
//!   scanner does not know, or in the modules that it loads: it looks for signs of writing and
//!   does not understand the language;
//! - what a patch, an archive or a script in a file says: where it matters, that is unresolved.
//!
//! Not looked into for commands: what a pipe feeds to a shell, what runs elsewhere (`ssh`, `docker exec`),
//! files of commands (`make`, `. file`), other languages (`python -c`, `awk`, `git -c alias...`),
//! and quoted text that arithmetic evaluates (`let 'a[$(rm x)]'`).

mod ansi_c;
mod compound;
mod cursor;
mod dir;
mod effects;
mod expansion;
mod heredoc;
mod lexed;
mod lexer;
mod nesting;
mod options;
mod redirections;
mod risk;
mod script;
mod shells;
mod walk;
mod word;
mod wrapped;
mod wrappers;

use std::fmt;

pub use effects::{Anchor, Change, ChangeKind, Class, Effects, Extent, Unresolved, effects};
pub use risk::{Risk, RiskRule, Tier};

/// The longest text that is read, in bytes.
const MAX_TEXT: usize = 64 * 1024;

/// How deep substitutions and scripts may stand in each other.
const MAX_DEPTH: usize = 16;

/// The most commands that are listed.
const MAX_COMMANDS: usize = 2_000;

/// The simple commands that the shell command line `text` would run, in the order they stand; a
/// command stands before those in its words, and a wrapper before what it runs.
///
/// The grammar is that of bash, which contains that of other shells as far as they agree.
///
/// ```
/// let found = shell_commands::commands("cd db && sudo sqlite3 a 'DELETE FROM t' > log")?;
/// let programs: Vec<_> = found.iter().filter_map(|command| command.program()).collect();
/// assert_eq!(programs, ["cd", "sudo", "sqlite3"]);
/// assert_eq!(found[2].joined_args(), "a DELETE FROM t");
/// # Ok::<(), shell_commands::Unparsed>(())
/// ```
///
/// # Errors
///
/// When no shell would take the text, when shells would take it differently, or when it goes
/// beyond a bound: 64 KiB of text, 16 levels of substitutions, 50 levels of compound commands,
/// 2,000 commands.
pub fn commands(text: &str) -> Result<Vec<SimpleCommand>, Unparsed> {
    if text.len() > MAX_TEXT {
        return Err(Unparsed::new("the text is longer than 64 KiB"));
    }
    walk::commands(text)
}

/// A program with its arguments, or redirections alone (`> file`, `{ ...; } > file`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimpleCommand {
    /// The program and its arguments. Assignments before a program are none of them.
    pub words: Vec<Word>,
    /// The files that the shell opens for it.
    pub redirects: Vec<Redirect>,
    /// Where it runs.
    pub dir: WorkingDir,
    /// Whether another command runs it; that one is listed before it.
    pub wrapped: bool,
    /// The place in the list of the command that runs it, or runs the script in which it stands.
    pub runner: Option<usize>,
    /// The assignments before the program, as `NAME=value`.
    pub assignments: Vec<Word>,
    /// The here-document or here-string on its standard input.
    pub input: Option<Word>,
    /// Whether it runs a script that is not known in full, because expansions are part of it.
    pub opaque: bool,
}

impl SimpleCommand {
    /// The base name of the program (`sqlite3` for `/usr/bin/sqlite3`); an expansion as it is
    /// written. `None` if there are only redirections.
    pub fn program(&self) -> Option<&str> {
        let program = self.words.first()?;
        let text = program.text.as_str();
        let base = text.rsplit('/').next().unwrap_or(text);
        let readable = |next: char| next.is_ascii_alphanumeric() || "._+-".contains(next);
        Some(match program.literal {
            // In zsh `=rm` is the path of `rm`.
            true => base.strip_prefix('=').unwrap_or(base),
            false if !base.is_empty() && base.chars().all(readable) => base,
            false => text,
        })
    }

    /// The words after the program.
    pub fn args(&self) -> impl Iterator<Item = &Word> {
        self.words.iter().skip(1)
    }

    /// The words after the program, with one blank between each.
    pub fn joined_args(&self) -> String {
        let args: Vec<&str> = self.args().map(|word| word.text.as_str()).collect();
        args.join(" ")
    }
}

/// A word after quote removal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The text; expansions, globs and braces stay as they are written.
    pub text: String,
    /// Whether the shell passes exactly this text: it has no expansion, glob, brace or tilde.
    pub literal: bool,
    /// Whether an expansion stands in it unquoted, so that it may become several words or none.
    pub splits: bool,
}

impl Word {
    /// A word of which the shell passes exactly `text`.
    pub(crate) fn plain(text: &str) -> Self {
        Self { text: text.to_owned(), literal: true, splits: false }
    }
}

/// A file that the shell opens for a command. `2>&1` opens none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirect {
    /// What for.
    pub access: RedirectAccess,
    /// Its path, relative to the command's directory.
    pub target: Word,
}

/// What a redirection opens a file for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedirectAccess {
    /// `<`
    Read,
    /// `>`, `>>`, `>|`, `&>`, `&>>`, `>&file`
    Write,
    /// `<>`
    ReadWrite,
}

/// The directory in which a command runs, seen from that in which the shell starts.
///
/// Every `cd` before the command is taken to have succeeded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkingDir {
    /// Where the shell starts.
    Unchanged,
    /// This path: absolute, or relative to where the shell starts. `.` and `..` are resolved
    /// lexically.
    Literal(String),
    /// The text does not tell.
    Unknown,
}

/// A text that is not understood as far as it would have to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unparsed {
    /// Why, as a lower-case fragment.
    pub reason: String,
}

impl Unparsed {
    pub(crate) fn new(reason: &str) -> Self {
        Self { reason: reason.to_owned() }
    }
}

impl fmt::Display for Unparsed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.reason)
    }
}

impl std::error::Error for Unparsed {}
