//! Which files of the work tree git would change where it moves to other commits: `checkout`,
//! `switch`, `merge`, `rebase`, `cherry-pick`, `revert`, `reset`, `stash`.
//!
//! Git itself tells it, by its trees and its index. What cannot be told in time stays what it was:
//! a change of any file of the work tree.

mod ask;
mod plan;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use command_effects::{Anchor, Change, Effects, Extent, UNKNOWN_WORK_TREE};
use hook_runtime::Ctx;
use project_paths::{ProjectRoot, normalise};
use shell_syntax::{SimpleCommand, WorkingDir};

use self::ask::Git;
use self::plan::{Plan, Source};

/// With more files than this it is no work of one intent.
const MAX_FILES: usize = 500;

/// So many subcommands of one line are looked into.
const MAX_COMMANDS: usize = 8;

/// What a line does, with the files that git would change in place of the whole work tree.
pub(crate) fn told(ctx: &Ctx, project: &ProjectRoot, effects: Effects) -> Effects {
    let is_of_git = |change: &Change| change.anchor == Anchor::WorkTree && change.program == "git";
    let has_unknown = effects.unresolved.iter().any(|it| it.reason == UNKNOWN_WORK_TREE);
    let is_known = ctx.sandbox().is_none();
    if !is_known || !has_unknown && !effects.changes.iter().any(is_of_git) {
        return effects;
    }
    ctx.expect_delay();
    files(ctx, project, &effects).map_or(effects.clone(), |files| {
        let mut told = effects;
        let at = told.changes.iter().find(|change| is_of_git(change)).map(|it| it.command);
        let command = at.or_else(|| position(&told.commands)).unwrap_or_default();
        told.changes.retain(|change| !is_of_git(change));
        told.unresolved.retain(|it| it.reason != UNKNOWN_WORK_TREE);
        told.nearby.retain(|change| change.program != "git" || change.written != ".");
        told.changes.extend(files.into_iter().map(|path| of_file(path, command)));
        told
    })
}

fn position(commands: &[SimpleCommand]) -> Option<usize> {
    commands.iter().position(|command| command.program() == Some("git"))
}

/// A change of a file of the work tree.
fn of_file(path: String, command: usize) -> Change {
    Change {
        written: path.clone(),
        path,
        anchor: Anchor::WorkTree,
        entry: None,
        extent: Extent::File,
        kind: command_effects::ChangeKind::Write,
        program: "git".to_owned(),
        command,
    }
}

/// Editors that leave what git writes for them as it is.
const PLAIN_EDITORS: [&str; 5] = [
    "GIT_EDITOR=true",
    "GIT_EDITOR=:",
    "GIT_EDITOR=cat",
    "GIT_SEQUENCE_EDITOR=true",
    "GIT_SEQUENCE_EDITOR=:",
];

/// The files that all commands of git in a line may change between them. Whatever one of them
/// moves to, the next begins there: so what any of them may change counts for each.
fn files(ctx: &Ctx, project: &ProjectRoot, effects: &Effects) -> Option<BTreeSet<String>> {
    let commands = effects.commands.iter().filter(|command| command.program() == Some("git"));
    let commands: Vec<&SimpleCommand> = commands.collect();
    let moves_git = |command: &SimpleCommand| {
        let mut words = command.args().chain(&command.assignments);
        let others = ["GIT_", "HOME=", "XDG_CONFIG_HOME="];
        let is_plain = |text: &str| PLAIN_EDITORS.contains(&text);
        words.any(|word| !is_plain(&word.text) && others.iter().any(|it| word.text.starts_with(it)))
    };
    if commands.len() > MAX_COMMANDS || effects.commands.iter().any(moves_git) {
        return None;
    }
    let top = top(&protection::base(ctx, project))?;
    let mut plan = Plan::default();
    for command in commands {
        if work_tree(ctx, project, command)? != top {
            return None;
        }
        plan.add(&plan::words(command)?, starts(command, effects))?;
    }
    let git = Git::new(&top)?;
    let mut found = BTreeSet::new();
    for source in &plan.sources {
        found.extend(match source {
            Source::Uncommitted => git.uncommitted()?,
            Source::Untracked => git.untracked()?,
            Source::Commit(name) => git.up_to(name)?,
            Source::Rebase => git.rebased()?,
            Source::Sequencer => git.picked()?,
            Source::Remote(name) => git.pulled(name.as_deref())?,
            Source::Fetched(name) => git.fetched(name)?,
            Source::Submodules => git.submodules()?,
            Source::Change(name) => git.made_by(name)?,
            Source::Stash(name) => git.stashed(name)?,
        });
    }
    (found.len() <= MAX_FILES).then_some(found)
}

/// Whether a command surely runs as it is written, before all others but a `cd`.
fn starts(command: &SimpleCommand, effects: &Effects) -> bool {
    let mut others = effects.commands.iter().skip_while(|it| it.program() == Some("cd"));
    let is_plain = command.assignments.is_empty() && !command.wrapped && !command.calls_function;
    is_plain && others.next().is_some_and(|first| std::ptr::eq(first, command))
}

/// The work tree in which a command of git runs.
fn work_tree(ctx: &Ctx, project: &ProjectRoot, command: &SimpleCommand) -> Option<PathBuf> {
    let mut dir = protection::base(ctx, project);
    match &command.dir {
        WorkingDir::Unchanged => {}
        WorkingDir::Literal(path) => dir = dir.join(path),
        WorkingDir::Unknown => return None,
    }
    if !command.other_dirs.is_empty() {
        return None;
    }
    let mut args = command.args();
    while let Some(word) = args.next() {
        match word.text.as_str() {
            "-C" => dir = dir.join(&args.next().filter(|it| it.literal)?.text),
            text if text.starts_with('-') => {}
            _ => break,
        }
    }
    top(&normalise(&dir))
}

/// The top folder of the work tree in which a folder lies.
fn top(folder: &Path) -> Option<PathBuf> {
    let folder = folder.canonicalize().ok()?;
    folder.ancestors().find(|dir| dir.join(".git").exists()).map(Path::to_owned)
}
