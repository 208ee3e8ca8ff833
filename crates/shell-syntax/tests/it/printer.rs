//! The notation in which the tests write what they expect.
//!
//! Commands have ` · ` between them. `[dir]` or `[?]` says where one runs, `[or dir]` where else if a
//! `cd` fails, `^` that another one runs it, `?` stands before a word that is not literal, and words
//! that are empty or have blanks are in `‹›`.

use std::fmt::Write as _;

use shell_syntax::{RedirectAccess, SimpleCommand, Word, WorkingDir};

/// Commands in this notation.
pub(crate) fn show_all(commands: &[SimpleCommand]) -> String {
    commands.iter().map(show).collect::<Vec<_>>().join(" · ")
}

fn show(command: &SimpleCommand) -> String {
    let mut shown = match &command.dir {
        WorkingDir::Unchanged => String::new(),
        WorkingDir::Literal(dir) => format!("[{dir}] "),
        WorkingDir::Unknown => "[?] ".to_owned(),
    };
    for other in &command.other_dirs {
        let _ = match other {
            WorkingDir::Unchanged => write!(shown, "[or .] "),
            WorkingDir::Literal(dir) => write!(shown, "[or {dir}] "),
            WorkingDir::Unknown => write!(shown, "[or ?] "),
        };
    }
    if command.wrapped {
        shown.push_str("^ ");
    }
    let words: Vec<String> = command.words.iter().map(show_word).collect();
    shown.push_str(&words.join(" "));
    for redirect in &command.redirects {
        let access = match redirect.access {
            RedirectAccess::Read => "<",
            RedirectAccess::Write => ">",
            RedirectAccess::ReadWrite => "<>",
        };
        let _ = write!(shown, " {access}{}", show_word(&redirect.target));
    }
    shown
}

fn show_word(word: &Word) -> String {
    let mark = if word.literal { "" } else { "?" };
    if word.text.is_empty() || word.text.contains(char::is_whitespace) {
        return format!("{mark}‹{}›", word.text);
    }
    format!("{mark}{}", word.text)
}
