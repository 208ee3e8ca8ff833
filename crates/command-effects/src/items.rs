//! What `find`, `fd`, `xargs` and `parallel` put into the commands that they run.

use shell_syntax::{SimpleCommand, Word};

use crate::args::Args;
use crate::change::Extent;
use crate::glob;
use crate::programs::{Entry, Programs};

/// What stands for `{}` in a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Items {
    None,
    /// The files in these folders, and the folders themselves where all of a tree is meant.
    Found(Vec<Word>, Extent),
}

impl Items {
    /// The words for the files that `word` names, and how much of them is meant.
    pub(crate) fn named_by(&self, word: &Word) -> (Vec<Word>, Option<Extent>) {
        let Self::Found(folders, extent) = self else {
            return (vec![word.clone()], None);
        };
        let Some((before, after)) = word.text.split_once("{}") else {
            return (vec![word.clone()], None);
        };
        if before.is_empty() && !after.contains(['/', '{']) {
            return (folders.clone(), Some(*extent));
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
            Some(Runner::Find) => items = found_by(runner),
            Some(Runner::Fd) => {
                items = Items::Found(searched_by_fd(runner), Extent::Tree);
                if is_direct && !words.iter().any(|word| word.text.contains('{')) {
                    words.push(Word::plain("{}"));
                }
            }
            // What is told is among the words already.
            Some(Runner::Xargs(_)) if told_items(runner).is_some() => {}
            Some(Runner::Xargs(sign)) => {
                items = found_for(commands, runner).unwrap_or(items);
                let stand_in = (items != Items::None).then_some("{}");
                from_input(&mut words, sign, is_direct, stand_in);
            }
            Some(Runner::Parallel) => {
                let names = runner.args().any(|word| word.text.contains('{'));
                let sign = names.then(|| "{".to_owned());
                from_input(&mut words, sign, ends_the_script, None);
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

fn from_input(
    words: &mut Vec<Word>,
    sign: Option<String>,
    is_direct: bool,
    stand_in: Option<&str>,
) {
    match (sign, stand_in) {
        (Some(sign), Some(stand_in)) => {
            for word in words.iter_mut().filter(|word| word.text.contains(&sign)) {
                *word = Word { text: word.text.replace(&sign, stand_in), ..word.clone() };
            }
        }
        (None, Some(stand_in)) if is_direct => words.push(Word::plain(stand_in)),
        (Some(sign), None) => {
            for word in words.iter_mut().filter(|word| word.text.contains(&sign)) {
                *word = Word { literal: false, text: format!("${}", word.text), ..word.clone() };
            }
        }
        (None, None) if is_direct => words.push(item("@")),
        (None, _) => {}
    }
}

/// The words that the input of an `xargs` holds, line by line, if the line tells that.
pub(crate) fn told_items(xargs: &SimpleCommand) -> Option<Vec<Vec<Word>>> {
    const MAX_ITEMS: usize = 64;
    let input = xargs.input.as_ref().filter(|input| input.literal && !xargs.fed)?;
    if input.text.contains(['"', '\'', '\\', '\0']) {
        return None;
    }
    let words = |line: &str| line.split_ascii_whitespace().map(Word::plain).collect();
    let found: Vec<Vec<Word>> = input.text.lines().map(words).collect();
    let is_short = found.iter().map(Vec::len).sum::<usize>() <= MAX_ITEMS;
    let parts_otherwise = |word: &Word| {
        let letters = word.text.strip_prefix('-').unwrap_or_default();
        letters.contains('0') && letters.chars().all(|next| "0rtxpo".contains(next))
            || ["-d", "--d", "--null", "-E", "-e", "--eof"]
                .iter()
                .any(|it| word.text.starts_with(it))
    };
    (is_short && !xargs.args().any(parts_otherwise)).then_some(found)
}

/// The files that a `find` hands to an `xargs`, through filters that only leave some out.
fn found_for(commands: &[SimpleCommand], xargs: &SimpleCommand) -> Option<Items> {
    let source = source(commands, xargs)?;
    match source.program()? {
        "find" if only_prints(source) => Some(found_by(source)),
        "grep" | "rg" => {
            searched_by_grep(source).map(|folders| Items::Found(folders, Extent::Below))
        }
        _ => None,
    }
}

/// The folders in which a `grep -l` looks, if they are named and none is that in which it runs.
fn searched_by_grep(grep: &SimpleCommand) -> Option<Vec<Word>> {
    let (options, operands): (Vec<&Word>, Vec<&Word>) =
        grep.args().partition(|word| word.text.starts_with('-'));
    let letters =
        |word: &&Word| word.text.trim_start_matches('-').chars().all(|it| "rRlinwEFI".contains(it));
    let lists = options.iter().any(|word| word.text.contains('l') && letters(word));
    let folders = operands.get(1..).filter(|folders| !folders.is_empty())?;
    let is_named = |word: &&&Word| word.literal && !word.text.starts_with('.');
    let is_told =
        lists && options.iter().all(letters) && folders.iter().all(|word| is_named(&word));
    is_told.then(|| folders.iter().map(|word| (*word).clone()).collect())
}

/// What a `find` finds.
fn found_by(find: &SimpleCommand) -> Items {
    let starts = start_folders(find);
    let is_spared = starts.iter().all(|start| spares(find, start));
    Items::Found(starts, if is_spared { Extent::Below } else { Extent::Tree })
}

/// Whether the folder in which a `find` starts is none of what it finds: it looks for files, or for
/// names that are not that of the folder.
pub(crate) fn spares(find: &SimpleCommand, start: &Word) -> bool {
    let words: Vec<&Word> = find.args().collect();
    let is = |at: usize, text: &str| words.get(at).is_some_and(|word| word.text == text);
    let own = start.text.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let negates = |at: usize| is(at, "!") || is(at, "-not");
    if !start.literal
        || own == ".."
        || words.iter().enumerate().any(|(at, _)| negates(at) && is(at + 1, "("))
        || words.iter().any(|word| matches!(&*word.text, "," | "-L" | "-H" | "-follow"))
    {
        return false;
    }
    let leaves_out = |at: usize| {
        let Some(value) = words.get(at + 1).filter(|word| word.literal) else { return false };
        if at.checked_sub(1).is_some_and(negates) {
            return false;
        }
        match words.get(at).map_or("", |word| &*word.text) {
            "-name" => !glob::matches(&value.text, own),
            "-iname" => !glob::matches(&value.text.to_lowercase(), &own.to_lowercase()),
            "-type" => matches!(&*value.text, "f" | "l" | "f,l" | "l,f"),
            "-mindepth" => value.text.parse::<u8>().is_ok_and(|depth| depth > 0),
            _ => false,
        }
    };
    let ends: Vec<usize> = (0..words.len()).filter(|at| is(*at, "-o") || is(*at, "-or")).collect();
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let mut branches = starts.zip(ends.iter().copied().chain([words.len()]));
    branches.all(|(from, to)| (from..to).any(leaves_out))
}

/// The command whose lines come to `command`, some of them left out, as those of a `find` come to
/// an `xargs` behind a `grep`.
pub fn source<'c>(
    commands: &'c [SimpleCommand],
    command: &SimpleCommand,
) -> Option<&'c SimpleCommand> {
    const MAX_FILTERS: usize = 8;
    const FILTERS: [&str; 6] = ["grep", "egrep", "sort", "uniq", "head", "tail"];
    let feeder = |command: &SimpleCommand| commands.get(command.feeder?);
    let mut source = feeder(command)?;
    for _ in 0..MAX_FILTERS {
        let is_filter = source.program().is_some_and(|name| FILTERS.contains(&name));
        match feeder(source).filter(|_| is_filter) {
            Some(before) => source = before,
            None => return Some(source),
        }
    }
    None
}

/// Whether a `find` prints the paths that it finds, and nothing else.
fn only_prints(find: &SimpleCommand) -> bool {
    const OTHERS: [&str; 9] =
        ["-printf", "-fprint", "-fprintf", "-fls", "-ls", "-exec", "-execdir", "-ok", "-okdir"];
    find.redirects.is_empty() && !find.args().any(|word| OTHERS.contains(&word.text.as_str()))
}

fn item(name: &str) -> Word {
    Word { text: format!("${name}"), literal: false, splits: true }
}

/// What `xargs` replaces in the words of the command, instead of adding to them.
pub(crate) fn replaced(entry: &Entry<'_>, args: &[Word]) -> Option<String> {
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
