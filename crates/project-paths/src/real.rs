//! Finds the real places of paths, with links followed.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::spelling::{is_windows, normalise};

/// What Linux calls `PATH_MAX`: no system call takes a longer path, so nothing
/// on the disk can be behind it.
pub(crate) const MAX_PATH_LEN: usize = 4096;

/// The most paths that are remembered.
const MAX_KNOWN: usize = 4096;

/// Where paths really are, for who asks for many of them at one moment: each folder is looked at
/// once. What changes afterwards is not noticed.
#[derive(Debug, Default)]
pub struct RealPaths {
    /// By the bytes of their spelling: what is there, and the first part of a path that is not.
    known: Mutex<BTreeMap<OsString, Found>>,
}

/// What exists at a path.
#[derive(Debug, Clone)]
enum Found {
    /// Something, which is really here, and what the system says of it if it was looked at and is not a link.
    There(PathBuf, Option<Box<Metadata>>),
    /// Nothing: this is where it would be.
    Absent(PathBuf),
    /// Unknown, or a link without a target.
    Lost,
}

/// The places, absolute and free of links, where a write to `spoken` may end up;
/// a relative path is taken from `base`, which is absolute.
///
/// There are two where a `..` follows a link: the system goes up from where the
/// link leads, a tool that normalises first does not. What does not exist yet
/// counts below the longest part that does. `None` where no place can be named: a
/// link that leads nowhere or in a circle, a folder that may not be looked into,
/// a path with a drive on a system without, one longer than the system takes.
pub fn real_places(base: &Path, spoken: &str) -> Option<Vec<PathBuf>> {
    RealPaths::default().places(base, spoken)
}

impl RealPaths {
    /// With what is known already: a folder, spelled without links, and those above it.
    pub fn around(folder: &Path) -> Self {
        let folders = folder.ancestors();
        let known = folders.map(|dir| (dir.into(), Found::There(dir.to_owned(), None))).collect();
        Self { known: Mutex::new(known) }
    }

    /// The same as [`real_places`].
    pub fn places(&self, base: &Path, spoken: &str) -> Option<Vec<PathBuf>> {
        let foreign = is_windows(spoken) && !cfg!(windows);
        let path = base.join(spoken);
        let is_path = !spoken.is_empty() && !spoken.contains('\0') && path.is_absolute();
        if foreign || !is_path || path.as_os_str().len() > MAX_PATH_LEN {
            return None;
        }
        let mut places = vec![self.real(&normalise(&path))?];
        match upward(&path).map(|(upward, below)| (fs::canonicalize(upward), below)) {
            Some((Ok(found), below)) => places.push(self.real(&found.join(below))?),
            Some((Err(err), _)) if !is_absent(&err) => return None,
            // The system would find no such folder.
            _ => {}
        }
        places.dedup();
        Some(places)
    }

    /// The real path of a normalised one; `None` if it has none.
    pub fn real(&self, path: &Path) -> Option<PathBuf> {
        match self.found(path) {
            Found::There(real, _) | Found::Absent(real) => Some(real),
            Found::Lost => None,
        }
    }

    /// What the system said of a path without links, if it was looked at.
    pub fn metadata(&self, path: &Path) -> Option<Metadata> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        match known.get(path.as_os_str())? {
            Found::There(_, found) => found.as_deref().cloned(),
            Found::Absent(_) | Found::Lost => None,
        }
    }

    /// Whether there is anything at a path, be it a link that leads nowhere.
    pub fn is_there(&self, path: &Path) -> bool {
        let is_plain = path.is_absolute()
            && path.as_os_str().len() <= MAX_PATH_LEN
            && path.components().all(|part| part != Component::ParentDir);
        let found = if is_plain { self.found(&normalise(path)) } else { Found::Lost };
        match found {
            Found::There(..) => true,
            Found::Absent(_) => false,
            Found::Lost => path.symlink_metadata().is_ok(),
        }
    }

    fn found(&self, path: &Path) -> Found {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut found = Found::Lost;
        let mut below = Vec::new();
        for part in path.ancestors() {
            if let Some(before) = known.get(part.as_os_str()) {
                found = before.clone();
                break;
            }
            let Some(name) = part.file_name() else {
                found = top(part);
                break;
            };
            below.push((part, name));
        }
        for (part, name) in below.into_iter().rev() {
            found = match found {
                Found::There(real, _) => {
                    let found = look(real.join(name));
                    if known.len() < MAX_KNOWN {
                        known.insert(part.into(), found.clone());
                    }
                    found
                }
                Found::Absent(mut real) => {
                    real.push(name);
                    Found::Absent(real)
                }
                Found::Lost => return Found::Lost,
            };
        }
        found
    }
}

