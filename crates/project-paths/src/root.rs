//! The root of a project and the key under which its state is kept.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use hmac_sha256::Hash;

use crate::checkout::{Checkout, Finder};
use crate::location::{self, Location};
use crate::marker::has_configuration;
use crate::real::RealPaths;
use crate::spelling::normalise;

const MAX_SLUG_LEN: usize = 40;

/// The directory that a project's configuration and paths are relative to.
///
/// Which one that is says [`Search`](crate::Search).
#[derive(Debug, Clone)]
pub struct ProjectRoot {
    path: PathBuf,
    resolved: PathBuf,
    /// The nearest folder, from the root upwards, that may have a `.git`.
    git_from: PathBuf,
    /// Found once, for who wants to know.
    around: OnceLock<Option<Around>>,
}

/// The checkout around a project.
#[derive(Debug, Clone)]
struct Around {
    checkout: Checkout,
    /// The way from its root to the project, empty for a submodule that has no
    /// configuration of its own: that belongs to the superproject.
    below: PathBuf,
    /// The checkout that stands for the repository: found once.
    primary: OnceLock<PathBuf>,
}

impl Around {
    fn primary(&self) -> &Path {
        self.primary.get_or_init(|| self.checkout.primary())
    }
}

impl PartialEq for ProjectRoot {
    fn eq(&self, other: &Self) -> bool {
        (&self.path, &self.resolved) == (&other.path, &other.resolved)
    }
}

impl Eq for ProjectRoot {}

impl ProjectRoot {
    /// The project with this root, whatever is there: for who knows that it is one,
    /// or makes it one.
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
        ProjectRoot { git_from: resolved.clone(), path, resolved, around: OnceLock::new() }
    }

    /// The same where it is known to be the root of a checkout.
    pub(crate) fn with_checkout(self, checkout: Checkout) -> ProjectRoot {
        let around = Some(Around { checkout, below: PathBuf::new(), primary: OnceLock::new() });
        ProjectRoot { around: OnceLock::from(around), ..self }
    }

    /// The same where no folder below `dir` has a `.git`.
    pub(crate) fn with_git_from(self, dir: &Path) -> ProjectRoot {
        ProjectRoot { git_from: dir.to_path_buf(), ..self }
    }

    /// The root as it was spelled, lexically normalised.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The root with symbolic links resolved; [`path`](Self::path) where that fails.
    pub fn resolved(&self) -> &Path {
        &self.resolved
    }

    /// What paths are relative to instead of this root, for somebody in `cwd`: this
    /// project in the linked worktree in which that lies, or the superproject if
    /// this root is a submodule. They have the same key. `None` where paths are
    /// relative to this root.
    pub fn root_at(&self, cwd: Option<&Path>) -> Option<ProjectRoot> {
        let own = self.around()?;
        let primary = own.primary();
        let cwd = cwd.filter(|cwd| cwd.is_absolute() && *cwd != self.path);
        let there = cwd.and_then(|cwd| {
            let cwd = normalise(cwd);
            let real = cwd.ancestors().find_map(|dir| fs::canonicalize(dir).ok())?;
            let checkout = Checkout::enclosing(&real).filter(|it| it.primary() == primary)?;
            Some((cwd, real, checkout))
        });
        let root = |checkout: &Checkout| join(&checkout.root, &own.below);
        let found = match there {
            Some((cwd, real, checkout)) => ProjectRoot::seen_from(&cwd, &real, &root(&checkout)),
            None => ProjectRoot::seen_from(&self.path, &self.resolved, &root(&own.checkout)),
        };
        (found.resolved != self.resolved && found.resolved.is_dir()).then_some(found)
    }

    /// Where this project is in the primary checkout, or in the superproject if this root is a
    /// submodule; `None` outside of any checkout.
    pub fn primary(&self) -> Option<PathBuf> {
        let around = self.around()?;
        Some(join(around.primary(), &around.below))
    }

    /// The name of the project's state directory: a readable slug and a short
    /// hash of the project's identity.
    ///
    /// The identity is the primary checkout and the way from a checkout's root
    /// to the project. So linked worktrees share a key, as do all spellings of
    /// one directory, and two projects in one repository do not. A submodule
    /// without `.tacklebox/` shares the key of its outermost superproject.
    pub fn key(&self) -> String {
        let identity = self.primary().unwrap_or_else(|| self.resolved.clone());
        let slug = slug(identity.file_name().unwrap_or_default());
        let digest = Hash::hash(identity.as_os_str().as_encoded_bytes());
        // Five bytes as one number.
        let hash = digest.iter().take(5).fold(0_u64, |hash, byte| hash << 8 | u64::from(*byte));
        format!("{slug}-{hash:010x}")
    }

    /// Where `spoken`, a path as an agent or a command spells it, lies in this
    /// project. A relative path is relative to `cwd`, else to the root.
    ///
    /// `~` is an ordinary name here; expanding it is the caller's job.
    pub fn relative(&self, cwd: Option<&Path>, spoken: &str) -> Location {
        self.relative_by(&RealPaths::default(), cwd, spoken)
    }

    /// The same for many paths at one moment.
    pub fn relative_by(&self, paths: &RealPaths, cwd: Option<&Path>, spoken: &str) -> Location {
        location::locate((&self.path, &self.resolved), cwd, spoken, paths)
    }

    fn around(&self) -> Option<&Around> {
        let find = || {
            let mut finder = Finder::default();
            let mut is_submodule = false;
            let mut checkout = None;
            for dir in self.git_from.ancestors() {
                checkout = finder.ask(dir);
                is_submodule |= dir == self.resolved && finder.is_in_submodule();
                if checkout.is_some() {
                    break;
                }
            }
            let checkout = checkout.or(finder.submodule())?;
            let below = self.resolved.strip_prefix(&checkout.root).unwrap_or(Path::new(""));
            let is_plain = is_submodule && !has_configuration(&self.resolved);
            let below = if is_plain { PathBuf::new() } else { below.to_path_buf() };
            Some(Around { checkout, below, primary: OnceLock::new() })
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
