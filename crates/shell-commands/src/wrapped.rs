//! What a command runs besides itself: the command behind `sudo`, the script of `sh -c`.

use std::ops::Range;
use std::rc::Rc;

use crate::lexed::Lexed;
use crate::lexer::lex;
use crate::options::{Options, Value};
use crate::shells;
use crate::wrappers::{RunsIn, Takes, Wrapper, wrapper};
use crate::{MAX_DEPTH, Word};

/// A command or script that a command runs.
#[derive(Debug)]
pub(crate) struct Wrapped {
    pub(crate) runs: Runs,
    pub(crate) place: Place,
    /// The words of the outer command that it is made of, with their substitutions.
    pub(crate) covers: Range<usize>,
    /// Whether it is the text on standard input.
    pub(crate) reads_stdin: bool,
    /// Where the positional parameters of the script begin, from `$0` on.
    pub(crate) arguments: Option<usize>,
}

#[derive(Debug)]
pub(crate) enum Runs {
    Command(Vec<Rc<Lexed>>),
    Script(Word),
    /// Something that is not understood, and why.
    Refused(&'static str),
}

/// Where it runs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Place {
    /// In the shell itself.
    Here,
    /// In a process in the same directory.
    Same,
    /// In this directory.
    In(Word),
    Unknown,
}

impl Wrapped {
    /// The command that the words from `start` on are.
    fn command(words: &[Rc<Lexed>], range: Range<usize>, place: Place) -> Self {
        let command = words.get(range.clone()).unwrap_or_default().to_vec();
        Self { covers: range, ..Self::new(Runs::Command(command), place) }
    }

    /// The script that a word is.
    pub(crate) fn script(value: &Value, place: Place) -> Self {
        let runs = Runs::Script(value.word.clone());
        Self { covers: value.index..value.index + 1, ..Self::new(runs, place) }
    }

    /// The script that words make when joined with blanks.
    pub(crate) fn joined(words: &[Rc<Lexed>], range: Range<usize>, place: Place) -> Self {
        let words = words.get(range.clone()).unwrap_or_default();
        let texts: Vec<&str> = words.iter().map(|word| word.word.text.as_str()).collect();
        let script = Word {
            text: texts.join(" "),
            literal: words.iter().all(|word| word.word.literal),
            splits: words.iter().any(|word| word.word.splits),
        };
        Self { covers: range, ..Self::new(Runs::Script(script), place) }
    }

    pub(crate) fn new(runs: Runs, place: Place) -> Self {
        Self { runs, place, covers: 0..0, reads_stdin: false, arguments: None }
    }
}

/// What the command `words` runs, with `stdin` as its input.
pub(crate) fn wrapped_by(words: &[Rc<Lexed>], stdin: Option<&Rc<Lexed>>) -> Vec<Wrapped> {
    let Some(program) = words.first() else {
        return vec![];
    };
    if !program.word.literal {
        return expanded(words).into_iter().collect();
    }
    let text = program.word.text.as_str();
    let name = text.rsplit('/').next().unwrap_or(text);
    let name = name.strip_prefix('=').unwrap_or(name);
    match name {
        "find" | "gfind" | "bfs" => return executed(words, &FIND),
        "fd" | "fdfind" => return executed(words, &FD),
        _ => {}
    }
    if let Some(scripts) = shells::scripts(name, words, stdin) {
        return scripts;
    }
    behind(name, words).into_iter().collect()
}

/// The command behind a wrapper.
fn behind(name: &str, words: &[Rc<Lexed>]) -> Option<Wrapped> {
    // What `time` leaves of itself where it is a reserved word, or `-` in zsh.
    let (name, start) = if name.starts_with('-') { ("time", 0) } else { (name, 1) };
    let wrapper = wrapper(name)?;
    let options = Options::read(words, start, wrapper.options);
    let place = if start == 0 { Place::Here } else { place(name, wrapper, &options) };
    match name {
        "command" if options.has(&["v", "V"]) => return None,
        "env" => {
            if let Some(value) = options.value(&["S", "split-string"]) {
                return Some(split(words, value, value.index + 1, place));
            }
        }
        _ => {}
    }
    if wrapper.takes == Takes::Option
        && let Some(value) = script_option(words, wrapper)
    {
        return Some(Wrapped::script(&value, place));
    }
    let assigns = |word: &&Rc<Lexed>| word.word.text.contains('=');
    let rest = words.iter().skip(options.operands);
    let operand = options.operands + rest.take_while(assigns).count() + wrapper.operands;
    let is_option = |word: &&Rc<Lexed>| word.word.text.starts_with('-');
    let start = operand + words.iter().skip(operand).take_while(is_option).count();
    let end = words
        .iter()
        .position(|word| wrapper.takes == Takes::Text && word.word.text.starts_with(":::"))
        .unwrap_or(words.len());
    match wrapper.takes {
        _ if start >= end => None,
        Takes::Text if !options.has(&["x", "exec"]) => {
            Some(Wrapped::joined(words, start..end, place))
        }
        _ => Some(Wrapped::command(words, start..end, place)),
    }
}

