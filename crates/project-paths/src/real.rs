//! Where a write really ends up, links followed.

use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use crate::location::MAX_PATH_LEN;
use crate::spelling::{is_windows, normalise};

/// The places, absolute and free of links, where a write to `spoken` may end up;
/// a relative path is taken from `base`, which is absolute.
///
/// There are two where a `..` follows a link: the system goes up from where the
/// link leads, a tool that normalises first does not. What does not exist yet
/// counts below the longest part that does. `None` where no place can be named: a
/// link that leads nowhere or in a circle, a folder that may not be looked into,
/// a path with a drive on a system without, one longer than the system takes.
pub fn real_places(base: &Path, spoken: &str) -> Option<Vec<PathBuf>> {
    let foreign = is_windows(spoken) && !cfg!(windows);
    let path = base.join(spoken);
    let is_path = !spoken.is_empty() && !spoken.contains('\0') && path.is_absolute();
    if foreign || !is_path || path.as_os_str().len() > MAX_PATH_LEN {
        return None;
    }
    let mut places = vec![real(&normalise(&path))?];
    match upward(&path).map(|(upward, below)| (fs::canonicalize(upward), below)) {
        Some((Ok(found), below)) => places.push(real(&found.join(below))?),
        Some((Err(err), _)) if !is_absent(&err) => return None,
        // The system would find no such folder.
        _ => {}
    }
    places.dedup();
    Some(places)
}

/// A path up to its last `..`, and the rest; `None` where it has none.
fn upward(path: &Path) -> Option<(PathBuf, PathBuf)> {
    let parts: Vec<Component<'_>> = path.components().collect();
    let last = parts.iter().rposition(|part| *part == Component::ParentDir)?;
    let (upward, below) = parts.split_at_checked(last + 1)?;
    Some((upward.iter().collect(), below.iter().collect()))
}

/// The real path of a normalised one.
fn real(path: &Path) -> Option<PathBuf> {
    for prefix in path.ancestors() {
        let err = match fs::canonicalize(prefix) {
            // An empty rest would leave a trailing separator.
            Ok(found) => {
                let rest = path.strip_prefix(prefix).ok()?;
                return Some(found.components().chain(rest.components()).collect());
            }
            Err(err) => err,
        };
        if !is_absent(&err) || fs::read_link(prefix).is_ok() {
            return None;
        }
    }
    None
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
