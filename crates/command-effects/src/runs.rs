//! What a command runs besides itself: the command behind `sudo`, the script of `sh -c`.

use shell_syntax::{Place, Run, SimpleCommand, What, Word};

use crate::items::{replaced, told_items};
use crate::programs::{ASSIGNS, Entry, Key, Programs, RUNS, Switch, items};
use crate::reading::Reading;
use crate::special::{code, find, git, shells};
use crate::variables::scripts;

/// What the last of the commands runs.
pub(crate) fn runs(programs: &Programs, commands: &[SimpleCommand]) -> Vec<Run> {
    let Some((command, before)) = commands.split_last() else { return vec![] };
    let name = command.program().unwrap_or_default();
    // What `time` leaves of itself where it is a reserved word, or `-` in zsh.
    let (name, start) = if name.starts_with('-') { ("time", 0) } else { (name, 1) };
    let args = command.words.get(start..).unwrap_or_default();
    let mut obeyed = by_variables(&command.assignments, &command.words);
    if programs.says(name, ASSIGNS) {
        obeyed.extend(by_variables(args, &command.words));
    }
    if programs.lines(name, RUNS).next().is_none() {
        return obeyed;
    }
    let known = programs.known(name, args);
    let entries = known.built_in.iter().chain(&known.own);
    let runs = |entry: &Entry<'_>| match entry.settings.special {
        "find" => find::runs(&command.words, &find::FIND),
        "fd" => find::runs(&command.words, &find::FD),
        "shell" => shells::script(command, before, entry.settings.has(Switch::PosixOnly)),
        "eval" => shells::evaluated(&command.words),
        "source" => shells::sourced(command),
        "trap" => shells::trapped(&command.words),
        "alias" => shells::aliased(&command.words),
        "pwsh" => shells::of_powershell(&command.words),
        "git" => of_git(programs, before, command),
        "awk" => code::strings::runs_in(args),
        "code" => {
            let mut runs = module(&command.words, entry);
            runs.extend(code::program_in_file(name, args).map(|inner| {
                let before = vec![Word::plain(inner)];
                let words = start + 1..command.words.len();
                Run { what: What::Command { before, words }, place: Place::Same }
            }));
            let codes = code::codes(args, command.input.as_ref(), entry.settings);
            runs.extend(code::strings::runs_in(&codes));
            runs
        }
        _ => behind(command, entry, start),
    };
    entries.flat_map(runs).chain(obeyed).collect()
}

/// What programs run by the variables that a command is given.
fn by_variables(assignments: &[Word], words: &[Word]) -> Vec<Run> {
    let end = words.len();
    let run = |text| {
        let what = What::Script { text, words: end..end, parameters: None };
        Run { what, place: Place::Same }
    };
    scripts(assignments).map(run).collect()
}

/// What git runs by its settings, and by the line of its subcommand.
fn of_git(programs: &Programs, before: &[SimpleCommand], command: &SimpleCommand) -> Vec<Run> {
    let (mut runs, place) = git::alias::runs(before, command);
    let Some(at) = place else { return runs };
    let known = programs.known("git", command.words.get(at..).unwrap_or_default());
    let entries = known.built_in.iter().chain(&known.own).filter(|entry| entry.behind > 0);
    runs.extend(entries.flat_map(|entry| behind(command, entry, at)));
    runs
}

/// The commands and scripts that a wrapper, whose arguments begin at `start`, runs.
fn behind(command: &SimpleCommand, entry: &Entry<'_>, start: usize) -> Vec<Run> {
    let is_wrapper = |key| matches!(key, Key::Command | Key::Script);
    if !entry.clauses.iter().any(|clause| is_wrapper(clause.key)) {
        return vec![];
    }
    let words = &command.words;
    let reading = Reading::new(entry, words.get(start..).unwrap_or_default(), command, "");
    let place = if start == 0 { Place::Here } else { place(&reading) };
    let first = start + entry.behind;
    if entry.settings.special == "env"
        && let Some(value) = reading.args.values("-S,--split-string").next()
    {
        return vec![split(words, &value.word, first + value.place + 1, place)];
    }
    let (mut runs, script_at) = scripts_of_options(command, &reading, first, &place);
    for clause in reading.clauses(Key::Command) {
        let from = if clause.value.starts_with('-') {
            behind_option(words.get(first..).unwrap_or_default(), clause.value)
        } else {
            operand(&reading, clause.value)
        };
        if let Some(run) = in_image(words, &reading, first, &place) {
            runs.push(run);
            continue;
        }
        let Some(from) = from.map(|at| first + at).filter(|at| *at < words.len()) else {
            continue;
        };
        if entry.settings.special == "xargs"
            && let Some(told) = told_items(command)
        {
            runs.extend(with_told(
                words,
                from,
                replaced(entry, words.get(1..).unwrap_or_default()),
                told,
            ));
            continue;
        }
        // What looks like the script of a wrapper may be an option of the command behind it.
        if script_at.is_some_and(|at| at <= from) {
            continue;
        }
        runs.push(match reading.package() {
            Some(program) => {
                let before = vec![Word::plain(program)];
                let what = What::Command { before, words: from + 1..words.len() };
                Run { what, place: place.clone() }
            }
            None => Run::command(from..words.len(), place.clone()),
        });
    }
    runs
}

