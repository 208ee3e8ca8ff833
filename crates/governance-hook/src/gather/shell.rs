//! What is known of a command line: its commands, and the files that they read and change.

use std::path::{Path, PathBuf};

use command_effects::{Anchor, Change, ChangeKind, Extent, Judgement, Read};
use hook_protocol::Access;
use hook_runtime::Ctx;
use protection::{declared, entered, told};
use shell_syntax::{RedirectAccess, SimpleCommand, Word, WorkingDir};

use super::Spoken;
use super::guard::Line;
use crate::decide::{Reach, Shell};
use crate::words::NO_SHELL;

/// The commands of a line, or its text where it is none of a shell.
pub(super) fn shell(line: Line) -> Shell {
    let Line { text, judgement, is_foreign } = line;
    if is_foreign {
        return Shell::Unparsed { text, reason: NO_SHELL.to_owned() };
    }
    match judgement.unresolved.first() {
        Some(unclear) if judgement.runs.is_empty() => {
            Shell::Unparsed { text, reason: unclear.reason.clone() }
        }
        _ => Shell::Parsed(judgement.runs.clone()),
    }
}

/// A file that a command reads or changes.
struct Touched<'a> {
    path: &'a str,
    anchor: Anchor,
    entry: Option<&'a str>,
    reach: Reach,
    access: Access,
    written: &'a str,
    command: Option<&'a SimpleCommand>,
}

impl<'a> Touched<'a> {
    fn change(judgement: &'a Judgement, change: &'a Change) -> Self {
        let Change { path, anchor, entry, extent, program, written, command, .. } = change;
        Self {
            path,
            anchor: *anchor,
            entry: entry.as_deref(),
            reach: reach(*extent, program, written),
            access: Access::Write,
            written,
            command: judgement.runs.get(*command),
        }
    }

    /// Of a word that only the shell knows, the folder before it counts, and not all that is in it.
    fn nearby(judgement: &'a Judgement, change: &'a Change) -> Self {
        let is_whole = change.extent == Extent::Tree
            && matches!(change.kind, ChangeKind::Remove | ChangeKind::MoveFrom);
        let reach = if is_whole { Reach::Tree } else { Reach::Itself };
        Self { reach, ..Self::change(judgement, change) }
    }

    fn read(judgement: &'a Judgement, read: &'a Read) -> Self {
        let Read { path, anchor, extent, program, written, command, .. } = read;
        Self {
            path,
            anchor: *anchor,
            entry: None,
            reach: reach(*extent, program, written),
            access: Access::Read,
            written,
            command: judgement.runs.get(*command),
        }
    }

    /// Whether a word of the command names it. What a formatter or `git pull` finds by itself has
    /// no name.
    fn is_named(&self) -> bool {
        if self.reach == Reach::Itself || !matches!(self.written, "." | "./" | "") {
            return true;
        }
        let is_here = |word: &Word| matches!(word.text.as_str(), "." | "./");
        self.anchor != Anchor::WorkTree
            && self.command.is_some_and(|command| command.args().any(is_here))
    }
}

/// The files that a command line, or a script, names.
pub(super) fn files(ctx: &Ctx, judgement: &Judgement) -> Vec<Spoken> {
    let changes = judgement.writes.iter().map(|change| Touched::change(judgement, change));
    let nearby = judgement.nearby.iter().map(|change| Touched::nearby(judgement, change));
    let reads = judgement.reads.iter().map(|read| Touched::read(judgement, read));
    let touched: Vec<Touched<'_>> =
        changes.chain(nearby).chain(reads).filter(Touched::is_named).collect();
    let seen = if judgement.runs.iter().any(|it| it.dir == WorkingDir::Unknown) {
        entered(ctx, &judgement.runs)
    } else {
        Vec::new()
    };
    let inputs = unclear_inputs(judgement);
    let inputs = inputs.flat_map(|(command, word)| input(ctx, command, word, &seen));
    touched.iter().flat_map(|file| spoken(ctx, file, &seen)).chain(inputs).collect()
}

/// The files that redirections read where the text alone does not tell which.
fn unclear_inputs(judgement: &Judgement) -> impl Iterator<Item = (&SimpleCommand, &Word)> {
    judgement.runs.iter().flat_map(|command| {
        let reads = command.redirects.iter().filter(|it| it.access == RedirectAccess::Read);
        let is_unclear = |word: &&Word| !word.literal || command.dir == WorkingDir::Unknown;
        reads.map(|it| &it.target).filter(is_unclear).map(move |word| (command, word))
    })
}

/// Where such a file may lie.
fn input(ctx: &Ctx, command: &SimpleCommand, word: &Word, seen: &[PathBuf]) -> Vec<Spoken> {
    let here = ctx.cwd().unwrap_or(Path::new("")).to_owned();
    let dirs = match &command.dir {
        WorkingDir::Unchanged => vec![here],
        WorkingDir::Literal(dir) => vec![here.join(dir)],
        WorkingDir::Unknown => std::iter::once(here).chain(seen.iter().cloned()).collect(),
    };
    let spoken = |dir: PathBuf| {
        let path = told(ctx, &dir, word)?.to_string_lossy().into_owned();
        let (words, access, reach) = (word.text.clone(), Access::Read, Reach::Itself);
        Some(Spoken { dir: Some(dir), path, words, access, reach })
    };
    dirs.into_iter().filter_map(spoken).collect()
}

/// Where a file may lie of which a command speaks.
fn spoken(ctx: &Ctx, file: &Touched<'_>, seen: &[PathBuf]) -> Vec<Spoken> {
    let here = ctx.cwd().unwrap_or(Path::new(""));
    let mut places: Vec<(PathBuf, &Path)> = Vec::new();
    let path = Path::new(file.path);
    match file.anchor {
        Anchor::Start | Anchor::WorkTree => {
            places.push((here.to_owned(), path));
        }
        Anchor::Home => places.extend(ctx.home().map(|home| (home, path))),
        Anchor::Project => places.extend(declared(ctx).map(|project| (project, path))),
        // A `cd` that may or may not have run leads to any folder that the text speaks of.
        Anchor::Unknown => {
            let dirs = std::iter::once(here.to_owned()).chain(seen.iter().cloned());
            places.extend(dirs.map(|dir| (dir, path)));
        }
    }
    let spoken = |(dir, path): (PathBuf, &Path)| {
        let entry = file.entry.filter(|_| dir.join(path).is_dir());
        let path = entry.map_or_else(|| path.to_owned(), |entry| path.join(entry));
        let words = if file.written.is_empty() { file.path } else { file.written }.to_owned();
        let path = path.to_string_lossy().into_owned();
        Spoken { dir: Some(dir), path, words, access: file.access, reach: file.reach.clone() }
    };
    places.into_iter().map(spoken).collect()
}

/// How far a change or a look goes. Of what a glob of the shell names, only what matches its first
/// component is meant; git has globs of its own.
fn reach(extent: Extent, program: &str, written: &str) -> Reach {
    match extent {
        Extent::File => Reach::Itself,
        Extent::Tree => Reach::Tree,
        Extent::Below => Reach::Below { names: names(written).filter(|_| program != "git") },
    }
}

/// The first component of a word that is a glob, if that is a plain one.
fn names(written: &str) -> Option<String> {
    let at = written.find(['*', '?', '['])?;
    let start = written.get(..at)?.rfind('/').map_or(0, |slash| slash + 1);
    let name = written.get(start..)?.split('/').next()?;
    let is_plain = !written.contains(['{', '(', '\\', '^', '#', '$', '`', '"', '\'']);
    is_plain.then(|| name.to_owned())
}
