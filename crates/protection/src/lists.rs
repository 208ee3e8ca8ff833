//! What is protected among the names that one part of a line hands to another: what a `find` finds
//! for a loop, what a file lists, what a glob names for `xargs`.

use std::path::Path;

use command_effects::Extent;
use hook_state::{Links, read_regular};
use project_paths::Pattern;
use shell_syntax::SimpleCommand;

use crate::folders;
use crate::found::Filter;
use crate::git;
use crate::keys::Keys;
use crate::protected::Thing;
use crate::refusal::{Act, Refusal};
use crate::target::{GLOB, Reach, Target, base, names, work_tree};
use crate::unclear::{at, dirs, is_unclear, lists_all, operands};
use crate::variables::Variables;
use crate::{Protection, Said};

/// More than a list of files that a person writes.
const MAX_LIST: u64 = 64 << 10;

/// The most lists that are looked at.
const MAX_LISTS: usize = 8;

/// What is protected and named by something of which the line changes each.
pub(crate) fn changed(protection: &Protection<'_>, said: &Said<'_>) -> Option<Refusal> {
    if said.effects.unresolved.is_empty() {
        return None;
    }
    found(protection, said)
        .or_else(|| listed(protection, said))
        .or_else(|| globbed(protection, said))
}

/// Among what a `find`, an `ls` of all names or git finds for a command or a loop.
fn found(protection: &Protection<'_>, said: &Said<'_>) -> Option<Refusal> {
    let commands = &said.effects.commands;
    let seen = folders::entered(protection.ctx, commands);
    commands.iter().enumerate().find_map(|(place, find)| {
        let is_run = |it: &SimpleCommand| {
            is_unclear(said.effects, it)
                && runners(commands, it)
                    .any(|(at, name)| at == place || matches!(name, "xargs" | "parallel"))
        };
        if !(hands_on(said) || commands.iter().any(is_run)) {
            return None;
        }
        match find.program()? {
            "find" => {}
            "ls" if lists_all(find) => {}
            "git" if is_list_of_tracked(find) => {
                let top = work_tree(&base(protection.ctx, protection.project));
                let is_tracked = git::is_tracked(protection.protected(), &top);
                return is_tracked
                    .then(|| Refusal::new(Act::MayChange, Thing::Configuration, "git ls-files"));
            }
            _ => return None,
        }
        operands(find).iter().find_map(|start| {
            let filter = Filter::of(find, start);
            dirs(protection, find, &seen).iter().find_map(|dir| {
                let reach = Reach::Files;
                let target = Target::of_word(protection.ctx, protection.project, dir, start, reach);
                let target = Target { filter: filter.clone(), ..target };
                let thing = protection.protected().lies_below(&target)?;
                Some(Refusal::new(Act::MayChange, thing, start.as_str()))
            })
        })
    })
}

/// `git ls-files` without a path.
fn is_list_of_tracked(git: &SimpleCommand) -> bool {
    let mut words = git.args().map(|word| word.text.as_str());
    words.any(|word| word == "ls-files") && words.all(|word| word.starts_with('-'))
}

/// The programs that run a command, each with its place.
fn runners<'c>(
    commands: &'c [SimpleCommand],
    command: &'c SimpleCommand,
) -> impl Iterator<Item = (usize, &'c str)> {
    const MAX_RUNNERS: usize = 16;
    let above = move |at: &usize| commands.get(*at)?.runner;
    let places = std::iter::successors(command.runner, above).take(MAX_RUNNERS);
    places.filter_map(|at| Some((at, commands.get(at)?.program()?)))
}

/// Whether a loop or a list of words takes what a `find` says.
fn hands_on(said: &Said<'_>) -> bool {
    const SOURCES: [&str; 3] = ["find ", "ls ", "git ls-files"];
    let is_taken = |source: &&str| {
        ["$(", "`", "<("].iter().any(|sign| said.text.contains(&format!("{sign}{source}")))
    };
    let mut programs = said.effects.commands.iter().filter_map(SimpleCommand::program);
    SOURCES.iter().any(is_taken)
        || programs.any(|name| matches!(name, "read" | "mapfile" | "readarray"))
}

