//! The files below a folder, and whether a glob may mean one of them.

use std::fs;
use std::path::Path;

use project_paths::{Pattern, RelPath};

/// The most entries that are looked at for one call.
pub(super) const MAX_ENTRIES: usize = 10_000;

/// Whether two globs, or a glob and a path, may mean the same file: one of the folders in which they begin is in
/// the other.
pub(super) fn may_meet(one: &str, other: &str) -> bool {
    let (one, other) = (Path::new(start(one)), Path::new(start(other)));
    one.starts_with(other) || other.starts_with(one)
}

/// The path with which a glob begins.
fn start(glob: &str) -> &str {
    let glob = glob.trim_start_matches("./").trim_start_matches('/');
    let literal = glob.find(['*', '?', '[', '{', '\\']).and_then(|at| glob.get(..at));
    match literal {
        Some(literal) => literal.rsplit_once('/').map_or("", |(folder, _)| folder),
        None if glob == "." => "",
        None => glob.trim_end_matches('/'),
    }
}

/// Whether a glob of a shell names `name`: one that begins with a dot only where the glob does.
pub(super) fn matches(glob: &Pattern, name: &str) -> bool {
    (glob.text().starts_with('.') || !name.starts_with('.')) && glob.matches_text(name)
}

/// The files below `dir`, a folder of the project at `root`, and `dir` itself left out; of those
/// in it only what `names` matches. Links are not followed. `None` where there are more than `left`
/// of what may still be looked at, or a folder cannot be read.
pub(super) fn files(
    root: &Path,
    dir: &RelPath,
    names: Option<&str>,
    left: &mut usize,
) -> Option<Vec<RelPath>> {
    let names = names.map(|names| Pattern::trusted(names.to_owned()));
    let mut found = Vec::new();
    let mut folders = vec![dir.clone()];
    while let Some(folder) = folders.pop() {
        let path = root.join(folder.as_str());
        if !path.is_dir() {
            continue;
        }
        for entry in fs::read_dir(path).ok()? {
            *left = left.checked_sub(1)?;
            let entry = entry.ok()?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let is_meant = |names: &Pattern| matches(names, &name);
            if folder == *dir && !names.as_ref().is_none_or(is_meant) {
                continue;
            }
            let path = RelPath::new(&format!("{folder}/{name}"))?;
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) && name != ".git" {
                folders.push(path.clone());
            }
            found.push(path);
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_listed_as_long_as_they_are_few() {
        let folder = tempfile::tempdir().unwrap();
        for file in ["a/.env", "a/b/c", "a/.git/HEAD"] {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::File::create(path).unwrap();
        }
        let check = |dir: &str, names: Option<&str>, mut left: usize, expected: Option<&str>| {
            let found = files(folder.path(), &RelPath::new(dir).unwrap(), names, &mut left);
            let found = found.map(|found| {
                let mut found: Vec<_> = found.iter().map(ToString::to_string).collect();
                found.sort();
                found.join(" ")
            });
            assert_eq!(found.as_deref(), expected, "{dir} {names:?}");
        };
        check("a", None, 10, Some("a/.env a/.git a/b a/b/c"));
        check("a", None, 4, Some("a/.env a/.git a/b a/b/c"));
        check("a", None, 3, None);
        check("a", Some("*"), 10, Some("a/b a/b/c"));
        check("a", Some(".e*"), 10, Some("a/.env"));
        check("a/b/c", None, 10, Some(""));
        check("nowhere", None, 10, Some(""));
    }
}
