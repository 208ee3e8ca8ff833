//! Whether the programs that entries name can be started, stay, and are those of this version.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use hook_installer::{LEASE_PROGRAM, file_name, has_authority, transient_folder};
use project_paths::GitDirs;

use super::files::is_ours_to_edit;
use crate::facts::{Entered, Facts};
use crate::finding::Finding;
use crate::program::{is_of_this_version, unstartable};

/// A program that entries of one file start.
struct Started<'f> {
    program: &'f Path,
    /// The first of them.
    entry: &'f Entered,
    /// The hooks of all of them.
    hooks: Vec<&'f String>,
}

impl<'f> Started<'f> {
    /// All programs of our entries, those of each file by themselves.
    fn all(facts: &'f Facts<'_>) -> Vec<Self> {
        let mut all: BTreeMap<(&Path, usize), Self> = BTreeMap::new();
        for entry in facts.ours() {
            let Some(program) = entry.program.as_deref() else { continue };
            let new = || Self { program, entry, hooks: Vec::new() };
            let started = all.entry((program, entry.source)).or_insert_with(new);
            for hook in &entry.hooks {
                if !started.hooks.contains(&hook) {
                    started.hooks.push(hook);
                }
            }
        }
        all.into_values().collect()
    }

    /// The hook by which it is installed again.
    fn hook(&self) -> &str {
        self.hooks.first().map_or("", |hook| hook.as_str())
    }

    /// What is wrong with a program is wrong with every hook that it runs.
    fn found(&self, facts: &Facts<'_>, finding: Finding) -> Vec<Finding> {
        let line = self.entry.handler.position.line;
        finding.in_file(facts.file(self.entry)).on_line(line).of_each(self.hooks.iter().copied())
    }
}

/// What `check` finds about each program.
fn each(
    facts: &Facts<'_>,
    check: impl Fn(&Facts<'_>, &Started<'_>) -> Option<Finding>,
) -> Vec<Finding> {
    let all = Started::all(facts);
    let found = |it: &Started<'_>| check(facts, it).map(|finding| it.found(facts, finding));
    all.iter().filter_map(found).flatten().collect()
}

/// Beside the hook of intents, if the project has an authority.
pub(super) fn of_leases(facts: &Facts<'_>) -> Vec<Finding> {
    const HOOK: &str = "intent-gate-hook";
    if !has_authority(facts.given.project) {
        return Vec::new();
    }
    let program = |dir: &Path| dir.join(file_name(LEASE_PROGRAM));
    let of_person = facts.given.config.map(|config| program(&config.join("bin")));
    if of_person.is_some_and(|program| program.is_file()) {
        return Vec::new();
    }
    let beside = |entry: &Entered| entry.program.as_deref()?.parent().map(program);
    let missing = facts.of(HOOK).filter_map(beside).find(|program| !program.is_file());
    let finding = |program: PathBuf| {
        let message = format!("{} is missing, so no intent can be chosen", program.display());
        let fix = format!("`tacklebox install {HOOK}` installs it");
        Finding::error(message).of(HOOK).in_file(&program).fix(fix)
    };
    missing.map(finding).into_iter().collect()
}

/// There, with a run bit, for this machine, not on a file system that runs nothing.
pub(super) fn startable(facts: &Facts<'_>) -> Vec<Finding> {
    each(facts, |facts, it| {
        let why = unstartable(it.program)?;
        let finding = Finding::error(format!("{} {why}", it.program.display()));
        if it.entry.is_renamed() {
            let fix =
                "correct the path in the entry, or remove the entry and install the hook again";
            return Some(finding.fix(fix));
        }
        if facts.is_foreign(it.entry) {
            let is_in_the_way = facts.is_in_its_place(it.entry);
            let again = || format!("`tacklebox install {}` installs it again", it.hook());
            return Some(finding.fix(if is_in_the_way { away(it.hook()) } else { again() }));
        }
        let later = later(it.program);
        Some(if facts.kind(it.entry).is_some_and(is_ours_to_edit) {
            finding.fix(format!("`tacklebox doctor --fix` installs it again{later}")).fixable()
        } else {
            finding.fix(format!("`tacklebox install {}` installs it again{later}", it.hook()))
        })
    })
}

