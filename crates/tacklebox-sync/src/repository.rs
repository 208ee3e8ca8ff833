//! A clone's own configuration: how it reaches its remotes, and who its person is.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Git reads a few files. Without its answer this would be another repository.
const LIMIT: Duration = Duration::from_secs(20);

/// The Git folder that all worktrees of a clone share; the project itself where there is none.
pub(crate) fn of(project: &Path) -> PathBuf {
    let words = ["git", "rev-parse", "--path-format=absolute", "--git-common-dir"];
    match output(&words, project) {
        Some(folder) if !folder.trim().is_empty() => PathBuf::from(folder.trim_end_matches('\n')),
        _ => project.to_owned(),
    }
}

/// Keys and values in the order of precedence, the last one first in force. Empty where Git fails.
pub(crate) fn config(repository: &Path) -> Vec<(String, String)> {
    let dir = repository.to_string_lossy();
    let words = ["git", "--git-dir", &dir, "config", "--list", "--null"];
    let listing = output(&words, repository).unwrap_or_default();
    let entry = |entry: &str| {
        let (key, value) = entry.split_once('\n')?;
        Some((key.to_owned(), value.to_owned()))
    };
    listing.split('\0').filter_map(entry).collect()
}

/// The address of a remote, given by name or as an address. A path is made absolute.
pub(crate) fn address(
    config: &[(String, String)],
    repository: &Path,
    remote: &str,
) -> Option<String> {
    let key = format!("remote.{remote}.url");
    let named = config.iter().find(|(known, _)| *known == key).map(|(_, url)| url.as_str());
    let is_address = remote.contains(['/', ':']) && !remote.starts_with('-');
    let url = named.or(is_address.then_some(remote))?;
    // Source: `git-clone(1)`: what has a colon before its first slash is not a path.
    let is_path = url.split('/').next().is_some_and(|start| !start.contains(':'));
    if !is_path {
        return Some(url.to_owned());
    }
    Some(checkout(repository).join(url).to_string_lossy().into_owned())
}

/// Whether an address is a path among the files of a clone: a repository there has hooks, which a push would run.
pub(crate) fn is_inside(config: &[(String, String)], repository: &Path, url: &str) -> bool {
    let path = url.strip_prefix("file://").unwrap_or(url);
    if path != url && path.contains('%') {
        // Git decodes it.
        return true;
    }
    if !Path::new(path).is_absolute() {
        return false;
    }
    // Git may add an ending to what does not exist.
    let real = |path: &Path| path.ancestors().find_map(|it| fs::canonicalize(it).ok());
    let worktrees = fs::read_dir(repository.join("worktrees")).into_iter().flatten().flatten();
    let worktrees = worktrees.filter_map(|it| {
        let link = fs::read_to_string(it.path().join("gitdir")).ok()?;
        Some(PathBuf::from(link.trim_end()).parent()?.to_owned())
    });
    let named = config.iter().filter(|(key, _)| key == "core.worktree");
    let named = named.map(|(_, path)| repository.join(path));
    let Some(path) = real(Path::new(path)) else { return false };
    [repository.to_owned(), checkout(repository).to_owned()]
        .into_iter()
        .chain(worktrees)
        .chain(named)
        .filter_map(|root| fs::canonicalize(root).ok())
        .any(|root| path.starts_with(root))
}

fn checkout(repository: &Path) -> &Path {
    match repository.file_name() {
        Some(name) if name == ".git" => repository.parent().unwrap_or(repository),
        _ => repository,
    }
}

fn output(words: &[&str], dir: &Path) -> Option<String> {
    let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
    timed_command::output(&words, Some(dir), LIMIT).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remote_is_a_name_or_an_address() {
        let config = [
            ("remote.origin.url".to_owned(), "git@example.org:acme/shop.git".to_owned()),
            ("remote.near.url".to_owned(), "../near.git".to_owned()),
        ];
        let check = |remote: &str, expected: Option<&str>| {
            let found = address(&config, Path::new("/work/shop/.git"), remote);
            assert_eq!(found.as_deref(), expected, "{remote}");
        };
        check("origin", Some("git@example.org:acme/shop.git"));
        check("near", Some("/work/shop/../near.git"));
        check("https://example.org/x.git", Some("https://example.org/x.git"));
        check("/srv/x.git", Some("/srv/x.git"));
        check("elsewhere", None);
        check("--upload-pack=x/y", None);
    }

    #[test]
    fn a_remote_among_the_files_of_a_clone_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let dir = fs::canonicalize(dir.path()).unwrap();
        for folder in ["shop/.git/worktrees/w", "shop/a.git", "near.git", "w/b.git", "module"] {
            fs::create_dir_all(dir.join(folder)).unwrap();
        }
        let link = format!("{}\n", dir.join("w/.git").display());
        hook_state::replace(&dir.join("shop/.git/worktrees/w/gitdir"), link.as_bytes()).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(dir.join("shop/a.git"), dir.join("link.git")).unwrap();
        let config = [("core.worktree".to_owned(), "../../module".to_owned())];
        let check = |remote: &str, expected: bool| {
            let remote = remote.replace("DIR", &dir.to_string_lossy());
            let repository = dir.join("shop/.git");
            let url = address(&[], &repository, &remote).unwrap();
            assert_eq!(is_inside(&config, &repository, &url), expected, "{remote}");
        };
        check("./a.git", true);
        check("./.git", true);
        check("./not-yet/a.git", true);
        check("DIR/shop/a.git", true);
        check("file://DIR/shop/a.git", true);
        check("file://DIR/sh%6Fp/a.git", true);
        check("DIR/near.git/../shop/a.git", true);
        check("DIR/w/b.git", true);
        check("DIR/module/c.git", true);
        #[cfg(unix)]
        check("DIR/link.git", true);
        check("../near.git", false);
        check("DIR/near.git", false);
        check("file://DIR/near.git", false);
        check("git@example.org:acme/shop.git", false);
        check("https://example.org/acme%20shop.git", false);
    }
}
