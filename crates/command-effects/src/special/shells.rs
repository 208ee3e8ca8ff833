//! Shells, and the builtins that run scripts: `eval`, `source`, `trap`, `alias`.
//!
//! Bash manual, 6.1 "Invoking Bash" and 4.1 "Bourne Shell Builtins".

use shell_syntax::{Place, Run, SimpleCommand, Unparsed, What, Word};

use crate::args::Args;
use crate::call::{Call, is_process_substitution, is_stdin};
use crate::judgement::{Anchor, Extent};
use crate::programs::Entry;
use crate::scripts::{Script, put_into};
use crate::sink::Sink;
use crate::target::{Variables, target};

/// Notes a script of a shell that is neither an operand nor part of the text.
pub(crate) fn shell(call: &Call<'_>, sink: &mut Sink<'_>, entry: &Entry<'_>) {
    // Behind its script, or behind the text of `-c`, stand parameters.
    let args = Args::read(&call.words, entry.settings.syntax, 1);
    if args.has("--rcfile,--init-file") {
        sink.runs_unseen("an option names a script that it runs");
    }
    // It keeps what it is told in the person's history.
    if args.has("-i") && !args.has("-c") {
        sink.unknown();
    }
    let script = args.operands.first().filter(|_| !args.has("-cs"));
    if call.runs_another() || call.command.opaque {
        // Its text is known if the line comes to where it is written.
        if let Some(script) = script.filter(|script| !is_stdin(&script.text)) {
            sink.read(script, Extent::File);
            sink.runs_told_file(script);
            sink.unknown();
        }
        return;
    }
    // It is read, and not run, unless a person types it or `+n` says the contrary.
    let turns_off = call.words.iter().any(|word| word.text.starts_with('+'));
    if let Some(script) =
        script.filter(|script| args.has("-n") && !args.has("-i") && !turns_off && script.literal)
    {
        return sink.read(script, Extent::File);
    }
    match script {
        Some(script) if is_process_substitution(script) || is_stdin(&script.text) => {
            sink.runs_unseen("its script is the output of a command");
        }
        Some(script) => file(sink, script),
        None if args.has("--version,--help") => {}
        None if args.has("-c") && args.operands.first().is_some_and(|code| code.literal) => {}
        None if call.input().is_some_and(|input| input.literal) => {}
        None => sink.runs_unseen("its script comes from its input"),
    }
}

/// Notes a script that the shell itself reads.
pub(crate) fn source(call: &Call<'_>, sink: &mut Sink<'_>) {
    match call.words.iter().find(|word| word.text != "--") {
        Some(script) if is_process_substitution(script) => {
            sink.runs_unseen("its script is the output of a command");
        }
        Some(script) if is_stdin(&script.text) && call.input().is_none() => {
            sink.runs_unseen("its script comes from its input");
        }
        Some(script) if is_stdin(&script.text) => {}
        Some(script) => file(sink, script),
        None => {}
    }
}

/// A script in a file is a program of which nothing is known, except that it must be the one
/// that stands there now.
fn file(sink: &mut Sink<'_>, script: &Word) {
    sink.read(script, Extent::File);
    sink.runs_file(script);
    sink.unknown();
}

/// The script of a shell: in the word that `-c` announces, on standard input, or in a file into which the
/// commands before it put a text of the line.
pub(crate) fn script(
    shell: &SimpleCommand,
    before: &[SimpleCommand],
    is_posix_only: bool,
) -> Vec<Run> {
    let words = &shell.words;
    let input = shell.input.as_ref();
    let Invocation { command, reads_stdin, operand } = Invocation::read(words);
    let runs = match words.get(operand) {
        Some(word) if command => {
            let text = word.clone();
            let parameters = Some(operand + 1);
            let what = What::Script { text, words: operand..operand + 1, parameters };
            vec![Run { what, place: Place::Same }]
        }
        Some(word) if !reads_stdin && !is_stdin(&word.text) => {
            let run = |text| {
                let what =
                    What::Script { text, words: operand..operand + 1, parameters: Some(operand) };
                Run { what, place: Place::Same }
            };
            put_by_the_line(shell, before, word).map(run).into_iter().collect()
        }
        _ => on_stdin(input, Place::Same),
    };
    let as_read = |run| if is_posix_only { as_read_by_all(run, input) } else { run };
    runs.into_iter().map(as_read).collect()
}