/// Where all paths begin: `/`, or a drive.
fn top(path: &Path) -> Found {
    match path.as_os_str().as_encoded_bytes() {
        b"/" => Found::There(path.to_owned(), None),
        _ => resolved(path),
    }
}

fn resolved(path: &Path) -> Found {
    fs::canonicalize(path).map_or(Found::Lost, |real| Found::There(real, None))
}

/// What is at a path whose folder is free of links.
fn look(path: PathBuf) -> Found {
    match path.symlink_metadata() {
        Ok(found) if found.is_symlink() => resolved(&path),
        Ok(found) => Found::There(path, Some(Box::new(found))),
        Err(err) if is_absent(&err) => Found::Absent(path),
        Err(_) => Found::Lost,
    }
}

/// A path up to its last `..`, and the rest; `None` where it has none.
fn upward(path: &Path) -> Option<(PathBuf, PathBuf)> {
    let parts: Vec<Component<'_>> = path.components().collect();
    let last = parts.iter().rposition(|part| *part == Component::ParentDir)?;
    let (upward, below) = parts.split_at_checked(last + 1)?;
    Some((upward.iter().collect(), below.iter().collect()))
}

fn is_absent(err: &std::io::Error) -> bool {
    matches!(err.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// A project `p` with `src/a`, beside a folder `out` with `deep/`.
    fn place() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("p/src")).unwrap();
        fs::create_dir_all(root.join("out/deep")).unwrap();
        fs::File::create(root.join("p/src/a")).unwrap();
        symlink(root.join("out/deep"), root.join("p/src/link")).unwrap();
        symlink("a", root.join("p/src/to-a")).unwrap();
        symlink("nowhere", root.join("p/src/dangling")).unwrap();
        symlink("loop", root.join("p/src/loop")).unwrap();
        (folder, root)
    }

    #[test]
    fn a_place_is_where_the_bytes_go() {
        let (_folder, root) = place();
        let check = |spoken: &str, expected: &[&str]| {
            let found = real_places(&root.join("p"), spoken);
            let expected: Vec<PathBuf> = expected.iter().map(|path| root.join(path)).collect();
            assert_eq!(found, Some(expected), "{spoken}");
        };
        check("src/a", &["p/src/a"]);
        check("./src//new/b.ts", &["p/src/new/b.ts"]);
        check(".", &["p"]);
        check("src/to-a", &["p/src/a"]);
        check("src/link/x", &["out/deep/x"]);
        check("src/../../secret", &["secret"]);
        check("src/link/../x", &["p/src/x", "out/x"]);
        check("src/none/../x", &["p/src/x"]);
        check("src/a/x", &["p/src/a/x"]);
        check(root.join("p/src/a").to_str().unwrap(), &["p/src/a"]);
        check(r"src\a", &[r"p/src\a"]);
    }

    #[test]
    fn what_was_looked_at_is_known() {
        let (_folder, root) = place();
        let paths = RealPaths::around(&root.join("p"));
        let real = |spoken: &str| paths.places(&root.join("p"), spoken);
        let there = |spoken: &str| Some(vec![root.join(spoken)]);
        assert_eq!(real("src/link/x"), there("out/deep/x"));
        assert_eq!(real("src/new/a/b"), there("p/src/new/a/b"));
        fs::remove_dir_all(root.join("p/src")).unwrap();
        assert_eq!(real("src/link/y"), there("out/deep/y"));
        assert_eq!(real("src/new/a/c"), there("p/src/new/a/c"));
        assert_eq!(real("src/to-a"), there("p/src/to-a"));
        assert_eq!(real("../out"), there("out"));
    }

    #[test]
    fn a_link_that_leads_nowhere_is_there() {
        let (_folder, root) = place();
        let paths = RealPaths::default();
        let is_there = |path: &str| paths.is_there(&root.join("p").join(path));
        for path in ["src", "src/to-a", "src/dangling", "src/loop", "src/../../out", "src/link/"] {
            assert!(is_there(path), "{path}");
        }
        for path in ["none", "src/dangling/x", "src/a/x", "src/link/none", "src/none/../a"] {
            assert!(!is_there(path), "{path}");
        }
    }

    #[test]
    fn what_leads_nowhere_is_no_place() {
        let (_folder, root) = place();
        let long = "x/".repeat(3000);
        let spoken = [
            "",
            "a\0b",
            "src/dangling",
            "src/dangling/x",
            "src/loop",
            "src/loop/x",
            r"C:\x",
            &long,
        ];
        for spoken in spoken {
            assert_eq!(real_places(&root.join("p"), spoken), None, "{spoken}");
        }
        assert_eq!(real_places(Path::new("relative"), "a"), None);
    }
}
