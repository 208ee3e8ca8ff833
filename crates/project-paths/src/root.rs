//! The root of a project and the key under which its state is kept.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::checkout::{Checkout, has_dot_git};
use crate::location::{self, Location};
use crate::spelling::normalise;

const LONGEST_SLUG: usize = 40;

/// The directory that a project's configuration and paths are relative to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectRoot {
    path: PathBuf,
    resolved: PathBuf,
}

impl ProjectRoot {
    /// The root that the host declared (`CLAUDE_PROJECT_DIR`) if that is an
    /// absolute path of an existing directory, else the nearest ancestor of
    /// `cwd` with `.tacklebox/` or `.git`, else `None`.
    ///
    /// A submodule without a `.tacklebox/` of its own is passed by: it belongs
    /// to its outermost superproject. Where no ancestor in the spelling of
    /// `cwd` qualifies, those of the directory behind its links are asked.
    pub fn discover(declared: Option<&Path>, cwd: Option<&Path>) -> Option<ProjectRoot> {
        if let Some(declared) = declared.filter(|path| path.is_absolute() && path.is_dir()) {
            return Some(ProjectRoot::at(declared));
        }
        let cwd = cwd.filter(|path| path.is_absolute())?;
        let root = nearest(&normalise(cwd)).or_else(|| nearest(&fs::canonicalize(cwd).ok()?))?;
        Some(ProjectRoot::at(&root))
    }

    /// The root as it was spelled, lexically normalised.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The root with symbolic links resolved; [`path`](Self::path) where that fails.
    pub fn resolved(&self) -> &Path {
        &self.resolved
    }

    /// What paths are relative to instead of this root, for somebody in `cwd`: the
    /// root of the linked worktree of this project in which that lies, or of the
    /// superproject if this root is a submodule. They have the same key. `None`
    /// where paths are relative to this root.
    pub fn root_at(&self, cwd: Option<&Path>) -> Option<ProjectRoot> {
        let cwd = cwd.unwrap_or(&self.path);
        // In most calls; there is no more to look at.
        if cwd == self.path && !self.path.join(".git").is_file() {
            return None;
        }
        let shared = |dir: &Path| {
            ProjectRoot::discover(None, Some(dir)).filter(|root| root.key() == self.key())
        };
        let root = shared(cwd).or_else(|| shared(&self.path))?;
        (root.resolved != self.resolved).then_some(root)
    }

    /// The name of the project's state directory: a readable slug and a short
    /// hash of the project's identity.
    ///
    /// The identity is the primary checkout and the way from a checkout's root
    /// to the project. So linked worktrees share a key, as do all spellings of
    /// one directory, and two projects in one repository do not. A submodule
    /// without `.tacklebox/` shares the key of its outermost superproject.
    pub fn key(&self) -> String {
        let identity = self.identity();
        let slug = slug(identity.file_name().unwrap_or_default());
        let digest = Sha256::digest(identity.as_os_str().as_encoded_bytes());
        // Five bytes as one number.
        let hash = digest.iter().take(5).fold(0_u64, |hash, byte| hash << 8 | u64::from(*byte));
        format!("{slug}-{hash:010x}")
    }

    /// Where `spoken`, a path as an agent or a command spells it, lies in this
    /// project. A relative path is relative to `cwd`, else to the root.
    ///
    /// `~` is an ordinary name here; expanding it is the caller's job.
    pub fn relative(&self, cwd: Option<&Path>, spoken: &str) -> Location {
        location::locate(self, cwd, spoken)
    }

    fn at(path: &Path) -> ProjectRoot {
        let path = normalise(path);
        let resolved = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        ProjectRoot { path, resolved }
    }

    fn identity(&self) -> PathBuf {
        let root = &self.resolved;
        let Some(checkout) = Checkout::enclosing(root) else {
            return root.clone();
        };
        let plain_submodule =
            checkout.root != *root && has_dot_git(root) && !has_configuration(root);
        match root.strip_prefix(&checkout.root) {
            Ok(below) if !plain_submodule && below != Path::new("") => checkout.primary.join(below),
            _ => checkout.primary,
        }
    }
}

fn nearest(cwd: &Path) -> Option<PathBuf> {
    cwd.ancestors().find(|dir| has_configuration(dir) || is_repository(dir)).map(Path::to_path_buf)
}

fn has_configuration(dir: &Path) -> bool {
    dir.join(".tacklebox").is_dir()
}

/// Whether `dir` is the root of a checkout that is no one's submodule.
fn is_repository(dir: &Path) -> bool {
    has_dot_git(dir) && Checkout::enclosing(dir).is_some_and(|checkout| checkout.root == dir)
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
    slug.truncate(LONGEST_SLUG);
    slug.truncate(slug.trim_end_matches('-').len());
    if slug.is_empty() { "project".to_owned() } else { slug }
}
