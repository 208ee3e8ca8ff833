//! The scripts that shells and builtins of a shell run.
//!
//! Bash manual, 6.1 "Invoking Bash" and 4.1 "Bourne Shell Builtins".

use shell_syntax::{Place, Run, Unparsed, What, Word};

/// What `name` runs with these words; `None` if it is no program that runs scripts.
pub(crate) fn scripts(name: &str, words: &[Word], stdin: Option<&Word>) -> Option<Vec<Run>> {
    let found = match name {
        "sh" | "bash" | "zsh" | "dash" | "ksh" | "ksh93" | "mksh" | "ash" | "yash" | "rbash"
        | "fish" | "csh" | "tcsh" => {
            shell(words, stdin).into_iter().map(|run| as_read_by(name, run, stdin)).collect()
        }
        "eval" => {
            let start = operands(words);
            vec![Run::joined(words, start..words.len(), Place::Here)]
        }
        "source" | "." => {
            let is_stdin = words.get(operands(words)).is_some_and(|word| is_stdin(&word.text));
            on_stdin(stdin.filter(|_| is_stdin), Place::Here)
        }
        "trap" => trap(words),
        "alias" => aliases(words),
        _ => return None,
    };
    Some(found)
}

/// The script of a shell: in the word that `-c` announces, or on standard input.
fn shell(words: &[Word], stdin: Option<&Word>) -> Vec<Run> {
    let Invocation { command, reads_stdin, operand } = Invocation::read(words);
    match words.get(operand) {
        Some(word) if command => {
            let text = word.clone();
            let parameters = Some(operand + 1);
            let what = What::Script { text, words: operand..operand + 1, parameters };
            vec![Run { what, place: Place::Same }]
        }
        Some(word) if !reads_stdin && !is_stdin(&word.text) => vec![],
        _ => on_stdin(stdin, Place::Same),
    }
}

/// Refuses a script that has constructs of bash which a plain `sh` takes for something else:
/// `((rm x))` is two subshells there, `$'\'` a whole word, and `[[ a || rm ]]` two commands.
fn as_read_by(shell: &str, run: Run, stdin: Option<&Word>) -> Run {
    let is_plain = matches!(shell, "sh" | "dash" | "ash" | "yash");
    let text = match &run.what {
        What::Script { text, .. } => Some(text),
        What::Input => stdin,
        _ => None,
    };
    if is_plain && text.is_some_and(|text| is_bash(&text.text)) {
        let unparsed = Unparsed::new("a script that sh and bash read differently");
        return Run { what: What::Unparsed(unparsed), ..run };
    }
    run
}

fn is_bash(text: &str) -> bool {
    let nested = text
        .match_indices("((")
        .any(|(at, _)| !text.get(..at).is_some_and(|before| before.ends_with('$')));
    nested || ["$'", "[[ ", "[[\t", "[[\n"].iter().any(|construct| text.contains(construct))
}

fn on_stdin(stdin: Option<&Word>, place: Place) -> Vec<Run> {
    stdin.map(|_| Run { what: What::Input, place }).into_iter().collect()
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
    fn read(words: &[Word]) -> Self {
        let mut call = Self { command: false, reads_stdin: false, operand: 1 };
        while let Some(word) = words.get(call.operand) {
            let text = word.text.as_str();
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
fn trap(words: &[Word]) -> Vec<Run> {
    let index = operands(words);
    let signals = words.len().saturating_sub(index + 1);
    match words.get(index) {
        Some(word) if signals > 0 && !word.text.starts_with('-') => {
            vec![Run::script(word.clone(), index, Place::Unknown)]
        }
        _ => vec![],
    }
}

/// `alias NAME=SCRIPT...`
fn aliases(words: &[Word]) -> Vec<Run> {
    let script = |(index, word): (usize, &Word)| {
        let (_, text) = word.text.split_once('=')?;
        let text = Word { text: text.to_owned(), ..word.clone() };
        Some(Run::script(text, index, Place::Unknown))
    };
    words.iter().enumerate().skip(1).filter_map(script).collect()
}

/// The index of the first word after the name, and after a `--`.
fn operands(words: &[Word]) -> usize {
    match words.get(1) {
        Some(word) if word.text == "--" => 2,
        _ => 1,
    }
}