fn place(name: &str, wrapper: &Wrapper, options: &Options) -> Place {
    let target = match name {
        "env" => options.value(&["C", "chdir"]),
        "sudo" => options.value(&["D", "chdir"]),
        _ => None,
    };
    match (target, wrapper.runs) {
        (Some(value), _) => Place::In(value.word.clone()),
        (None, RunsIn::Process)
            if name == "sudo" && options.has(&["i", "login", "R", "chroot"]) =>
        {
            Place::Unknown
        }
        (None, RunsIn::Shell) => Place::Here,
        (None, RunsIn::Process) => Place::Same,
        (None, RunsIn::Elsewhere) => Place::Unknown,
    }
}

/// The value of `-c`, wherever it stands.
fn script_option(words: &[Rc<Lexed>], wrapper: &Wrapper) -> Option<Value> {
    let mut start = 1;
    while start < words.len() {
        let options = Options::read(words, start, wrapper.options);
        if let Some(value) = options.value(&["c", "C", "command", "session-command"]) {
            return Some(value.clone());
        }
        start = options.operands + 1;
    }
    None
}

/// `env -S 'words' more words`: the words stand for more words of `env`.
fn split(words: &[Rc<Lexed>], value: &Value, rest: usize, place: Place) -> Wrapped {
    let mut command: Vec<_> = words.first().cloned().into_iter().collect();
    if let Ok(script) = lex(&value.word.text, MAX_DEPTH) {
        command.extend(script.into_words());
    } else {
        let words = value.word.text.split_whitespace();
        command.extend(words.map(|word| Rc::new(Lexed::bare(word))));
    }
    command.extend(words.iter().skip(rest).cloned());
    Wrapped { covers: rest..words.len(), ..Wrapped::new(Runs::Command(command), place) }
}

/// What stands behind a program that the shell expands to nothing, or to a brace expansion.
fn expanded(words: &[Rc<Lexed>]) -> Option<Wrapped> {
    let program = words.first()?;
    let start = words.iter().take_while(|word| word.may_be_nothing()).count();
    if start > 0 {
        let range = start..words.len();
        return (!range.is_empty()).then(|| Wrapped::command(words, range, Place::Same));
    }
    let (before, braces) = program.word.text.split_once('{')?;
    let (inside, after) = braces.rsplit_once('}')?;
    if inside.contains(['{', '}']) || !inside.contains(',') {
        return None;
    }
    let parts = inside.split(',').map(|part| format!("{before}{part}{after}"));
    let parts = parts.filter(|part| !part.is_empty()).map(|part| Rc::new(Lexed::bare(&part)));
    let command = parts.chain(words.iter().skip(1).cloned()).collect();
    Some(Wrapped { covers: 1..words.len(), ..Wrapped::new(Runs::Command(command), Place::Same) })
}

/// How a program that searches files names what it runs for each.
struct Exec {
    options: &'static [&'static str],
    /// Those that run it in the directory of the file.
    elsewhere: &'static [&'static str],
}

const FIND: Exec = Exec { options: &["-exec", "-ok"], elsewhere: &["-execdir", "-okdir"] };
const FD: Exec = Exec { options: &["-x", "-X", "--exec", "--exec-batch"], elsewhere: &[] };

/// The commands after such options, each up to `;` or `{} +`.
fn executed(words: &[Rc<Lexed>], exec: &Exec) -> Vec<Wrapped> {
    let text = |index: usize| words.get(index).map_or("", |word| word.word.text.as_str());
    let mut found = vec![];
    let mut index = 1;
    while index < words.len() {
        let place = match text(index) {
            option if exec.options.contains(&option) => Place::Same,
            option if exec.elsewhere.contains(&option) => Place::Unknown,
            _ => {
                index += 1;
                continue;
            }
        };
        let start = index + 1;
        let ends = |at: &usize| {
            text(*at) == ";" || text(*at) == "+" && at.checked_sub(1).map(text) == Some("{}")
        };
        let end = (start..words.len()).find(ends).unwrap_or(words.len());
        if start < end {
            found.push(Wrapped::command(words, start..end, place));
        }
        index = end + 1;
    }
    found
}