/// Among the names in a file that another program of the line reads.
fn listed(protection: &Protection<'_>, said: &Said<'_>) -> Option<Refusal> {
    let effects = said.effects;
    let takes = |program: &str| {
        matches!(program, "xargs" | "tar" | "git")
            || effects.unresolved.iter().any(|it| it.program != program)
    };
    let reads = effects.reads.iter().filter(|read| read.extent == Extent::File);
    let reads = reads.filter(|read| takes(&read.program)).map(|read| read.path.as_str());
    let of_git = effects.commands.iter().filter(|it| it.program() == Some("git"));
    let of_git = of_git.filter_map(path_list);
    let files = reads.chain(of_git).filter(|path| !path.ends_with("ignore")).take(MAX_LISTS);
    let base = base(protection.ctx, protection.project);
    files.into_iter().find_map(|path| {
        let list = read_regular(&base.join(path), Links::Followed, MAX_LIST).ok()?;
        let list = String::from_utf8_lossy(&list);
        list.split(['\n', '\0']).filter(|line| !line.trim().is_empty()).find_map(|line| {
            let reach = Reach::Whole { tree: true };
            let target =
                Target::of_word(protection.ctx, protection.project, &base, line.trim(), reach);
            let thing = protection.protected().covers(&target)?;
            Some(Refusal::new(Act::MayChange, thing, path))
        })
    })
}

/// The file that tells git its paths.
fn path_list(git: &SimpleCommand) -> Option<&str> {
    const OPTION: &str = "--pathspec-from-file";
    let mut words = git.args().map(|word| word.text.as_str());
    let word = words.find(|word| word.starts_with(OPTION))?;
    word.strip_prefix(OPTION)?.strip_prefix('=').or_else(|| words.next())
}

/// Among what a glob names that begins with a dot, for whatever comes behind.
fn globbed(protection: &Protection<'_>, said: &Said<'_>) -> Option<Refusal> {
    let commands = &said.effects.commands;
    let seen = folders::entered(protection.ctx, commands);
    commands.iter().find_map(|command| {
        let mut words = command.args().filter(|word| !word.literal && word.text.contains(GLOB));
        words.find_map(|word| {
            let first = word.text.find(GLOB)?;
            let (before, _) = word.text.split_at_checked(first)?;
            let name = before.rsplit('/').next().unwrap_or_default();
            if !name.starts_with('.') {
                return None;
            }
            let dirs = dirs(protection, command, &seen);
            let thing = dirs.iter().find_map(|dir| at(protection, (command, dir), &word.text))?;
            Some(Refusal::new(Act::MayChange, thing, word.text.as_str()))
        })
    })
}

/// A key among what a line finds, or names by a glob, and then reads.
pub(crate) fn key(protection: &Protection<'_>, keys: &Keys, said: &Said<'_>) -> Option<String> {
    let commands = &said.effects.commands;
    let seen = folders::entered(protection.ctx, commands);
    let variables = Variables::of(said.text);
    let feeds = |name: &str| matches!(name, "xargs" | "parallel" | "read" | "mapfile");
    let is_fed = commands.iter().filter_map(SimpleCommand::program).any(feeds);
    commands.iter().find_map(|command| {
        let program = command.program().unwrap_or_default();
        let only_names =
            matches!(program, "ls" | "echo" | "stat" | "file" | "test" | "du" | "find");
        if only_names && !is_fed {
            return None;
        }
        let dirs = folders::of_command(&base(protection.ctx, protection.project), command, &seen);
        let redirects = command.redirects.iter().map(|redirect| &redirect.target);
        let words = command.args().chain(redirects).filter(|word| !word.text.starts_with('-'));
        words.into_iter().find_map(|word| {
            let texts = variables.expanded(&word.text);
            let is_key = |text: &String| {
                dirs.iter().any(|dir| {
                    let Some((start, rest)) = folders::start(protection.ctx, dir, text) else {
                        return false;
                    };
                    let filter = || Filter::of(command, rest);
                    keys.paths().any(|key| match program {
                        "find" => finds(filter(), &start.join(rest), key),
                        _ => names_path(&start, &rest.replace("{}", "*"), key),
                    })
                })
            };
            texts.iter().any(is_key).then(|| word.text.clone())
        })
    })
}

fn finds(filter: Option<Filter>, start: &Path, file: &Path) -> bool {
    let Ok(below) = file.strip_prefix(start) else { return false };
    filter.is_none_or(|filter| filter.admits(below))
}

/// Whether a text names a path in a folder, its components being patterns.
pub(crate) fn names_path(folder: &Path, text: &str, path: &Path) -> bool {
    let (folder, text) = match text.strip_prefix('/') {
        Some(text) => (Path::new("/"), text),
        None => (folder, text),
    };
    let folder = project_paths::normalise(folder);
    let Ok(below) = path.strip_prefix(folder) else { return false };
    let parts: Vec<&str> = text.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    let below: Vec<_> = below.iter().map(|name| name.to_string_lossy()).collect();
    let is_named = |(part, name): (&&str, &std::borrow::Cow<'_, str>)| {
        *part == name
            || part.contains(GLOB)
                && names(part, name)
                && Pattern::trusted((*part).to_owned()).matches_text(name)
    };
    parts.len() == below.len() && parts.iter().zip(&below).all(is_named)
}
