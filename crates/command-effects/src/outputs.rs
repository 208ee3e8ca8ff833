//! Which files the lines name that a command prints: what `find`, `grep -l`, `git ls-files` and `ls` hand to
//! `xargs`, to `while read` and to `for`.

use shell_syntax::{Redirect, SimpleCommand, Word, WorkingDir};

use crate::change::Extent;
use crate::glob;

/// What git is asked for one name: that of a branch has no `..` and no blank, and begins with no slash and no dash.
pub(crate) const NAMING: [&str; 7] = [
    "branch --show-current",
    "rev-parse --abbrev-ref HEAD",
    "symbolic-ref --short HEAD",
    "rev-parse HEAD",
    "rev-parse --short HEAD",
    "rev-parse --short=8 HEAD",
    "rev-list --count HEAD",
];

/// Whether a command prints such a name.
pub(crate) fn prints_one_name(command: &SimpleCommand) -> bool {
    let is_plain =
        !command.calls_function && command.redirects.is_empty() && command.feeder.is_none();
    is_plain
        && command.program() == Some("git")
        && command.args().all(|word| word.literal)
        && NAMING.contains(&command.joined_args().as_str())
}

/// The command whose lines come to `command`, some of them left out, as those of a `find` come to
/// an `xargs` behind a `grep`.
pub fn source<'c>(
    commands: &'c [SimpleCommand],
    command: &SimpleCommand,
) -> Option<&'c SimpleCommand> {
    first(commands, commands.get(command.feeder?)?)
}

/// The command that prints first what `last` prints of it.
fn first<'c>(commands: &'c [SimpleCommand], last: &'c SimpleCommand) -> Option<&'c SimpleCommand> {
    const MAX_FILTERS: usize = 8;
    let mut source = last;
    for _ in 0..MAX_FILTERS {
        match source.feeder.and_then(|at| commands.get(at)).filter(|_| is_filter(source)) {
            Some(before) => source = before,
            None => return Some(source),
        }
    }
    None
}

/// The lines that the command at a place of the list prints, or more than these, if the text tells them.
pub(crate) fn told(commands: &[SimpleCommand], at: usize) -> Option<Vec<String>> {
    let source = first(commands, commands.get(at)?).filter(|source| !source.calls_function)?;
    let lines: Vec<String> = source.printed()?.lines().map(str::to_owned).collect();
    // `read` takes blanks away.
    lines.iter().all(|line| line.trim() == line).then_some(lines)
}

/// The folders in which the files are that the command at a place of the list prints, one a line, and whether
/// they may be such folders themselves. One without a name is that in which it runs, which is not printed.
pub(crate) fn printed(commands: &[SimpleCommand], at: usize) -> Option<(Vec<Word>, Extent)> {
    printed_by(first(commands, commands.get(at)?)?)
}

/// The same of a script that stands in a word of `text`: `$(git ls-files src)`.
pub(crate) fn printed_in(script: &str, text: &str) -> Option<(Vec<Word>, Extent)> {
    const MAX_SCRIPT: usize = 1_000;
    // A function of the line may have the name of a program.
    if script.len() > MAX_SCRIPT || script.contains(['$', '`']) || text.contains("()") {
        return None;
    }
    let commands = shell_syntax::commands(script, &|_| vec![]).ok()?;
    let (last, before) = commands.split_last()?;
    let feeds = |at: usize| commands.iter().any(|command| command.feeder == Some(at));
    (0..before.len()).all(feeds).then(|| printed_by(first(&commands, last)?)).flatten()
}

/// The same of a command that prints them itself.
pub(crate) fn printed_by(command: &SimpleCommand) -> Option<(Vec<Word>, Extent)> {
    let is_kept = |redirect: &Redirect| redirect.target.text != "/dev/null";
    if command.calls_function || command.redirects.iter().any(is_kept) {
        return None;
    }
    let below = |folders: Vec<Word>| (folders, Extent::Below);
    match command.program()? {
        "find" if only_prints(command) => Some(found_by(command)),
        "fd" | "fdfind" if only_finds(command) => Some(below(searched_by_fd(command))),
        "grep" | "egrep" | "fgrep" | "rg" => searched_by_grep(command).map(below),
        "git" => told_by_git(command).map(below),
        "ls" => listed(command).map(below),
        "seq" if !makes_paths(command) => Some(below(vec![Word::plain("")])),
        _ => None,
    }
}

