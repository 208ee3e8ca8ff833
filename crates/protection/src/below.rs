//! What changes whatever it finds in a folder, where something protected lies below.
//!
//! Formatters, linters and generators do so every day, and bring nothing that an agent chose; they
//! pass. What unpacks, copies, moves, checks out or edits by a pattern is asked more closely.

use std::path::Path;

use command_effects::{Anchor, Change};
use project_paths::normalise;
use shell_syntax::{SimpleCommand, Word, WorkingDir};

use crate::folders;
use crate::git;
use crate::refusal::{Act, Refusal};
use crate::target::{Reach, Target, base, names, work_tree};
use crate::variables::Variables;
use crate::{Protection, Said};

/// Programs that bring files from elsewhere, whatever these are called.
const UNPACKING: [&str; 18] = [
    "tar",
    "gtar",
    "bsdtar",
    "star",
    "unzip",
    "bsdunzip",
    "7z",
    "7za",
    "7zz",
    "7zr",
    "unrar",
    "unar",
    "cpio",
    "pax",
    "jar",
    "ditto",
    "unsquashfs",
    "ar",
];

/// Programs whose files get the names of their sources.
const COPYING: [&str; 12] = [
    "cp", "gcp", "copy", "xcopy", "mv", "gmv", "move", "ln", "gln", "install", "ginstall", "rsync",
];

/// Programs that change what is there as they are told.
const EDITING: [&str; 14] = [
    "sed", "gsed", "perl", "ruby", "awk", "gawk", "ed", "ex", "vim", "vi", "find", "fd", "sd",
    "truncate",
];

const OF_ARCHIVES: &str = "unpack it into a folder of its own: `tar xf FILE -C src`";
const OF_COPIES: &str = "name a folder without protected files as the place, or each file";
const OF_EDITS: &str = "begin in a folder without protected files, as in `find src`, or name the \
                        files by a pattern that none of them has";

/// The first change of whatever is found, with something protected below.
pub(crate) fn swept(protection: &Protection<'_>, said: &Said<'_>) -> Option<Refusal> {
    let mut lost = lost(protection, said);
    lost.extend(unpacked(protection, said));
    lost.extend(other_work_trees(protection, said));
    said.targets.iter().chain(&lost).find_map(|target| {
        let thing = protection.protected().lies_below(target)?;
        let command = said.effects.commands.get(target.command)?;
        let instead = instead(protection, said, target, command)?;
        Some(Refusal::new(Act::Sweep { instead }, thing, target.name()))
    })
}

/// What is changed in folders that only the `cd`s of the line tell.
fn lost(protection: &Protection<'_>, said: &Said<'_>) -> Vec<Target> {
    let of = |change: &&Change| {
        let command = said.effects.commands.get(change.command);
        change.anchor == Anchor::Unknown && command.is_some_and(|it| it.dir == WorkingDir::Unknown)
    };
    let mut nearby = said.effects.nearby.iter().filter(of).peekable();
    if nearby.peek().is_none() {
        return Vec::new();
    }
    let seen = folders::entered(protection.ctx, &said.effects.commands);
    let target = |change: &Change| {
        let target = |dir| Target::of_change_in(protection.ctx, protection.project, dir, change);
        seen.iter().map(|dir| target(dir)).collect::<Vec<_>>()
    };
    nearby.flat_map(target).collect()
}

/// The work trees of `git` elsewhere than in the folder in which the line begins.
fn other_work_trees(protection: &Protection<'_>, said: &Said<'_>) -> Vec<Target> {
    let base = base(protection.ctx, protection.project);
    let is_work_tree = |change: &&Change| change.program == "git" && change.written == ".";
    let nearby = said.effects.nearby.iter().filter(is_work_tree);
    let dirs = |change: &Change| {
        if change.anchor == Anchor::Start {
            return vec![base.join(&change.path)];
        }
        let command = said.effects.commands.get(change.command);
        let mut args = command.into_iter().flat_map(SimpleCommand::args);
        let named = args.find(|word| word.text == "-C").and_then(|_| args.next());
        let named = named.and_then(|word| folders::told(protection.ctx, &base, word));
        let seen = folders::entered(protection.ctx, &said.effects.commands);
        seen.into_iter().chain(named).collect()
    };
    let target = |change: &Change, dir: &Path| {
        let change = Change { path: ".".to_owned(), ..change.clone() };
        Target::of_change_in(
            protection.ctx,
            protection.project,
            &work_tree(&normalise(dir)),
            &change,
        )
    };
    nearby
        .flat_map(|change| dirs(change).iter().map(|dir| target(change, dir)).collect::<Vec<_>>())
        .collect()
}