/// What the commands before a shell put into the file that it reads.
fn put_by_the_line(command: &SimpleCommand, before: &[SimpleCommand], file: &Word) -> Option<Word> {
    let variables = Variables::default();
    let target = target(file, &command.dir, variables).ok().flatten()?;
    if target.anchor != Anchor::Start || target.reach.is_some() {
        return None;
    }
    match put_into(before, &target.path, variables)? {
        Script::Told(text) => Some(text),
        Script::Unseen => None,
    }
}

/// The script that the words of `eval` make.
pub(crate) fn evaluated(words: &[Word]) -> Vec<Run> {
    vec![Run::joined(words, operands(words)..words.len(), Place::Here)]
}

/// The script on standard input that `source /dev/stdin` reads.
pub(crate) fn sourced(command: &SimpleCommand) -> Vec<Run> {
    let words = &command.words;
    let is_stdin = words.get(operands(words)).is_some_and(|word| is_stdin(&word.text));
    on_stdin(command.input.as_ref().filter(|_| is_stdin), Place::Here)
}

/// Refuses a script that has constructs of bash which a plain `sh` takes for something else:
/// `((rm x))` is two subshells there, `$'\'` a whole word, and `[[ a || rm ]]` two commands.
fn as_read_by_all(run: Run, stdin: Option<&Word>) -> Run {
    let text = match &run.what {
        What::Script { text, .. } => Some(text),
        What::Input => stdin,
        _ => None,
    };
    if text.is_some_and(|text| is_bash(&text.text)) {
        let unparsed = Unparsed::new("a script that sh and bash read differently");
        return Run { what: What::Unparsed(unparsed), ..run };
    }
    run
}

fn is_bash(text: &str) -> bool {
    let nested = text
        .match_indices("((")
        .any(|(at, _)| !text.get(..at).is_some_and(|before| before.ends_with('$')));
    let constructs = ["$'", "$\"", "[[ ", "[[\t", "[[\n", "pushd", "popd"];
    nested || constructs.iter().any(|construct| text.contains(construct))
}

fn on_stdin(stdin: Option<&Word>, place: Place) -> Vec<Run> {
    stdin.map(|_| Run { what: What::Input, place }).into_iter().collect()
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
pub(crate) fn trapped(words: &[Word]) -> Vec<Run> {
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
pub(crate) fn aliased(words: &[Word]) -> Vec<Run> {
    let script = |(index, word): (usize, &Word)| {
        let (_, text) = word.text.split_once('=')?;
        let text = Word { text: text.to_owned(), ..word.clone() };
        Some(Run::script(text, index, Place::Unknown))
    };
    words.iter().enumerate().skip(1).filter_map(script).collect()
}

/// The commands of `pwsh -Command`, where they have none of the signs that a shell reads otherwise.
pub(crate) fn of_powershell(words: &[Word]) -> Vec<Run> {
    const FOREIGN: [char; 11] = ['\\', '`', '{', '}', '%', '|', '(', ')', '@', '$', '&'];
    let is_option = |word: &Word| {
        let name = word.text.trim_start_matches('-').to_ascii_lowercase();
        word.text.starts_with('-') && matches!(name.as_str(), "c" | "command")
    };
    let Some(from) = words.iter().position(is_option).map(|at| at + 1) else {
        return vec![];
    };
    let told = words.get(from..).unwrap_or_default();
    let is_plain = |word: &Word| word.literal && !word.text.contains(FOREIGN);
    if told.is_empty() || !told.iter().all(is_plain) {
        return vec![];
    }
    vec![Run::joined(words, from..words.len(), Place::Same)]
}

/// The index of the first word after the name, and after a `--`.
fn operands(words: &[Word]) -> usize {
    match words.get(1) {
        Some(word) if word.text == "--" => 2,
        _ => 1,
    }
}
