//! What a command line may change where its text alone does not tell: through variables that the
//! same line sets, in folders that it goes to, by a patch in a file, or by mere names.

use std::path::{Path, PathBuf};

use command_effects::Effects;
use hook_state::{Links, read_regular};
use shell_syntax::{SimpleCommand, Word, WorkingDir};

use crate::folders;
use crate::found::Filter;
use crate::git;
use crate::keys::{self, Keys};
use crate::named::named_in;
use crate::protected::Thing;
use crate::refusal::{Act, Refusal};
use crate::target::{GLOB, Reach, Target, base, pattern, work_tree};
use crate::variables::Variables;
use crate::{Protection, Said};

/// More than a patch that a person reads.
const MAX_PATCH: u64 = 8 << 20;

/// The most files that are looked at as patches.
const MAX_PATCHES: usize = 8;

/// Programs that take a whole folder along.
const WHOLE: [&str; 14] = [
    "rm", "grm", "rmdir", "rimraf", "trash", "mv", "gmv", "chmod", "chown", "chgrp", "chattr",
    "find", "shred", "unlink",
];

/// What is protected and changed, with what the line itself says of its variables and folders.
pub(crate) fn changed(protection: &Protection<'_>, said: &Said<'_>) -> Option<Refusal> {
    if said.effects.unresolved.is_empty() {
        return None;
    }
    let variables = Variables::of(said.text);
    let seen = folders::entered(protection.ctx, &said.effects.commands);
    if let Some(refusal) = fed(protection, said, &seen) {
        return Some(refusal);
    }
    said.effects.commands.iter().filter(|command| is_unclear(said.effects, command)).find_map(
        |command| {
            let dirs = dirs(protection, command, &seen);
            words(command).into_iter().find_map(|word| {
                let texts = variables.expanded(word.text.trim_start_matches("--"));
                let mut texts = texts.iter().filter(|text| text.len() <= MAX_WORD);
                texts.find_map(|text| {
                    let found = |dir: &PathBuf| at(protection, (command, dir), text);
                    let thing = dirs.iter().find_map(found)?;
                    Some(Refusal::new(Act::MayChange, thing, word.text.as_str()))
                })
            })
        },
    )
}

/// What is protected among what a `find` or an `ls` of all names feeds to `xargs`.
fn fed(protection: &Protection<'_>, said: &Said<'_>, seen: &[PathBuf]) -> Option<Refusal> {
    let commands = &said.effects.commands;
    let is_fed = |command: &SimpleCommand| {
        let runner = command.runner.and_then(|runner| commands.get(runner)?.program());
        runner.is_some_and(|name| matches!(name, "xargs" | "parallel"))
    };
    let run = commands.iter().find(|it| is_fed(it) && is_unclear(said.effects, it))?;
    let takes_all = run.program().is_some_and(|name| WHOLE.contains(&name));
    commands.iter().find_map(|source| {
        let starts: Vec<String> = match source.program()? {
            "find" => operands(source),
            "ls" if lists_all(source) => operands(source),
            _ => return None,
        };
        let is_find = source.program() == Some("find");
        let mut places = starts.iter().flat_map(|start| {
            dirs(protection, source, seen).into_iter().map(move |dir| (start, dir))
        });
        places.find_map(|(start, dir)| {
            let reach = if takes_all { Reach::Whole { tree: true } } else { Reach::Files };
            let target = Target::of_word(protection.ctx, protection.project, &dir, start, reach);
            let filter = Filter::of(source, start).filter(|_| is_find);
            let target = Target { filter, ..target };
            let found = protection.protected().covers(&target);
            let thing = found.or_else(|| protection.protected().lies_below(&target))?;
            Some(Refusal::new(Act::MayChange, thing, start.as_str()))
        })
    })
}

/// The folders in which a command looks.
pub(crate) fn operands(command: &SimpleCommand) -> Vec<String> {
    let words = command.args().skip_while(|word| matches!(word.text.as_str(), "-L" | "-H" | "-P"));
    let is_ls = command.program() == Some("ls");
    let words = words.filter(|word| !is_ls || !word.text.starts_with('-'));
    let folders = words.take_while(|word| !word.text.starts_with(['-', '(', '!']));
    let found: Vec<String> = folders.map(|word| word.text.clone()).collect();
    if found.is_empty() { vec![".".to_owned()] } else { found }
}

pub(crate) fn lists_all(ls: &SimpleCommand) -> bool {
    let short = ls.args().filter(|word| word.text.starts_with('-'));
    let mut short = short.filter(|word| !word.text.starts_with("--"));
    short.any(|word| word.text.contains(['a', 'A']))
        || ls.args().any(|word| matches!(word.text.as_str(), "--all" | "--almost-all"))
}

