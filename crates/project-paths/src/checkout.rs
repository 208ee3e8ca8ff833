//! Which git checkout a directory belongs to, read from git's own files.
//!
//! The rules are those of gitrepository-layout(5): a `.git` file holds
//! `gitdir: <path>`, a linked worktree's git directory holds `commondir`, and a
//! submodule's git directory lies in `modules/` of its superproject's.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use hook_state::{Links, read_regular};

use crate::spelling::normalise;

/// More than any pointer file that git writes.
const MAX_POINTER_LEN: u64 = 4096;

/// A checkout: its own directory, and its git directory.
#[derive(Debug, Clone)]
pub(crate) struct Checkout {
    pub(crate) root: PathBuf,
    /// Its own, or that of all worktrees.
    git_dir: PathBuf,
    /// Whether it is a submodule that does not lie in its superproject, whose git directory
    /// this is then.
    is_stray: bool,
    /// That of all worktrees, found when it is needed first.
    common: OnceLock<PathBuf>,
}

impl Checkout {
    /// The checkouts of its repository, this one among them.
    pub(crate) fn known(&self) -> Vec<Known> {
        if self.is_stray { Known::around(&self.root) } else { Known::of(self.common()) }
    }

    /// The directory that stands for the repository in all of its worktrees.
    pub(crate) fn primary(&self) -> PathBuf {
        let common = self.common();
        // A bare repository has no checkout; its own directory stands for it.
        primary_of(common).unwrap_or(common).to_path_buf()
    }

    fn common(&self) -> &Path {
        self.common.get_or_init(|| common(&self.git_dir))
    }

    fn at(root: &Path, git_dir: PathBuf) -> Checkout {
        Checkout { root: root.to_path_buf(), git_dir, is_stray: false, common: OnceLock::new() }
    }
}

/// Finds the checkout around a folder, which is asked first, and then each folder
/// above it.
#[derive(Debug, Default)]
pub(crate) struct Finder {
    /// A submodule on the way, and the git directory of its superproject.
    submodule: Option<(Checkout, PathBuf)>,
}

impl Finder {
    /// The checkout, if `dir` tells it; else the folder above is to be asked.
    pub(crate) fn ask(&mut self, dir: &Path) -> Option<Checkout> {
        let link = Link::read(dir)?;
        let Some((submodule, owner)) = self.submodule.take() else {
            let Some(owner) = link.superproject else {
                return Some(Checkout::at(dir, link.git_dir));
            };
            let stray = Checkout { is_stray: true, ..Checkout::at(dir, owner.clone()) };
            self.submodule = Some((stray, owner));
            return None;
        };
        if common(&link.git_dir) == owner {
            return Some(Checkout::at(dir, owner));
        }
        if link.superproject.as_ref() != Some(&owner) {
            // Its superproject is somewhere else.
            return Some(submodule);
        }
        self.submodule = Some((submodule, owner));
        None
    }

    /// Whether a submodule is on the way: then it is not known yet whether the
    /// folders above it belong to the same checkout.
    pub(crate) fn is_in_submodule(&self) -> bool {
        self.submodule.is_some()
    }

    /// The checkout where there is no folder left to ask.
    pub(crate) fn submodule(self) -> Option<Checkout> {
        self.submodule.map(|(checkout, _)| checkout)
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
        let common = match Common::of(&own) {
            Common::At(dir) => dir,
            Common::Itself => own.clone(),
            Common::Nowhere => return None,
        };
        Some(GitDirs { own, common })
    }
}

/// A checkout of a repository, as git keeps it in the repository: for a linked worktree
/// `worktrees/<name>/gitdir`.
#[derive(Debug, Clone)]
pub(crate) struct Known {
    /// Its root, as git spells it, which follows links.
    pub(crate) root: PathBuf,
    /// Its git directory.
    git_dir: PathBuf,
}

impl Known {
    /// The checkouts of the repository around `dir`, the innermost one: not of its submodules,
    /// nor of its superproject.
    pub(crate) fn around(dir: &Path) -> Vec<Known> {
        GitDirs::around(dir).map_or_else(Vec::new, |dirs| Known::of(&dirs.common))
    }

    /// The checkouts of the repository with this git directory: the primary one, unless it is
    /// bare, and its linked worktrees. Whether they are still there is not looked at.
    pub(crate) fn of(common: &Path) -> Vec<Known> {
        let primary = primary_of(common);
        let primary =
            primary.map(|root| Known { root: root.to_path_buf(), git_dir: common.to_path_buf() });
        let linked = fs::read_dir(common.join("worktrees")).into_iter().flatten().flatten();
        let linked = linked.filter_map(|entry| {
            let git_dir = entry.path();
            let dot_git = normalise(&git_dir.join(pointer(&git_dir.join("gitdir"))?));
            Some(Known { root: dot_git.parent()?.to_path_buf(), git_dir })
        });
        primary.into_iter().chain(linked).collect()
    }

    /// Whether it is there and says the same: anybody may put a `.git` file somewhere, and
    /// another checkout may have taken the place of one that is gone.
    pub(crate) fn is_there(&self) -> bool {
        let own = git_dir(&self.root.join(".git"));
        own.is_some() && own == directory(&self.git_dir)
    }
}

/// The checkout in which a git directory lies; `None` for one of a bare repository, or a submodule.
fn primary_of(common: &Path) -> Option<&Path> {
    common.parent().filter(|_| common.file_name().is_some_and(|name| name == ".git"))
}

/// Where a git directory has what it shares with other worktrees.
enum Common {
    Itself,
    At(PathBuf),
    Nowhere,
}

impl Common {
    fn of(git_dir: &Path) -> Common {
        match pointer(&git_dir.join("commondir")) {
            None => Common::Itself,
            Some(text) => directory(&git_dir.join(text)).map_or(Common::Nowhere, Common::At),
        }
    }
}

/// The git directory that all worktrees share.
fn common(git_dir: &Path) -> PathBuf {
    match Common::of(git_dir) {
        Common::At(dir) => dir,
        Common::Itself | Common::Nowhere => git_dir.to_path_buf(),
    }
}

/// Whether `dir` has a `.git`, be it a directory, a file or a broken pointer.
pub(crate) fn has_dot_git(dir: &Path) -> bool {
    dir.join(".git").symlink_metadata().is_ok()
}

/// What the `.git` of a directory points to, links resolved.
struct Link {
    /// The git directory.
    git_dir: PathBuf,
    /// The git directory of the outermost superproject, for a submodule.
    superproject: Option<PathBuf>,
}

impl Link {
    /// That of `dir`, whose links are resolved; `None` without a `.git`. A pointer
    /// that leads nowhere counts as a repository of its own.
    fn read(dir: &Path) -> Option<Link> {
        let dot_git = dir.join(".git");
        let kind = dot_git.symlink_metadata().ok()?.file_type();
        // A directory that is no link is where it is: nothing is to be resolved.
        let git_dir = if kind.is_dir() {
            dot_git
        } else {
            let leads_somewhere = |dir: &PathBuf| !matches!(Common::of(dir), Common::Nowhere);
            git_dir(&dot_git).filter(leads_somewhere).unwrap_or(dot_git)
        };
        let superproject = superproject_of(&git_dir);
        Some(Link { git_dir, superproject })
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
    let text = read_regular(file, Links::Followed, MAX_POINTER_LEN).ok()?;
    let text = str::from_utf8(&text).ok()?;
    text.lines().next().map(|line| line.trim_end().to_owned())
}

/// The resolved path of an existing directory.
fn directory(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok().filter(|found| found.is_dir())
}
