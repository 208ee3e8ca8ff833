//! Which files the lines name that `find` and `fd` hand to `xargs`.

use shell_syntax::{Redirect, SimpleCommand, Word};

use crate::glob;
use crate::judgement::Extent;

/// The command whose lines come to `command`, some of them left out, as those of a `find` come to
/// an `xargs` behind a `grep`.
pub(crate) fn source<'c>(
    commands: &'c [SimpleCommand],
    command: &SimpleCommand,
) -> Option<&'c SimpleCommand> {
    const MAX_FILTERS: usize = 8;
    let mut source = commands.get(command.feeder?)?;
    for _ in 0..MAX_FILTERS {
        match source.feeder.and_then(|at| commands.get(at)).filter(|_| is_filter(source)) {
            Some(before) => source = before,
            None => return Some(source),
        }
    }
    None
}

/// The folders in which the files are that a command prints, one a line, and whether they may be such folders
/// themselves. One without a name is that in which it runs, which is not printed.
pub(crate) fn printed_by(command: &SimpleCommand) -> Option<(Vec<Word>, Extent)> {
    let is_kept = |redirect: &Redirect| redirect.target.text != "/dev/null";
    if command.calls_function || command.redirects.iter().any(is_kept) {
        return None;
    }
    match command.program()? {
        "find" if only_prints(command) => Some(found_by(command)),
        "fd" | "fdfind" if only_finds(command) => Some((searched_by_fd(command), Extent::Below)),
        _ => None,
    }
}

/// Whether a command prints some of the lines that come to it, as they are.
fn is_filter(command: &SimpleCommand) -> bool {
    let letters = |allowed: &str| {
        let is_flag = |word: &Word| {
            let letters = word.text.strip_prefix('-').unwrap_or_default();
            let is_number = !letters.is_empty() && letters.chars().all(|it| it.is_ascii_digit());
            is_number || !letters.is_empty() && letters.chars().all(|it| allowed.contains(it))
        };
        command.args().filter(|word| !is_flag(word)).collect::<Vec<_>>()
    };
    let is_count = |text: &str| {
        let text = text.trim_start_matches("-n").trim_start_matches(['-', '+']);
        !text.is_empty() && text.chars().all(|it| it.is_ascii_digit())
    };
    match command.program().filter(|_| !command.calls_function) {
        Some("grep" | "egrep" | "fgrep") => match letters("vEiFxwPazG").as_slice() {
            [pattern] => !pattern.text.starts_with('-'),
            [sign, _] => sign.text == "-e",
            _ => false,
        },
        Some("sort") => letters("urnVzfbdghiM").is_empty(),
        Some("uniq") => letters("ziud").is_empty(),
        Some("head" | "tail") => match letters("zq").as_slice() {
            [] => true,
            [count] => count.text.starts_with("-n") && is_count(&count.text),
            [sign, count] => sign.text == "-n" && is_count(&count.text),
            _ => false,
        },
        _ => false,
    }
}

/// Whether a `find` prints the paths that it finds, and nothing else.
fn only_prints(find: &SimpleCommand) -> bool {
    const OTHERS: [&str; 9] =
        ["-printf", "-fprint", "-fprintf", "-fls", "-ls", "-exec", "-execdir", "-ok", "-okdir"];
    !find.args().any(|word| OTHERS.contains(&word.text.as_str()))
}

/// Whether an `fd` prints paths below the folders in which it looks.
fn only_finds(fd: &SimpleCommand) -> bool {
    let others = ["-x", "-X", "--exec", "-l", "--list", "--format", "--strip", "--path-sep"];
    !fd.args().any(|word| others.iter().any(|option| word.text.starts_with(option)))
}

/// What a `find` finds.
pub(crate) fn found_by(find: &SimpleCommand) -> (Vec<Word>, Extent) {
    let starts = start_folders(find);
    let is_spared = starts.iter().all(|start| spares(find, start));
    (starts, if is_spared { Extent::Below } else { Extent::Tree })
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
pub(crate) fn searched_by_fd(fd: &SimpleCommand) -> Vec<Word> {
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

/// A word for what nobody knows.
pub(crate) fn item(name: &str) -> Word {
    Word { text: format!("${name}"), literal: false, splits: true }
}