/// In bytes, of a word that may be a path.
const MAX_WORD: usize = 4_096;

/// Whether it cannot be told which files a command changes.
pub(crate) fn is_unclear(effects: &Effects, command: &SimpleCommand) -> bool {
    let program = command.program().unwrap_or_default();
    effects.unresolved.iter().any(|it| it.program == program || program.is_empty())
}

/// The words of a command that may name a file, and are not told by the text alone.
fn words(command: &SimpleCommand) -> Vec<Word> {
    let is_lost = command.dir == WorkingDir::Unknown;
    let redirects = command.redirects.iter().map(|redirect| &redirect.target);
    let words = command.args().chain(redirects).filter(|word| is_lost || !word.literal);
    let value = |word: &Word| match word.text.split_once('=') {
        Some((option, value)) if option.starts_with('-') => {
            Word { text: value.to_owned(), ..word.clone() }
        }
        _ => word.clone(),
    };
    words.map(value).filter(|word| !word.text.starts_with('-')).collect()
}

/// The folders in which a command may run, as far as the line tells.
pub(crate) fn dirs(
    protection: &Protection<'_>,
    command: &SimpleCommand,
    seen: &[PathBuf],
) -> Vec<PathBuf> {
    let base = base(protection.ctx, protection.project);
    match command.dir {
        WorkingDir::Unknown => seen.to_vec(),
        _ => folders::of_command(&base, command, seen),
    }
}

fn reach(command: &SimpleCommand, text: &str, is_plain: bool) -> Reach {
    let takes_all = command.program().is_some_and(|name| WHOLE.contains(&name));
    match pattern(text) {
        Some(glob) if !is_plain => Reach::Matches { glob: glob.to_owned() },
        _ if takes_all => Reach::Whole { tree: true },
        _ => Reach::File,
    }
}

/// What is protected at a path that a text names in a folder.
pub(crate) fn at(
    protection: &Protection<'_>,
    (command, dir): (&SimpleCommand, &Path),
    text: &str,
) -> Option<Thing> {
    let (start, rest) = folders::start(protection.ctx, dir, text)?;
    if let Some(at) = rest.find(['$', '`']) {
        // What is told of it is the folder before the expansion.
        let (folder, _) = rest.get(..at)?.rsplit_once('/')?;
        let target =
            Target::of_word(protection.ctx, protection.project, &start, folder, Reach::File);
        return protection.protected().covers(&target);
    }
    let (path, is_plain) = match rest.find(GLOB) {
        Some(at) => (rest.get(..at)?.rsplit_once('/').map_or("", |(folder, _)| folder), false),
        None => (rest, true),
    };
    let path = if path.is_empty() && !rest.starts_with('/') { "." } else { path };
    let reach = reach(command, rest, is_plain);
    protection.protected().covers(&Target::of_word(
        protection.ctx,
        protection.project,
        &start,
        path,
        reach,
    ))
}

/// The key that a command reads in a folder that only the line's `cd`s tell, or that code names.
pub(crate) fn key(protection: &Protection<'_>, keys: &Keys, said: &Said<'_>) -> Option<String> {
    if keys::named_in(said.text) {
        return Some(keys::NAMES.iter().find(|name| said.text.contains(*name))?.to_string());
    }
    let lost = said.effects.commands.iter().filter(|it| it.dir == WorkingDir::Unknown);
    let seen = folders::entered(protection.ctx, &said.effects.commands);
    let mut words = lost.flat_map(words);
    words.find_map(|word| {
        seen.iter().any(|dir| keys.is_at(&dir.join(&word.text))).then_some(word.text)
    })
}

/// What is protected and named by a patch that stands in a file.
pub(crate) fn patched(protection: &Protection<'_>, said: &Said<'_>) -> Option<Refusal> {
    let is_patch = |program: &str| matches!(program, "patch" | "gpatch" | "git");
    let mut unclear = said.effects.unresolved.iter();
    let mailed = mailed(said.effects);
    if !unclear.any(|it| is_patch(&it.program)) && mailed.is_empty() {
        return None;
    }
    // A pipe may feed what another program reads.
    let reads = said.effects.reads.iter().map(|read| (&read.path, &read.written));
    let base = base(protection.ctx, protection.project);
    if let Some(refusal) = taken_back(protection, said) {
        return Some(refusal);
    }
    let files = reads.chain(mailed.iter().map(|path| (path, path))).take(MAX_PATCHES);
    files.into_iter().find_map(|(path, written)| {
        let patch = read_regular(&base.join(path), Links::Followed, MAX_PATCH).ok()?;
        let patch = String::from_utf8_lossy(&patch);
        let names = patch.lines().filter(|line| names_a_file(line));
        names.into_iter().find_map(|line| {
            // A part of the path may be in the command.
            let (thing, _) = named_in(protection.ctx, &format!("{} {line}", said.text))?;
            Some(Refusal::new(Act::MayChange, thing, written.as_str()))
        })
    })
}

