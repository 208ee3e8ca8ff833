//! What a command runs besides itself: the command behind `sudo`, the script of `sh -c`.

use shell_syntax::{Place, Run, SimpleCommand, What, Word};

use crate::options::{Options, Value};
use crate::shells;
use crate::wrappers::{RunsIn, Takes, Wrapper, wrapper};

/// What `command` runs.
pub(crate) fn runs(command: &SimpleCommand) -> Vec<Run> {
    let words = &command.words;
    let name = command.program().unwrap_or_default();
    match name {
        "find" | "gfind" | "bfs" => return executed(words, &FIND),
        "fd" | "fdfind" => return executed(words, &FD),
        _ => {}
    }
    if let Some(scripts) = shells::scripts(name, words, command.input.as_ref()) {
        return scripts;
    }
    behind(name, words).into_iter().collect()
}

/// The command behind a wrapper.
fn behind(name: &str, words: &[Word]) -> Option<Run> {
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
        return Some(Run::script(value.word, value.index, place));
    }
    let assigns = |word: &&Word| word.text.contains('=');
    let rest = words.iter().skip(options.operands);
    let operand = options.operands + rest.take_while(assigns).count() + wrapper.operands;
    let is_option = |word: &&Word| word.text.starts_with('-');
    let start = operand + words.iter().skip(operand).take_while(is_option).count();
    let end = words
        .iter()
        .position(|word| wrapper.takes == Takes::Text && word.text.starts_with(":::"))
        .unwrap_or(words.len());
    match wrapper.takes {
        _ if start >= end => None,
        Takes::Text if !options.has(&["x", "exec"]) => Some(Run::joined(words, start..end, place)),
        _ => Some(Run::command(start..end, place)),
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
fn script_option(words: &[Word], wrapper: &Wrapper) -> Option<Value> {
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
fn split(words: &[Word], value: &Value, rest: usize, place: Place) -> Run {
    let text = value.word.text.as_str();
    let plain = || text.split_whitespace().map(Word::plain).collect();
    let split = shell_syntax::words(text).unwrap_or_else(plain);
    let before = words.first().cloned().into_iter().chain(split).collect();
    Run { what: What::Command { before, words: rest..words.len() }, place }
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
fn executed(words: &[Word], exec: &Exec) -> Vec<Run> {
    let text = |index: usize| words.get(index).map_or("", |word| word.text.as_str());
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
            found.push(Run::command(start..end, place));
        }
        index = end + 1;
    }
    found
}
