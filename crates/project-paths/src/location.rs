//! Normalised paths inside a project.

use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use crate::real::{MAX_PATH_LEN, RealPaths};
use crate::spelling::{is_windows, lexical, normalise};

/// The number of links in a row that Linux follows.
const MAX_LINKS: usize = 40;

/// A normalised path relative to the project's root, with `/` between its
/// components. The root itself is `.`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RelPath(String);

impl RelPath {
    /// Normalises a relative path with `/` separators; `None` if `text` is
    /// empty, absolute, or leaves the project.
    pub fn new(text: &str) -> Option<RelPath> {
        let path = normalise(Path::new(text));
        let inside =
            path.components().all(|c| matches!(c, Component::Normal(_) | Component::CurDir));
        (inside && !text.is_empty()).then(|| RelPath::of(&path))
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// That of a path below a root, both without links; `None` outside.
    pub(crate) fn below(root: &Path, path: &Path) -> Option<RelPath> {
        path.strip_prefix(root).ok().map(RelPath::of)
    }

    fn of(below_root: &Path) -> RelPath {
        let names: Vec<_> = below_root.iter().map(|name| name.to_string_lossy()).collect();
        RelPath::or_root(names.join("/"))
    }

    fn or_root(text: String) -> RelPath {
        RelPath(if text.is_empty() { ".".to_owned() } else { text })
    }
}

impl fmt::Display for RelPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The place of a path in the project, as it is written and as it resolves on the disk. A rule
/// about paths applies if it matches either.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Location {
    /// By its spelling; `None` if that leads out of the project.
    pub lexical: Option<RelPath>,
    /// With the symbolic links of the longest existing prefix resolved; `None` if that leads out of the
    /// project or is unknown.
    pub resolved: Option<RelPath>,
}

/// Where `spoken` lies below the folder that is spelled `root` and really is
/// `real_root`. A relative path is taken from `cwd`, else from that folder.
pub(crate) fn locate(
    (root, real_root): (&Path, &Path),
    cwd: Option<&Path>,
    spoken: &str,
    paths: &RealPaths,
) -> Location {
    if spoken.is_empty() || spoken.contains('\0') {
        return Location::default();
    }
    let base = cwd.map_or_else(|| root.to_path_buf(), |cwd| root.join(cwd));
    let base_text = base.to_string_lossy();
    // Host and shell may spell the root either way.
    let lexical = [root, real_root]
        .iter()
        .find_map(|root| lexical(&root.to_string_lossy(), &base_text, spoken));
    Location {
        lexical: lexical.map(RelPath::or_root),
        resolved: resolved(real_root, &base, spoken, paths),
    }
}

fn resolved(root: &Path, base: &Path, spoken: &str, paths: &RealPaths) -> Option<RelPath> {
    let foreign = is_windows(spoken) && !cfg!(windows);
    let path = base.join(spoken);
    if foreign || path.as_os_str().len() > MAX_PATH_LEN {
        return None;
    }
    let inside = |found: &Path| RelPath::below(root, found);
    let goes_up = path.components().any(|part| part == Component::ParentDir);
    if !goes_up && let Some(found) = paths.real(&normalise(&path)) {
        return inside(&found);
    }
    let inside = |path: &Path| inside(&resolve(path, MAX_LINKS)?);
    // The system follows a link before it goes up from it; a tool that
    // normalises first does not. Inside for either is inside.
    inside(&path).or_else(|| inside(&normalise(&path)))
}

/// Resolves the longest existing prefix of `path` and appends the rest.
/// `None` for a loop of links, or where the disk does not tell.
fn resolve(path: &Path, links: usize) -> Option<PathBuf> {
    for prefix in path.ancestors() {
        let err = match fs::canonicalize(prefix) {
            Ok(found) => return append(&found, path.strip_prefix(prefix).ok()?, links),
            Err(err) => err,
        };
        if !matches!(err.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) {
            return None;
        }
        // A link to something that does not exist yet: a write goes there.
        if let Ok(target) = fs::read_link(prefix) {
            let target = prefix.parent()?.join(target).join(path.strip_prefix(prefix).ok()?);
            return resolve(&target, links.checked_sub(1)?);
        }
    }
    None
}

fn append(found: &Path, rest: &Path, links: usize) -> Option<PathBuf> {
    if rest.components().any(|component| component == Component::ParentDir) {
        // Going up from what does not exist may come back to what does.
        return resolve(&normalise(&found.join(rest)), links.checked_sub(1)?);
    }
    // An empty rest would leave a trailing separator.
    Some(found.components().chain(rest.components()).collect())
}
