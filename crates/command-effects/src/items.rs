//! What `find`, `fd`, `xargs` and `parallel` put into the commands that they run.

use shell_syntax::{SimpleCommand, Word};

use crate::args::Args;
use crate::judgement::Extent;
use crate::outputs::{found_by, item, printed_by, searched_by_fd, source};
use crate::programs::{Entry, Programs};

/// What stands for `{}` in a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Items {
    None,
    /// The files in these folders, and the folders themselves where all of a tree is meant. One without a
    /// name is that in which the command runs.
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
            // With an ending the folder itself, where it is one of them, becomes a name beside it.
            let mut named = folders.clone();
            if *extent == Extent::Tree && !after.is_empty() {
                let beside = |folder: &Word| Word {
                    text: format!("{}{after}", folder.text),
                    ..folder.clone()
                };
                named.extend(folders.iter().map(beside));
            }
            return (named, Some(*extent));
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
pub(crate) enum Runner {
    Find,
    Fd,
    /// With what it replaces, if not all of it is added at the end.
    Xargs(Option<String>),
    Parallel,
}

impl Runner {
    pub(crate) fn of(command: &SimpleCommand, programs: &Programs) -> Option<Self> {
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
pub(crate) fn runners<'a>(
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
            Some(Runner::Find) => {
                let (starts, extent) = found_by(runner);
                items = Items::Found(starts, extent);
            }
            Some(Runner::Fd) => {
                items = Items::Found(searched_by_fd(runner), Extent::Tree);
                if is_direct && !words.iter().any(|word| word.text.contains('{')) {
                    words.push(Word::plain("{}"));
                }
            }
            // What is told is among the words already.
            Some(Runner::Xargs(_)) if told_items(runner).is_some() => {}
            Some(Runner::Xargs(sign)) => {
                items = found_for(commands, runner, programs).unwrap_or(items);
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

/// The files that another command hands to an `xargs`, through filters that only leave some out.
fn found_for(
    commands: &[SimpleCommand],
    xargs: &SimpleCommand,
    programs: &Programs,
) -> Option<Items> {
    const WHOLE_LINES: [&str; 4] = ["\\n", "\n", "\\0", "\0"];
    let words = xargs.words.get(1..)?;
    let entry = programs.known(xargs.program()?, words).built_in?;
    let args = Args::read(words, entry.settings.syntax, 1);
    // Parts of a path, or names from elsewhere, are none that the other command prints.
    let mut ends = args.values("-d,--delimiter");
    if args.has("-a,--arg-file") || !ends.all(|end| WHOLE_LINES.contains(&&*end.word.text)) {
        return None;
    }
    let (folders, extent) = printed_by(source(commands, xargs)?)?;
    Some(Items::Found(folders, extent))
}

/// What `xargs` replaces in the words of the command, instead of adding to them.
pub(crate) fn replaced(entry: &Entry<'_>, args: &[Word]) -> Option<String> {
    let args = Args::read(args, entry.settings.syntax, 1);
    let given = |list: &str| args.has(list).then(|| args.value(list).map(|word| word.text.clone()));
    let sign = given("-IJ").or_else(|| given("-i,--replace"))?;
    Some(sign.filter(|sign| !sign.is_empty()).unwrap_or_else(|| "{}".to_owned()))
}
