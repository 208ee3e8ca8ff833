//! The root of a project and the key under which its state is kept.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use hmac_sha256::Hash;

use crate::checkout::{Checkout, Finder, GitDirs, Known};
use crate::location::{self, Location, RelPath};
use crate::marker::has_configuration;
use crate::real::RealPaths;
use crate::spelling::normalise;

const MAX_SLUG_LEN: usize = 40;

/// The root directory of a project, to which its configuration and paths are relative.
///
/// [`Search`](crate::Search) finds it.
#[derive(Debug, Clone)]
pub struct ProjectRoot {
    path: PathBuf,
    resolved: PathBuf,
    /// The nearest folder, from the root upwards, that may have a `.git`.
    git_from: PathBuf,
    /// Found when it is needed first.
    around: OnceLock<Option<Around>>,
    /// The same.
    git_dirs: OnceLock<Option<GitDirs>>,
}

/// The checkout around a project.
#[derive(Debug, Clone)]
struct Around {
    checkout: Checkout,
    /// The way from its root to the project, empty for a submodule that has no
    /// configuration of its own: that belongs to the superproject.
    below: PathBuf,
    /// The submodule that contains the project, if it is a project of its own, and the path from there.
    submodule: Option<(PathBuf, PathBuf)>,
    /// The project in other checkouts: found once.
    others: OnceLock<Vec<Other>>,
}

/// A project in another checkout.
#[derive(Debug, Clone)]
struct Other {
    root: PathBuf,
    checkout: Known,
}

impl PartialEq for ProjectRoot {
    fn eq(&self, other: &Self) -> bool {
        (&self.path, &self.resolved) == (&other.path, &other.resolved)
    }
}

impl Eq for ProjectRoot {}

impl ProjectRoot {
    /// The project with this root, which is not checked.
    pub fn at(path: &Path) -> ProjectRoot {
        let path = normalise(path);
        let resolved = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        ProjectRoot::of(path, resolved)
    }

    /// The project with the root `root`, a folder without links, as it is spelled
    /// by somebody who spells `real_start`, in it, as `start`.
    pub(crate) fn seen_from(start: &Path, real_start: &Path, root: &Path) -> ProjectRoot {
        let path = spelled(start, real_start, root).unwrap_or_else(|| root.to_path_buf());
        ProjectRoot::of(path, root.to_path_buf())
    }

    fn of(path: PathBuf, resolved: PathBuf) -> ProjectRoot {
        ProjectRoot {
            git_from: resolved.clone(),
            path,
            resolved,
            around: OnceLock::new(),
            git_dirs: OnceLock::new(),
        }
    }

    /// The same where it is known to be the root of a checkout.
    pub(crate) fn with_checkout(self, checkout: Checkout) -> ProjectRoot {
        let below = PathBuf::new();
        let around = Around { checkout, below, submodule: None, others: OnceLock::new() };
        ProjectRoot { around: OnceLock::from(Some(around)), ..self }
    }

    /// The same where no folder below `dir` has a `.git`.
    pub(crate) fn with_git_from(self, dir: &Path) -> ProjectRoot {
        ProjectRoot { git_from: dir.to_path_buf(), ..self }
    }

    /// The root as it was spelled, lexically normalised.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The root with symbolic links resolved; [`path`](Self::path) if that fails.
    pub fn resolved(&self) -> &Path {
        &self.resolved
    }

    /// The git directories of the innermost checkout around the root, looked up once.
    /// See [`GitDirs::around`].
    pub fn git_dirs(&self) -> Option<&GitDirs> {
        let find = || self.around().and_then(|_| GitDirs::around(&self.resolved));
        self.git_dirs.get_or_init(find).as_ref()
    }

