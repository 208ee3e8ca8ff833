//! The notation in which the tests write what they expect.
//!
//! Commands have ` · ` between them. `[dir]` or `[?]` says where one runs, `^` that another one
//! runs it, `?` stands before a word that is not literal, and words that are empty or have blanks
//! are in `‹›`.

use std::fmt::Write as _;

use shell_syntax::{Place, RedirectAccess, Run, SimpleCommand, Unparsed, What, Word, WorkingDir};

/// Checks which commands are found in a text.
#[track_caller]
pub(crate) fn check(text: &str, expected: &str) {
    assert_eq!(shown(text).unwrap_or_else(|err| panic!("{text}\n{err}")), expected, "{text}");
}

/// Checks that a text is not understood, and why.
#[track_caller]
pub(crate) fn check_refused(text: &str, reason: &str) {
    match commands(text) {
        Ok(found) => panic!("{text}\n{found:?}"),
        Err(err) => assert_eq!(err.reason, reason, "{text}"),
    }
}

/// The commands of a text in this notation.
pub(crate) fn shown(text: &str) -> Result<String, Unparsed> {
    let found: Vec<String> = commands(text)?.iter().map(show).collect();
    Ok(found.join(" · "))
}

/// The commands of a text, with what [`runs`] says.
pub(crate) fn commands(text: &str) -> Result<Vec<SimpleCommand>, Unparsed> {
    shell_syntax::commands(text, &runs)
}

/// What a few programs run: `with x` runs `x`, `inside DIR x` runs it there, `at x` somewhere,
/// `eval x` reads it as a script, `sh -c x` in a shell of its own, and `sh` its input.
fn runs(command: &SimpleCommand) -> Vec<Run> {
    let words = &command.words;
    let rest = 1..words.len();
    let second = words.get(1);
    match (command.program(), second) {
        (Some("with"), Some(_)) => vec![Run::command(rest, Place::Same)],
        (Some("at"), Some(_)) => vec![Run::command(rest, Place::Unknown)],
        (Some("inside"), Some(dir)) => vec![Run::command(2..words.len(), Place::In(dir.clone()))],
        (Some("eval"), _) => vec![Run::joined(words, rest, Place::Here)],
        (Some("trap"), Some(text)) => vec![Run::script(text.clone(), 1, Place::Unknown)],
        (Some("twice"), Some(_)) => vec![
            Run {
                what: What::Command { before: vec![Word::plain("a")], words: rest.clone() },
                place: Place::Same,
            },
            Run::command(rest, Place::Same),
        ],
        (Some("sh"), None) => vec![Run { what: What::Input, place: Place::Same }],
        (Some("sh"), Some(option)) if option.text == "-c" => {
            let text = words.get(2).cloned().unwrap_or_else(|| Word::plain(""));
            let what = What::Script { text, words: 2..3, parameters: Some(3) };
            vec![Run { what, place: Place::Same }]
        }
        (Some("puzzle"), _) => {
            let unparsed = Unparsed::new("a puzzle");
            vec![Run { what: What::Unparsed(unparsed), place: Place::Same }]
        }
        _ => vec![],
    }
}

fn show(command: &SimpleCommand) -> String {
    let mut shown = match &command.dir {
        WorkingDir::Unchanged => String::new(),
        WorkingDir::Literal(dir) => format!("[{dir}] "),
        WorkingDir::Unknown => "[?] ".to_owned(),
    };
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