/// Whether a `seq` puts more than numbers and plain signs into what it prints.
fn makes_paths(seq: &SimpleCommand) -> bool {
    let is_told =
        seq.args().any(|word| word.text.starts_with(['-']) && word.text.contains(['f', 's']));
    let leads = |word: &Word| word.text.contains('/') || word.text.contains("..") || !word.literal;
    is_told && seq.args().any(leads)
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

/// The folders in which a `grep -l` looks, where they are named.
fn searched_by_grep(grep: &SimpleCommand) -> Option<Vec<Word>> {
    let is_rg = grep.program() == Some("rg");
    let mut operands = vec![];
    let (mut lists, mut is_recursive, mut has_pattern) = (false, is_rg, false);
    let mut args = grep.args();
    while let Some(arg) = args.next() {
        let text = arg.text.as_str();
        match text {
            "--files" if is_rg => (lists, has_pattern) = (true, true),
            "--files-with-matches" | "--files-without-match" => lists = true,
            "--null" | "--hidden" | "--no-ignore" | "--ignore-case" | "--fixed-strings"
            | "--word-regexp" | "--" => {}
            "--recursive" => is_recursive = true,
            "-e" => {
                has_pattern = true;
                args.next()?;
            }
            "-g" | "-t" | "-T" | "--glob" | "--type" if is_rg => {
                args.next()?;
            }
            _ if text.starts_with("--") => {
                let known = ["--include=", "--exclude=", "--exclude-dir=", "--glob=", "--type="];
                known.iter().any(|option| text.starts_with(option)).then_some(())?;
            }
            _ if text.starts_with('-') && text.len() > 1 => {
                let is_known = |it: char| "rRlLinwEFIZsxP0Uu".contains(it);
                text.chars().skip(1).all(is_known).then_some(())?;
                lists |= text.contains(['l', 'L']);
                is_recursive |= text.contains(['r', 'R']);
            }
            _ => operands.push(arg),
        }
    }
    let folders = operands.get(usize::from(!has_pattern)..)?;
    if !lists || folders.is_empty() && !is_recursive {
        return None;
    }
    places(folders)
}

/// The folders that operands name; where there are none, that in which the command runs.
fn places(operands: &[&Word]) -> Option<Vec<Word>> {
    if operands.is_empty() {
        return Some(vec![Word::plain("")]);
    }
    let is_clear = |word: &Word| {
        let leads_up = word.text.split('/').any(|part| part == "..");
        !leads_up && !word.text.contains(['$', '`', '{', '(']) && !word.text.starts_with(['~', ':'])
    };
    let folder = |word: &&Word| -> Option<Word> {
        let text = word.text.as_str();
        let folder = match text.find(['*', '?', '[']) {
            Some(sign) => {
                text.get(..sign)?.rfind('/').map_or("", |end| text.get(..=end).unwrap_or("/"))
            }
            None => text,
        };
        Some(Word::plain(if matches!(folder, "." | "./") { "" } else { folder }))
    };
    operands.iter().all(|word| is_clear(word)).then(|| operands.iter().filter_map(folder).collect())
}

/// The folders in which the files are that `git` prints, seen from where it runs.
fn told_by_git(git: &SimpleCommand) -> Option<Vec<Word>> {
    let mut args = git.args();
    let verb = args.next()?.text.as_str();
    let args: Vec<&Word> = args.collect();
    let sign = args.iter().position(|word| word.text == "--");
    let (before, behind) = args.split_at(sign.unwrap_or(args.len()));
    let behind = behind.get(1..).unwrap_or_default();
    let (options, operands): (Vec<&Word>, Vec<&Word>) =
        before.iter().partition(|word| word.text.starts_with('-'));
    let are = |known: &[&str]| options.iter().all(|word| known.contains(&word.text.as_str()));
    match verb {
        "ls-files" => {
            let known = [
                "-z",
                "-m",
                "-o",
                "-c",
                "-d",
                "--modified",
                "--others",
                "--cached",
                "--deleted",
                "--exclude-standard",
            ];
            are(&known).then(|| places(&[operands.as_slice(), behind].concat())).flatten()
        }
        "grep" => {
            let is_known = |it: char| "lLzinwEFPI".contains(it);
            let is_flags = |word: &&Word| {
                !word.text.starts_with("--") && word.text.chars().skip(1).all(is_known)
            };
            let lists = options.iter().any(|word| word.text.contains(['l', 'L']));
            let (_, paths) = operands.split_first()?;
            (lists && options.iter().all(is_flags))
                .then(|| places(&[paths, behind].concat()))
                .flatten()
        }
        "diff" => {
            let is_known = |word: &&Word| {
                matches!(&*word.text, "--name-only" | "--cached" | "--staged" | "-z" | "--relative")
                    || word.text.starts_with("--diff-filter=")
            };
            let names = options.iter().any(|word| word.text == "--name-only");
            let is_told = names && options.iter().all(is_known) && git.dir == WorkingDir::Unchanged;
            (is_told && !behind.is_empty()).then(|| places(behind)).flatten()
        }
        _ => None,
    }
}

/// Where the names are that an `ls` prints, which have no folder before them unless they were given one.
fn listed(ls: &SimpleCommand) -> Option<Vec<Word>> {
    let (options, operands): (Vec<&Word>, Vec<&Word>) =
        ls.args().partition(|word| word.text.starts_with('-') && word.text.len() > 1);
    let is_known = |it: char| "1ACtrSUXvh".contains(it);
    let are_known = options.iter().all(|word| word.text.chars().skip(1).all(is_known));
    let are_near = operands
        .iter()
        .all(|word| word.literal && !word.text.starts_with('/') && !word.text.contains(".."));
    (are_known && are_near && operands.len() < 2).then(|| vec![Word::plain("")])
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
