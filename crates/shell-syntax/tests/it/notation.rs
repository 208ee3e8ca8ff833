//! What is found in a text, in the notation of the tests, by what a few programs run.

use shell_syntax::{Place, Run, SimpleCommand, Unparsed, What, Word, WorkingDir};

use crate::printer::show_all;

/// Checks which commands are found in a text.
#[track_caller]
pub(crate) fn check(text: &str, expected: &str) {
    assert_eq!(shown(text).unwrap_or_else(|err| panic!("{text}\n{err}")), expected, "{text}");
}

/// The same where no `cd` is sure to succeed that leads to a directory called `none`, or below one.
#[track_caller]
pub(crate) fn check_doubted(text: &str, expected: &str) {
    let can_enter = |dir: &WorkingDir| match dir {
        WorkingDir::Literal(dir) => dir.split('/').all(|part| part != "none"),
        WorkingDir::Unchanged | WorkingDir::Unknown => true,
    };
    let found = shell_syntax::commands_where(text, &runs, &can_enter).unwrap();
    assert_eq!(show_all(&found), expected, "{text}");
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
    Ok(show_all(&commands(text)?))
}

/// The commands of a text, with what [`runs`] says.
pub(crate) fn commands(text: &str) -> Result<Vec<SimpleCommand>, Unparsed> {
    shell_syntax::commands(text, &runs)
}

/// What a few programs run: `with x` runs `x`, `inside DIR x` runs it there, `at x` somewhere,
/// `eval x` reads it as a script, `sh -c x` in a shell of its own, and `sh` its input.
fn runs(commands: &[SimpleCommand]) -> Vec<Run> {
    let command = commands.last().unwrap();
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