/// What else that does in a linked worktree, where git has no programs.
fn later(program: &Path) -> &'static str {
    let is_in_worktree = |dir| GitDirs::around(dir).is_some_and(|git| git.own != git.common);
    if program.parent().is_some_and(is_in_worktree) {
        "; git does not track the programs, so this linked worktree has none, but worktrees that are \
         added later get them"
    } else {
        ""
    }
}

/// A program that is not there, where ours are put, by a name that is none of ours.
pub(super) fn nameless(facts: &Facts<'_>) -> Vec<Finding> {
    let others = facts.entries.iter().filter(|entry| entry.hooks.is_empty());
    let mut seen = BTreeSet::new();
    let lost = others.filter(|entry| {
        facts.is_in_its_place(entry) && seen.insert((entry.source, &entry.program))
    });
    let told = |entry: &Entered| {
        let program = entry.program.as_deref().filter(|program| !program.exists())?;
        let message = format!("{} does not exist, and no hook has this name", program.display());
        let finding = Finding::error(message).in_file(facts.file(entry));
        let fix = "correct the path in the entry, or remove the entry";
        Some(finding.on_line(entry.handler.position.line).fix(fix))
    };
    lost.filter_map(told).collect()
}

/// In a worktree or a temporary folder, where settings outside of it name it.
pub(super) fn lasting(facts: &Facts<'_>) -> Vec<Finding> {
    each(facts, |facts, it| {
        let (folder, what) = transient_folder(it.program.parent()?)?;
        let file = facts.file(it.entry);
        let settings = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        (!settings.starts_with(folder)).then(|| {
            Finding::error(format!(
                "{} is in {what}, and will disappear with it",
                it.program.display()
            ))
            .fix("run `tacklebox uninstall`, then install it in a permanent folder")
        })
    })
}

/// Another program than this version has.
pub(super) fn of_this_version(facts: &Facts<'_>) -> Vec<Finding> {
    each(facts, |facts, it| {
        let is_startable = unstartable(it.program).is_none();
        if !is_startable || is_of_this_version(facts.given, it.program) != Some(false) {
            return None;
        }
        let about = |what: &str| format!("{} {what}", it.program.display());
        if !protection::bears_mark(it.program) {
            let finding = Finding::error(about("is not a Tacklebox program, or is damaged"));
            return Some(finding.fix(if facts.is_in_its_place(it.entry) {
                away(it.hook())
            } else {
                format!("remove the entry, then run `tacklebox install {}`", it.hook())
            }));
        }
        let finding = Finding::warning(about("is from another version"))
            .fix("`tacklebox update` replaces it");
        let is_ours = facts.kind(it.entry).is_some_and(is_ours_to_edit);
        Some(if is_ours { finding.fixable() } else { finding })
    })
}

/// What to do about a program that is somebody else's, or damaged.
fn away(hook: &str) -> String {
    format!("move it away, then run `tacklebox install {hook}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_linked_worktree_it_is_said_that_git_has_no_programs() {
        let dir = tempfile::tempdir().unwrap();
        let tree = dir.path().join("a tree");
        let git_dir = dir.path().join("main/.git/worktrees/w");
        for (file, text) in [
            (git_dir.join("commondir"), "../..\n".to_owned()),
            (tree.join(".git"), format!("gitdir: {}\n", git_dir.display())),
        ] {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::io::Write::write_all(&mut fs::File::create(file).unwrap(), text.as_bytes())
                .unwrap();
        }
        let program = ".claude/hooks/bin/a-hook";
        assert!(later(&tree.join(program)).contains("linked worktree"));
        assert_eq!(later(&dir.path().join("main").join(program)), "");
        assert_eq!(later(Path::new("/a-hook")), "");
    }
}
