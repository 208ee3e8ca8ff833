//! The scripts that shells and builtins of a shell run.
//!
//! Bash manual, 6.1 "Invoking Bash" and 4.1 "Bourne Shell Builtins".

use std::rc::Rc;

use crate::Word;
use crate::lexed::Lexed;
use crate::options::Value;
use crate::wrapped::{Place, Runs, Wrapped};

/// What `name` runs with these words; `None` if it is no program that runs scripts.
pub(crate) fn scripts(
    name: &str,
    words: &[Rc<Lexed>],
    stdin: Option<&Rc<Lexed>>,
) -> Option<Vec<Wrapped>> {
    let found = match name {
        "sh" | "bash" | "zsh" | "dash" | "ksh" | "ksh93" | "mksh" | "ash" | "yash" | "rbash"
        | "fish" | "csh" | "tcsh" => {
            shell(words, stdin).into_iter().map(|script| as_read_by(name, script)).collect()
        }
        "eval" => {
            let start = operands(words);
            vec![Wrapped::joined(words, start..words.len(), Place::Here)]
        }
        "source" | "." => {
            let is_stdin = words.get(operands(words)).is_some_and(|word| is_stdin(&word.word.text));
            stdin.filter(|_| is_stdin).map(|text| on_stdin(text, Place::Here)).into_iter().collect()
        }
        "trap" => trap(words),
        "alias" => aliases(words),
        _ => return None,
    };
    Some(found)
}

/// The script of a shell: in the word that `-c` announces, or on standard input.
fn shell(words: &[Rc<Lexed>], stdin: Option<&Rc<Lexed>>) -> Vec<Wrapped> {
    let Invocation { command, reads_stdin, operand } = Invocation::read(words);
    let script = words.get(operand).map(|word| word.word.clone());
    match script {
        Some(word) if command => {
            let script = Wrapped::script(&Value { word, index: operand }, Place::Same);
            vec![Wrapped { arguments: Some(operand + 1), ..script }]
        }
        Some(word) if !reads_stdin && !is_stdin(&word.text) => vec![],
        _ => stdin.map(|text| on_stdin(text, Place::Same)).into_iter().collect(),
    }
}

/// Refuses a script that has constructs of bash which a plain `sh` takes for something else:
/// `((rm x))` is two subshells there, `$'\'` a whole word, and `[[ a || rm ]]` two commands.
fn as_read_by(shell: &str, script: Wrapped) -> Wrapped {
    let is_plain = matches!(shell, "sh" | "dash" | "ash" | "yash");
    match script.runs {
        Runs::Script(ref text) if is_plain && is_bash(&text.text) => {
            Wrapped { runs: Runs::Refused("a script that sh and bash read differently"), ..script }
        }
        _ => script,
    }
}

fn is_bash(text: &str) -> bool {
    let nested = text
        .match_indices("((")
        .any(|(at, _)| !text.get(..at).is_some_and(|before| before.ends_with('$')));
    nested || ["$'", "[[ ", "[[\t", "[[\n"].iter().any(|construct| text.contains(construct))
}

fn on_stdin(text: &Lexed, place: Place) -> Wrapped {
    let runs = Runs::Script(text.word.clone());
    Wrapped { reads_stdin: true, ..Wrapped::new(runs, place) }
}

fn is_stdin(path: &str) -> bool {
    matches!(path, "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0")
}

/// How a shell is called.
struct Invocation {
    /// The first operand is the script.
    command: bool,
    reads_stdin: bool,
    /// The index of the first operand.
    operand: usize,
}

impl Invocation {
    fn read(words: &[Rc<Lexed>]) -> Self {
        let mut call = Self { command: false, reads_stdin: false, operand: 1 };
        while let Some(word) = words.get(call.operand) {
            let text = word.word.text.as_str();
            let Some(letters) = text.strip_prefix(['-', '+']) else {
                break;
            };
            call.operand += 1;
            match letters.strip_prefix('-').unwrap_or(letters) {
                // `-` and `--` end the options.
                "" => break,
                "rcfile" | "init-file" => call.operand += 1,
                _ if letters.starts_with('-') => {}
                "norc" | "noprofile" | "noediting" | "posix" | "login" | "verbose" | "version"
                | "restricted" | "debugger" | "help" => {}
                letters => {
                    // The value of an `o` among the letters is the next word.
                    let values = letters.chars().filter(|letter| matches!(letter, 'o' | 'O'));
                    call.operand += values.count();
                    call.command |= text.starts_with('-') && letters.contains('c');
                    call.reads_stdin |= letters.contains('s');
                }
            }
        }
        call
    }
}

/// `trap SCRIPT SIGNAL...`
fn trap(words: &[Rc<Lexed>]) -> Vec<Wrapped> {
    let index = operands(words);
    let script = words.get(index).map(|word| word.word.clone());
    let signals = words.len().saturating_sub(index + 1);
    match script {
        Some(word) if signals > 0 && !word.text.starts_with('-') => {
            vec![Wrapped::script(&Value { word, index }, Place::Unknown)]
        }
        _ => vec![],
    }
}

/// `alias NAME=SCRIPT...`
fn aliases(words: &[Rc<Lexed>]) -> Vec<Wrapped> {
    let script = |(index, word): (usize, &Rc<Lexed>)| {
        let (_, text) = word.word.text.split_once('=')?;
        let word = Word { text: text.to_owned(), ..word.word.clone() };
        Some(Wrapped::script(&Value { word, index }, Place::Unknown))
    };
    words.iter().enumerate().skip(1).filter_map(script).collect()
}

/// The index of the first word after the name, and after a `--`.
fn operands(words: &[Rc<Lexed>]) -> usize {
    match words.get(1) {
        Some(word) if word.word.text == "--" => 2,
        _ => 1,
    }
}
