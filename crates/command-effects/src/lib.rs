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

mod effects;
mod options;
mod risk;
mod shells;
mod wrapped;
mod wrappers;

pub use effects::{Anchor, Change, ChangeKind, Class, Effects, Extent, Unresolved, effects};
pub use risk::{Risk, RiskRule, Tier};
pub use shell_syntax::{Redirect, RedirectAccess, SimpleCommand, Unparsed, Word, WorkingDir};

/// The simple commands that the shell command line `text` would run, in the order they stand; a
/// command stands before those in its words, and a wrapper before what it runs.
///
/// The grammar is that of bash, which contains that of other shells as far as they agree.
///
/// ```
/// let found = command_effects::commands("cd db && sudo sqlite3 a 'DELETE FROM t' > log")?;
/// let programs: Vec<_> = found.iter().filter_map(|command| command.program()).collect();
/// assert_eq!(programs, ["cd", "sudo", "sqlite3"]);
/// assert_eq!(found[2].joined_args(), "a DELETE FROM t");
/// # Ok::<(), command_effects::Unparsed>(())
/// ```
///
/// # Errors
///
/// When no shell would take the text, when shells would take it differently, or when it goes
/// beyond a bound: 64 KiB of text, 16 levels of substitutions, 50 levels of compound commands,
/// 2,000 commands.
pub fn commands(text: &str) -> Result<Vec<SimpleCommand>, Unparsed> {
    shell_syntax::commands(text, &wrapped::runs)
}
