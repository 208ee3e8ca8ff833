//! What `find`, `fd`, `xargs` and `parallel` put into the commands that they run.

use shell_syntax::{SimpleCommand, Word};

use crate::args::Args;
use crate::change::Extent;
use crate::programs::{Entry, Programs};

/// What stands for `{}` in a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Items {
    None,
    /// The files in these folders and the folders themselves.
    Found(Vec<Word>),
}

impl Items {
    /// The words for the files that `word` names, and how much of them is meant.
    pub(crate) fn named_by(&self, word: &Word) -> (Vec<Word>, Option<Extent>) {
        let Self::Found(folders) = self else {
            return (vec![word.clone()], None);
        };
        let Some((before, after)) = word.text.split_once("{}") else {
            return (vec![word.clone()], None);
        };
        if before.is_empty() && !after.contains(['/', '{']) {
            return (folders.clone(), Some(Extent::Tree));
        }
        let leaves = |word: &Word| word.text.starts_with('/') || word.text.contains("..");
        if folders.iter().any(leaves) {
            return (vec![item("{}")], None);
        }
        let text = format!("{before}*{after}");
        (vec![Word { text, literal: false, splits: false }], None)
    }
}

/// A program that puts something into the commands that it runs.
enum Runner {
    Find,
    Fd,
    /// With what it replaces, if not all of it is added at the end.
    Xargs(Option<String>),
    Parallel,
}

impl Runner {
    fn of(command: &SimpleCommand, programs: &Programs) -> Option<Self> {
        let args = command.words.get(1..)?;
        let entry = programs.known(command.program()?, args).built_in?;
        Some(match entry.settings.special {
            "find" => Self::Find,
            "fd" => Self::Fd,
            "xargs" => Self::Xargs(replaced(&entry, args)),
            "parallel" => Self::Parallel,
            _ => return None,
        })
    }
}

/// The runners of a command, the nearest first.
fn runners<'a>(
    commands: &'a [SimpleCommand],
    command: &'a SimpleCommand,
) -> impl Iterator<Item = &'a SimpleCommand> {
    let runner = |command: &SimpleCommand| commands.get(command.runner?);
    std::iter::successors(runner(command), move |command| runner(command))
}

/// The arguments of `command` with what `xargs` and its like put in, and what `{}` stands for.
pub(crate) fn with_items(
    commands: &[SimpleCommand],
    index: usize,
    command: &SimpleCommand,
    programs: &Programs,
) -> (Vec<Word>, Items) {
    let mut words: Vec<Word> = command.args().cloned().collect();
    let mut items = Items::None;
    let mut is_direct = true;
    let inner = commands.get(index).into_iter().chain(runners(commands, command));
    for (inner, runner) in inner.zip(runners(commands, command)) {
        let ends_the_script = is_direct;
        is_direct &= inner.wrapped;
        match Runner::of(runner, programs) {
            Some(Runner::Find) => items = Items::Found(start_folders(runner)),
            Some(Runner::Fd) => {
                items = Items::Found(searched_by_fd(runner));
                if is_direct && !words.iter().any(|word| word.text.contains('{')) {
                    words.push(Word::plain("{}"));
                }
            }
            Some(Runner::Xargs(sign)) => from_input(&mut words, sign, is_direct),
            Some(Runner::Parallel) => {
                let names = runner.args().any(|word| word.text.contains('{'));
                let sign = names.then(|| "{".to_owned());
                from_input(&mut words, sign, ends_the_script);
            }
            None => {}
        }
    }
    (words, items)
}

/// Whether a program is named by what such a command puts in.
pub(crate) fn is_item(
    commands: &[SimpleCommand],
    command: &SimpleCommand,
    programs: &Programs,
) -> bool {
    let Some(name) = command.words.first().map(|word| word.text.as_str()) else {
        return false;
    };
    runners(commands, command).any(|runner| match Runner::of(runner, programs) {
        Some(Runner::Xargs(sign)) => sign.is_some_and(|sign| name.contains(&sign)),
        Some(_) => name.contains('{'),
        None => false,
    })
}

fn from_input(words: &mut Vec<Word>, sign: Option<String>, is_direct: bool) {
    match sign {
        Some(sign) => {
            for word in words.iter_mut().filter(|word| word.text.contains(&sign)) {
                *word = Word { literal: false, text: format!("${}", word.text), ..word.clone() };
            }
        }
        None if is_direct => words.push(item("@")),
        None => {}
    }
}

fn item(name: &str) -> Word {
    Word { text: format!("${name}"), literal: false, splits: true }
}

/// What `xargs` replaces in the words of the command, instead of adding to them.
fn replaced(entry: &Entry<'_>, args: &[Word]) -> Option<String> {
    let args = Args::read(args, entry.settings.syntax, 1);
    let given = |list: &str| args.has(list).then(|| args.value(list).map(|word| word.text.clone()));
    let sign = given("-IJ").or_else(|| given("-i,--replace"))?;
    Some(sign.filter(|sign| !sign.is_empty()).unwrap_or_else(|| "{}".to_owned()))
}

/// Where `find` starts.
pub(crate) fn start_folders(find: &SimpleCommand) -> Vec<Word> {
    let options = |word: &&Word| {
        matches!(word.text.as_str(), "-H" | "-L" | "-P") || word.text.starts_with("-O")
    };
    let starts = find.args().skip_while(options);
    let is_start = |word: &&Word| !word.text.starts_with(['-', '(', '!', ')', ',']);
    let found: Vec<Word> = starts.take_while(is_start).cloned().collect();
    if found.is_empty() { vec![Word::plain(".")] } else { found }
}

/// Where `fd` looks: in its operands behind the pattern.
fn searched_by_fd(fd: &SimpleCommand) -> Vec<Word> {
    let elsewhere = ["-C", "--base-directory", "--search-path"];
    if fd.args().any(|word| elsewhere.iter().any(|option| word.text.starts_with(option))) {
        return vec![item("{}")];
    }
    let options = fd
        .args()
        .take_while(|word| !matches!(word.text.as_str(), "-x" | "-X" | "--exec" | "--exec-batch"));
    let valued = ["-e", "-E", "-t", "-d", "-g", "--extension", "--exclude", "--type"];
    let mut found = vec![];
    let mut is_value = false;
    for word in options {
        if !is_value && !word.text.starts_with('-') {
            found.push(word.clone());
        }
        is_value = valued.contains(&word.text.as_str()) && word.text != "-g";
    }
    let folders: Vec<Word> = found.into_iter().skip(1).collect();
    if folders.is_empty() { vec![Word::plain(".")] } else { folders }
}