/// What is protected in the difference that git itself tells, of all that it tracks.
fn taken_back(protection: &Protection<'_>, said: &Said<'_>) -> Option<Refusal> {
    let base = base(protection.ctx, protection.project);
    let git = said.effects.commands.iter().filter(|it| it.program() == Some("git"));
    let tells = git.into_iter().find(|command| {
        let mut words = command.args().map(|word| word.text.as_str());
        let tells = words.any(|word| matches!(word, "diff" | "show" | "format-patch"));
        let names = |word: &str| !word.starts_with('-') && base.join(word).exists();
        // Without a path it is all; with the top of the project too.
        tells && words.filter(|word| names(word)).all(|word| word == ".")
    })?;
    let top = work_tree(&base);
    let target = Target::of_word(protection.ctx, protection.project, &top, ".", Reach::Below);
    let thing = protection.protected().lies_below(&target)?;
    let is_tracked = git::is_tracked(protection.protected(), &top);
    let words = format!("git {}", tells.joined_args());
    is_tracked.then(|| Refusal::new(Act::MayChange, thing, words))
}

/// The files from which `git am` takes patches.
fn mailed(effects: &Effects) -> Vec<String> {
    let mut found = Vec::new();
    for command in effects.commands.iter().filter(|it| it.program() == Some("git")) {
        let mut words = command.args().map(|word| word.text.as_str());
        if words.any(|word| word == "am") {
            found.extend(words.filter(|word| !word.starts_with('-')).map(str::to_owned));
        }
    }
    found
}

fn names_a_file(line: &str) -> bool {
    const STARTS: [&str; 7] = ["--- ", "+++ ", "*** ", "diff ", "rename ", "copy to ", "Index: "];
    STARTS.iter().any(|start| line.starts_with(start))
}

/// What is protected and named in a line of which it cannot be told what it changes.
pub(crate) fn named(protection: &Protection<'_>, said: &Said<'_>) -> Option<Refusal> {
    const FETCHING: [&str; 4] = ["curl", "wget", "wget2", "aria2c"];
    let fetches = said
        .targets
        .iter()
        .any(|target| target.reach == Reach::Below && FETCHING.contains(&target.program.as_str()));
    let by_number = said.targets.iter().any(|target| is_open_file(&target.spelled));
    let is_unclear = !said.effects.unresolved.is_empty() || by_number || runs_what_it_writes(said);
    if !is_unclear && !fetches && !said.is_opaque {
        return None;
    }
    let is_written_too = by_number
        || said.effects.unresolved.iter().any(|it| {
            let writes_itself = |command: &SimpleCommand| {
                command.program() == Some(&it.program) && command.redirects.is_empty()
            };
            it.program.is_empty()
                || it.program == "patch"
                || it.program.ends_with("awk") && said.effects.commands.iter().any(writes_itself)
        });
    let mut text = said.text.to_owned();
    // What is known to be read may be named.
    for read in said.effects.reads.iter().filter(|_| !is_written_too) {
        if read.written.len() > 3 {
            text = text.replace(&read.written, " ");
        }
    }
    let (thing, sign) = named_in(protection.ctx, &text)?;
    Some(Refusal::new(Act::Name, thing, sign))
}

/// Whether a path is that of an open file, by its number, which may be any.
fn is_open_file(path: &Path) -> bool {
    let path = path.to_string_lossy();
    let number = match path.strip_prefix("/dev/fd/") {
        Some(number) => Some(number),
        None if path.starts_with("/proc/") => path.split_once("/fd/").map(|(_, number)| number),
        None => None,
    };
    number.is_some_and(|number| !matches!(number, "0" | "1" | "2"))
}

/// Whether a program of which nothing is known is told a file that the line writes before.
fn runs_what_it_writes(said: &Said<'_>) -> bool {
    let effects = said.effects;
    let is_unknown = |command: &&SimpleCommand| {
        command.program().is_some_and(|name| effects.unknown.iter().any(|it| it == name))
    };
    let is_written = |word: &Word| effects.changes.iter().any(|change| change.written == word.text);
    effects.commands.iter().filter(is_unknown).flat_map(SimpleCommand::args).any(is_written)
}