/// The scripts that a wrapper runs, and where the first stands that an option names.
fn scripts_of_options(
    command: &SimpleCommand,
    reading: &Reading<'_>,
    first: usize,
    place: &Place,
) -> (Vec<Run>, Option<usize>) {
    let words = &command.words;
    let (mut runs, mut script_at) = (vec![], None);
    for clause in reading.clauses(Key::Script) {
        runs.extend(by_input(command, clause.value, place));
        for value in reading.args.values(clause.value) {
            let at = first + value.place;
            script_at = Some(script_at.map_or(at, |before: usize| before.min(at)));
            runs.push(Run::script(value.word.clone(), at, place.clone()));
        }
        if let Some(from) = operand(reading, clause.value).map(|at| first + at) {
            let end = words.iter().position(|word| word.text.starts_with(":::"));
            let range = from..end.unwrap_or(words.len());
            runs.extend((!range.is_empty()).then(|| Run::joined(words, range, place.clone())));
        }
    }
    (runs, script_at)
}

/// The program that an image runs with the words behind it: that of `--entrypoint`, or the one after which it is
/// called (`docker run alpine/git status`).
fn in_image(words: &[Word], reading: &Reading<'_>, first: usize, place: &Place) -> Option<Run> {
    if !reading.entry.settings.syntax.has_named_value("entrypoint") {
        return None;
    }
    let [image, rest @ ..] = reading.args.operands.as_slice() else { return None };
    let given = reading.args.value("--entrypoint");
    let named = || {
        let (_, name) = image.text.rsplit_once('/')?;
        let name = name.split([':', '@']).next().filter(|name| Programs::has(name))?;
        let is_told = rest.first().is_some_and(|word| Programs::has(&word.text));
        (!is_told).then(|| Word::plain(name))
    };
    let program = given.cloned().or_else(named)?;
    let from = first + reading.args.places.first()? + 1;
    let what = What::Command { before: vec![program], words: from..words.len() };
    Some(Run { what, place: place.clone() })
}

/// The script that a wrapper without a command reads on its input, where a line says so.
fn by_input(command: &SimpleCommand, said: &str, place: &Place) -> Option<Run> {
    let reads = said == "<" && command.input.is_some();
    reads.then(|| Run { what: What::Input, place: place.clone() })
}

/// The commands that `xargs` makes of the words from `from` on, and of what it is told.
fn with_told(words: &[Word], from: usize, sign: Option<String>, told: Vec<Vec<Word>>) -> Vec<Run> {
    let inner = words.get(from..).unwrap_or_default();
    let run = |before| {
        let what = What::Command { before, words: words.len()..words.len() };
        Run { what, place: Place::Same }
    };
    let Some(sign) = sign else {
        let items = told.into_iter().flatten();
        return vec![run(inner.iter().cloned().chain(items).collect())];
    };
    let line = |line: Vec<Word>| {
        let texts: Vec<&str> = line.iter().map(|word| word.text.as_str()).collect();
        let line = texts.join(" ");
        let put = |word: &Word| Word { text: word.text.replace(&sign, &line), ..word.clone() };
        run(inner.iter().map(put).collect())
    };
    told.into_iter().map(line).collect()
}

/// `python -m black`, where the table knows the module as a program.
fn module(words: &[Word], entry: &Entry<'_>) -> Vec<Run> {
    let option = entry.settings.module;
    let mut options = words.iter().enumerate().skip(1);
    let last = options.find(|(_, word)| !word.text.starts_with('-') || word.text == option);
    let name = last.filter(|(_, word)| !option.is_empty() && word.text == option);
    match name.and_then(|(at, _)| Some((at + 1, words.get(at + 1)?))) {
        Some((at, name)) if name.literal && Programs::has(&name.text) => {
            vec![Run::command(at..words.len(), Place::Same)]
        }
        _ => vec![],
    }
}

/// The place behind the first of the options in a list, whose value is all that follows.
fn behind_option(args: &[Word], list: &str) -> Option<usize> {
    let is_one = |word: &Word| items(list).any(|option| option == word.text);
    args.iter().position(is_one).map(|at| at + 1)
}

/// The place among the arguments of the operand from which on a clause speaks.
fn operand(reading: &Reading<'_>, from: &str) -> Option<usize> {
    let number: usize = from.trim_end_matches('-').parse().ok()?;
    reading.args.places.get(number.checked_sub(1)?).copied()
}

fn place(reading: &Reading<'_>) -> Place {
    let holds = |key| reading.clauses(key).next().is_some();
    let folder = reading.clauses(Key::At).find_map(|clause| reading.args.value(clause.value));
    match folder {
        Some(folder) => Place::In(folder.clone()),
        None if holds(Key::InShell) => Place::Here,
        None if holds(Key::Elsewhere) => Place::Unknown,
        None => Place::Same,
    }
}

/// `env -S 'words' more words`: the words stand for more words of `env`.
fn split(words: &[Word], text: &Word, rest: usize, place: Place) -> Run {
    let text = text.text.as_str();
    let plain = || text.split_whitespace().map(Word::plain).collect();
    let split = shell_syntax::words(text).unwrap_or_else(plain);
    let before = words.first().cloned().into_iter().chain(split).collect();
    Run { what: What::Command { before, words: rest..words.len() }, place }
}
