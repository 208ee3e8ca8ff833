//! What `find`, `fd`, `xargs` and `parallel` put into the commands that they run.

use crate::{SimpleCommand, Word};

use super::Extent;

/// What stands for `{}` in a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Items {
    None,
    /// The files in these folders and the folders themselves.
    Found(Vec<Word>),
}

impl Items {
    /// The words for the files that `word` names, and how much of them is meant.
    pub(super) fn named_by(&self, word: &Word) -> (Vec<Word>, Option<Extent>) {
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

/// The arguments of `command` with what `xargs` and its like put in, and what `{}` stands for.
pub(super) fn with_items(
    commands: &[SimpleCommand],
    index: usize,
    command: &SimpleCommand,
) -> (Vec<Word>, Items) {
    let mut words: Vec<Word> = command.args().cloned().collect();
    let mut items = Items::None;
    let mut is_direct = true;
    let mut at = Some(index);
    while let Some(inner) = at.and_then(|at| commands.get(at)) {
        is_direct &= inner.wrapped;
        at = inner.runner;
        let Some(runner) = at.and_then(|at| commands.get(at)) else {
            break;
        };
        match runner.program() {
            Some("find" | "gfind" | "bfs") => items = Items::Found(start_folders(runner)),
            Some("fd" | "fdfind") => {
                items = Items::Found(searched_by_fd(runner));
                if is_direct && !words.iter().any(|word| word.text.contains('{')) {
                    words.push(Word::plain("{}"));
                }
            }
            Some("xargs" | "gxargs") => from_input(&mut words, replaced(runner), is_direct),
            Some("parallel" | "sem") => {
                let names = runner.args().any(|word| word.text.contains('{'));
                let sign = names.then(|| "{".to_owned());
                from_input(&mut words, sign, inner.runner == command.runner);
            }
            _ => {}
        }
    }
    (words, items)
}

/// Whether a program is named by what such a command puts in.
pub(super) fn is_item(commands: &[SimpleCommand], command: &SimpleCommand) -> bool {
    let Some(name) = command.words.first().map(|word| word.text.as_str()) else {
        return false;
    };
    let mut at = command.runner;
    while let Some(runner) = at.and_then(|at| commands.get(at)) {
        at = runner.runner;
        let is_item = match runner.program() {
            Some("find" | "gfind" | "bfs" | "fd" | "fdfind" | "parallel" | "sem") => {
                name.contains('{')
            }
            Some("xargs" | "gxargs") => replaced(runner).is_some_and(|sign| name.contains(&sign)),
            _ => false,
        };
        if is_item {
            return true;
        }
    }
    false
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
fn replaced(xargs: &SimpleCommand) -> Option<String> {
    let mut words = xargs.args();
    while let Some(word) = words.next() {
        let option = word.text.strip_prefix('-')?;
        let value = match option.strip_prefix('-') {
            Some(long) => match long.split_once('=') {
                Some(("replace", sign)) => return Some(sign.to_owned()),
                None if long == "replace" => return Some("{}".to_owned()),
                Some(_) => continue,
                None => long.starts_with("max-") || long.starts_with("arg") || long == "delimiter",
            },
            None => match option.split_at_checked(1) {
                Some(("i", "")) => return Some("{}".to_owned()),
                Some(("I" | "J", "")) => return words.next().map(|word| word.text.clone()),
                Some(("i" | "I" | "J", sign)) => return Some(sign.to_owned()),
                Some(("a" | "d" | "E" | "L" | "n" | "P" | "s" | "S" | "R", "")) => true,
                _ if option.contains(['I', 'i']) => {
                    let (_, sign) = option.split_once(['I', 'i'])?;
                    let next = words.next().map(|word| word.text.clone());
                    return if sign.is_empty() { next } else { Some(sign.to_owned()) };
                }
                _ => false,
            },
        };
        if value {
            words.next();
        }
    }
    None
}

/// Where `find` starts.
pub(super) fn start_folders(find: &SimpleCommand) -> Vec<Word> {
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