/// Where archives are unpacked of which the table does not tell it.
fn unpacked(protection: &Protection<'_>, said: &Said<'_>) -> Vec<Target> {
    let base = base(protection.ctx, protection.project);
    let effects = said.effects;
    let numbered = effects.commands.iter().enumerate();
    let unpacking = numbered.filter(|(_, command)| {
        let program = command.program().unwrap_or_default();
        let is_told = command.args().all(|word| word.literal);
        let is_unclear = is_told && effects.unresolved.iter().any(|it| it.program == program);
        let verb = command.args().next().map_or("", |word| word.text.as_str());
        let extracts =
            verb.starts_with(['x', 'e']) && effects.unknown.iter().any(|it| it == program);
        UNPACKING.contains(&program)
            && command.dir != WorkingDir::Unknown
            && (is_unclear || extracts)
    });
    let target = |(at, command): (usize, &SimpleCommand)| {
        let folder = command.args().find_map(|word| word.text.strip_prefix("-o"));
        let folder = folder.filter(|folder| !folder.is_empty()).unwrap_or(".");
        let dirs = folders::of_command(&base, command, &[]);
        let program = command.program().unwrap_or_default().to_owned();
        let of = |dir: std::path::PathBuf| {
            let target =
                Target::of_word(protection.ctx, protection.project, &dir, folder, Reach::Below);
            Target { program: program.clone(), command: at, ..target }
        };
        dirs.into_iter().map(of).collect::<Vec<_>>()
    };
    unpacking.flat_map(target).collect()
}

/// What to do instead of a change, if that is needed.
fn instead(
    protection: &Protection<'_>,
    said: &Said<'_>,
    target: &Target,
    command: &SimpleCommand,
) -> Option<&'static str> {
    let program = target.program.as_str();
    let mut places = target.places.iter().flatten().map(|place| place.path.as_path());
    if program == "git" {
        let protected = protection.protected();
        return places.find_map(|place| git::instead(protected, command, &target.spoken, place));
    }
    if UNPACKING.contains(&program) {
        return Some(OF_ARCHIVES);
    }
    // What a search finds is changed under its own name.
    if COPYING.contains(&program) && !target.spoken.contains("{}") {
        let comes = places.any(|place| brings(protection, said, command, place));
        return comes.then_some(OF_COPIES);
    }
    let finds = |place: &Path| has_files(protection, target, place);
    // What a search hands over is changed, whatever the program.
    let is_found = target.spoken.contains("{}");
    let edits = is_found || EDITING.contains(&program) || COPYING.contains(&program);
    (edits && places.any(finds)).then_some(OF_EDITS)
}

/// Whether a file that is protected is there to be changed.
fn has_files(protection: &Protection<'_>, target: &Target, place: &Path) -> bool {
    let Some(files) = protection.protected().files_below(place) else { return true };
    let is_found = |file: &&std::path::PathBuf| {
        let below = file.strip_prefix(place).ok();
        match (&target.filter, below) {
            (Some(filter), Some(below)) => filter.admits(below),
            _ => true,
        }
    };
    // What a glob of the shell names was asked before.
    !matches!(target.reach, Reach::Matches { .. }) && files.iter().any(|file| is_found(&file))
}

/// Whether one of the sources of a copy may get the name of something protected in `place`.
fn brings(
    protection: &Protection<'_>,
    said: &Said<'_>,
    command: &SimpleCommand,
    place: &Path,
) -> bool {
    let variables = Variables::of(said.text);
    let is_source = |word: &&Word| !word.text.starts_with('-');
    let mut sources: Vec<&Word> = command.args().filter(is_source).collect();
    if sources.len() > 1 {
        sources.pop();
    }
    let is_rsync = command.program() == Some("rsync");
    let tops = protection.protected().names_in(place);
    sources.into_iter().flat_map(|word| variables.expanded(&word.text)).any(|source| {
        let last = source.rsplit('/').next().unwrap_or_default();
        let is_content = matches!(last, "." | "..") || is_rsync && source.ends_with('/');
        is_content || tops.iter().any(|top| names(last, top))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_program_stands_in_two_lists() {
        let lists = [&UNPACKING[..], &COPYING[..], &EDITING[..]];
        let mut all: Vec<&str> = lists.concat();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
