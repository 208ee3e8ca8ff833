//! A clone's own configuration: how it reaches its remotes, and who its person is.

use std::path::{Path, PathBuf};
use std::time::Duration;

/// Git reads a few files.
const LIMIT: Duration = Duration::from_secs(2);

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
    let listing = output(&["git", "config", "--list", "--null"], repository).unwrap_or_default();
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
    let checkout = match repository.file_name() {
        Some(name) if name == ".git" => repository.parent().unwrap_or(repository),
        _ => repository,
    };
    Some(checkout.join(url).to_string_lossy().into_owned())
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
}