    /// The checkout of this project in which the file `spoken` lies, this one where it lies in
    /// none: `../wt/src/a.py` is `src/a.py` of this project, if `../wt` is a linked worktree of
    /// its repository. A relative path is relative to `cwd`, else to the root.
    ///
    /// Only checkouts that git knows count, not every folder with a `.git` that leads here: otherwise
    /// anyone who can write to a folder could make its files part of this project.
    pub fn checkout_of(
        &self,
        paths: &RealPaths,
        cwd: Option<&Path>,
        spoken: &str,
    ) -> Cow<'_, ProjectRoot> {
        if self.others().is_empty() {
            return Cow::Borrowed(self);
        }
        let base = cwd.map_or_else(|| self.path.clone(), |cwd| self.path.join(cwd));
        let spelled = normalise(&base.join(spoken));
        let places = paths.places(&base, spoken).unwrap_or_default();
        let found = places.iter().find_map(|real| {
            let root = self.other_around(real)?;
            Some(ProjectRoot::seen_from(&spelled, real, root))
        });
        found.map_or(Cow::Borrowed(self), Cow::Owned)
    }

    /// The path of `real`, which is absolute and without links, within this project in any of its
    /// checkouts; `None` outside all of them. See [`checkout_of`](Self::checkout_of).
    pub fn path_of(&self, real: &Path) -> Option<RelPath> {
        let root = self.other_around(real).unwrap_or(&self.resolved);
        RelPath::below(root, real)
    }

    /// Where this project is in the other checkouts of its repository that git knows of.
    pub fn other_checkouts(&self) -> impl Iterator<Item = &Path> {
        self.others().iter().map(|other| other.root.as_path())
    }

    /// Where this project is in the main checkout, if it is in a linked worktree.
    pub fn in_main_checkout(&self) -> Option<PathBuf> {
        self.git_dirs().filter(|dirs| dirs.own != dirs.common)?;
        let around = self.around()?;
        Some(join(&around.checkout.primary(), &around.below))
    }

    /// The other checkout in which a real path lies, if it does not lie in this one.
    fn other_around(&self, real: &Path) -> Option<&Path> {
        let around = self.others().iter().filter(|other| real.starts_with(&other.root));
        let is_nearer = |other: &&Other| {
            !real.starts_with(&self.resolved) || other.root.starts_with(&self.resolved)
        };
        let mut around: Vec<&Other> = around.filter(is_nearer).collect();
        around.sort_by_key(|other| std::cmp::Reverse(other.root.as_os_str().len()));
        let there = around.into_iter().find(|other| other.checkout.is_there())?;
        Some(&there.root)
    }

    fn others(&self) -> &[Other] {
        let Some(around) = self.around() else { return &[] };
        around.others.get_or_init(|| {
            let of_all = around.checkout.known().into_iter().map(|it| (it, &around.below));
            let of_submodule = around.submodule.iter().flat_map(|(root, below)| {
                Known::around(root).into_iter().map(move |checkout| (checkout, below))
            });
            let others = of_all.chain(of_submodule);
            let others = others
                .map(|(checkout, below)| Other { root: join(&checkout.root, below), checkout });
            others.filter(|other| other.root != self.resolved).collect()
        })
    }

    /// The name of the project's state directory: a readable slug and a short
    /// hash of the project's identity.
    ///
    /// The identity is the primary checkout and the way from a checkout's root
    /// to the project. So linked worktrees share a key, as do all spellings of
    /// one directory, and two projects in one repository do not. A submodule
    /// without `.tacklebox/` shares the key of its outermost superproject.
    pub fn key(&self) -> String {
        let primary = |around: &Around| join(&around.checkout.primary(), &around.below);
        let identity = self.around().map_or_else(|| self.resolved.clone(), primary);
        let slug = slug(identity.file_name().unwrap_or_default());
        let digest = Hash::hash(identity.as_os_str().as_encoded_bytes());
        // Five bytes as one number.
        let hash = digest.iter().take(5).fold(0_u64, |hash, byte| hash << 8 | u64::from(*byte));
        format!("{slug}-{hash:010x}")
    }

    /// The location of `spoken`, a path as an agent or a command spells it, in this project. A relative
    /// path is relative to `cwd`, else to the root.
    ///
    /// `~` is an ordinary name here; expanding it is the caller's job.
    pub fn relative(&self, cwd: Option<&Path>, spoken: &str) -> Location {
        self.relative_by(&RealPaths::around(&self.resolved), cwd, spoken)
    }

    /// The same for many paths at one moment.
    pub fn relative_by(&self, paths: &RealPaths, cwd: Option<&Path>, spoken: &str) -> Location {
        location::locate((&self.path, &self.resolved), cwd, spoken, paths)
    }

    fn around(&self) -> Option<&Around> {
        let find = || {
            let mut finder = Finder::default();
            let (mut submodule, mut checkout) = (None, None);
            for dir in self.git_from.ancestors() {
                checkout = finder.ask(dir);
                if checkout.is_some() {
                    break;
                }
                if submodule.is_none() && finder.is_in_submodule() {
                    submodule = Some(dir);
                }
            }
            let checkout = checkout.or(finder.submodule())?;
            let below = |dir: &Path| self.resolved.strip_prefix(dir).unwrap_or(Path::new(""));
            let is_plain = submodule == Some(&self.resolved) && !has_configuration(&self.resolved);
            let own = submodule.filter(|dir| !is_plain && *dir != checkout.root);
            Some(Around {
                below: if is_plain { PathBuf::new() } else { below(&checkout.root).to_path_buf() },
                submodule: own.map(|dir| (dir.to_path_buf(), below(dir).to_path_buf())),
                others: OnceLock::new(),
                checkout,
            })
        };
        self.around.get_or_init(find).as_ref()
    }
}

/// `root` as who spells `real_start` as `start` would spell it; `None` where links
/// lead there another way.
fn spelled(start: &Path, real_start: &Path, root: &Path) -> Option<PathBuf> {
    if start == real_start {
        return None;
    }
    let below = real_start.strip_prefix(root).ok().filter(|below| start.ends_with(below))?;
    let spelled = start.ancestors().nth(below.components().count())?;
    (fs::canonicalize(spelled).ok()? == root).then(|| spelled.to_path_buf())
}

/// Without the separator at the end that an empty rest would leave.
fn join(dir: &Path, below: &Path) -> PathBuf {
    dir.components().chain(below.components()).collect()
}

/// `[a-z0-9-]`, at most 40 characters, never empty.
fn slug(name: &OsStr) -> String {
    let name = name.to_string_lossy().to_lowercase();
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut slug = String::new();
    for word in words {
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(word);
    }
    slug.truncate(MAX_SLUG_LEN);
    slug.truncate(slug.trim_end_matches('-').len());
    if slug.is_empty() { "project".to_owned() } else { slug }
}
