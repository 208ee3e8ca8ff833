//! Which git checkout a directory belongs to, read from git's own files.
//!
//! The rules are those of gitrepository-layout(5): a `.git` file holds
//! `gitdir: <path>`, a linked worktree's git directory holds `commondir`, and a
//! submodule's git directory lies in `modules/` of its superproject's.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Component, Path, PathBuf};

/// More than any pointer file that git writes.
const LONGEST_POINTER: u64 = 4096;

/// A checkout: its own directory, and the directory that stands for the
/// repository in all of its worktrees.
#[derive(Debug)]
pub(crate) struct Checkout {
    pub(crate) root: PathBuf,
    pub(crate) primary: PathBuf,
}

impl Checkout {
    /// The checkout around `path`; for a path in a submodule that of the
    /// outermost superproject, as long as that superproject really is around it.
    pub(crate) fn enclosing(path: &Path) -> Option<Checkout> {
        let mut submodule: Option<(Checkout, PathBuf)> = None;
        for dir in path.ancestors() {
            let Some(link) = Link::read(dir) else {
                continue;
            };
            let belongs_to = |owner: &Path| link.superproject.as_deref() == Some(owner);
            match (&submodule, &link.superproject) {
                (None, None) => return Some(Checkout::at(dir, &link.common)),
                (None, Some(owner)) => {
                    submodule = Some((Checkout::at(dir, owner), owner.clone()));
                }
                (Some((_, owner)), _) if link.common == *owner => {
                    return Some(Checkout::at(dir, owner));
                }
                (Some((_, owner)), _) if belongs_to(owner) => {}
                (Some(_), _) => break,
            }
        }
        submodule.map(|(checkout, _)| checkout)
    }

    fn at(root: &Path, git_dir: &Path) -> Checkout {
        // A bare repository has no checkout; its own directory stands for it.
        let primary = match git_dir.parent() {
            Some(parent) if git_dir.file_name().is_some_and(|name| name == ".git") => parent,
            _ => git_dir,
        };
        Checkout { root: root.to_path_buf(), primary: primary.to_path_buf() }
    }
}

/// The folders in which git keeps what it knows of a checkout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GitDirs {
    /// The checkout's own: its `HEAD`.
    pub own: PathBuf,
    /// That of all worktrees of the repository: its branches. The same as
    /// [`own`](Self::own) but in a linked worktree.
    pub common: PathBuf,
}

impl GitDirs {
    /// Those of the innermost checkout around `path`, a submodule's own among
    /// them; `None` where there is none, or its `.git` leads nowhere.
    pub fn around(path: &Path) -> Option<GitDirs> {
        let root = path.ancestors().find(|dir| has_dot_git(dir))?;
        let own = git_dir(&root.join(".git"))?;
        let common = match pointer(&own.join("commondir")) {
            Some(text) => directory(&own.join(text))?,
            None => own.clone(),
        };
        Some(GitDirs { own, common })
    }
}

/// Whether `dir` has a `.git`, be it a directory, a file or a broken pointer.
pub(crate) fn has_dot_git(dir: &Path) -> bool {
    dir.join(".git").symlink_metadata().is_ok()
}

/// What the `.git` of a directory points to, links resolved.
struct Link {
    /// The git directory that all worktrees share.
    common: PathBuf,
    /// The git directory of the outermost superproject, for a submodule.
    superproject: Option<PathBuf>,
}

impl Link {
    /// `None` without a `.git`. A pointer that leads nowhere counts as a
    /// repository of its own.
    fn read(dir: &Path) -> Option<Link> {
        let dot_git = dir.join(".git");
        if !has_dot_git(dir) {
            return None;
        }
        let plain = || Link { common: dot_git.clone(), superproject: None };
        let Some(git_dir) = git_dir(&dot_git) else {
            return Some(plain());
        };
        let common = match pointer(&git_dir.join("commondir")) {
            None => git_dir.clone(),
            Some(text) => match directory(&git_dir.join(text)) {
                None => return Some(plain()),
                Some(common) => common,
            },
        };
        let superproject = superproject_of(&git_dir);
        Some(Link { common, superproject })
    }
}

/// The git directory behind a `.git`, which is that directory or points to it.
fn git_dir(dot_git: &Path) -> Option<PathBuf> {
    if dot_git.is_dir() {
        return directory(dot_git);
    }
    let text = pointer(dot_git)?;
    let target = text.strip_prefix("gitdir:")?.trim_start();
    directory(&dot_git.parent()?.join(target))
}

/// The outermost `X.git` in `X.git/modules/...` or, for a submodule in a linked
/// worktree, in `X.git/worktrees/<name>/modules/...`.
fn superproject_of(git_dir: &Path) -> Option<PathBuf> {
    let components: Vec<Component<'_>> = git_dir.components().collect();
    let named = |at: usize, name: &str| components.get(at).is_some_and(|c| c.as_os_str() == name);
    let owner = (0..components.len()).find(|&at| {
        let is_git_dir =
            components.get(at).is_some_and(|c| c.as_os_str().as_encoded_bytes().ends_with(b".git"));
        let modules = if named(at + 1, "worktrees") { at + 3 } else { at + 1 };
        is_git_dir && named(modules, "modules") && components.len() > modules + 1
    })?;
    Some(components.iter().take(owner + 1).collect())
}

/// The first line of a small pointer file.
fn pointer(file: &Path) -> Option<String> {
    // Asked first: opening a named pipe would wait for its writer.
    if !fs::metadata(file).ok()?.is_file() {
        return None;
    }
    let mut text = String::new();
    let mut bounded = File::open(file).ok()?.take(LONGEST_POINTER + 1);
    bounded.read_to_string(&mut text).ok()?;
    if text.len() as u64 > LONGEST_POINTER {
        return None;
    }
    text.lines().next().map(|line| line.trim_end().to_owned())
}

/// The resolved path of an existing directory.
fn directory(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok().filter(|found| found.is_dir())
}
