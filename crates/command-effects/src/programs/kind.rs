//! The kinds of programs that run other code.

use super::{Words, built_in};

/// The kind of a program that runs other code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It runs code in a language of its own: `python3`, `node`, `perl`.
    Interpreter,
    /// It runs commands of a shell: `bash`, `fish`.
    Shell,
    /// It manages terminals for other programs: `tmux`, `screen`.
    Multiplexer,
    /// It runs another program: `sudo`, `env`, `xargs`.
    Runner,
}

/// The kind of a program in the table, if it runs others. Its name may contain a version.
///
/// ```
/// use command_effects::{Kind, kind};
///
/// assert_eq!(kind("python3.12"), Some(Kind::Interpreter));
/// assert_eq!(kind("zsh"), Some(Kind::Shell));
/// assert_eq!(kind("tmux"), Some(Kind::Multiplexer));
/// assert_eq!(kind("sudo"), Some(Kind::Runner));
/// assert_eq!(kind("ls"), None);
/// ```
pub fn kind(program: &str) -> Option<Kind> {
    let line = built_in(program).find(|line| line.head.is_empty())?;
    let has = |wanted: &[&str]| Words(line.rest).any(|word| wanted.contains(&word));
    let runs = || Words(line.rest).any(|word| word.starts_with("command="));
    Some(match () {
        () if has(&["special=code"]) => Kind::Interpreter,
        () if has(&["special=shell", "special=pwsh"]) => Kind::Shell,
        () if has(&["multiplexer"]) => Kind::Multiplexer,
        () if runs() || has(&["special=find", "special=fd", "special=parallel"]) => Kind::Runner,
        () => return None,
    })
}
