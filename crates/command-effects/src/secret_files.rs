//! Files that hold secrets, by their paths: the list `secret_files.txt`.

use std::path::Path;

use crate::glob;

include!(concat!(env!("OUT_DIR"), "/secret_files.rs"));

/// Whether a file contains a secret, judged by its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secret {
    /// It does.
    Held,
    /// It does if it contains one of these texts, which are separated by commas.
    HeldWith(&'static str),
}

/// Whether the file at a path contains a secret; `None` if not.
///
/// ```
/// use std::path::Path;
///
/// use command_effects::{Secret, secret};
///
/// assert_eq!(secret(Path::new("/home/me/.ssh/work")), Some(Secret::Held));
/// assert_eq!(secret(Path::new("server.pem")), Some(Secret::HeldWith("PRIVATE KEY")));
/// assert_eq!(secret(Path::new(".env.example")), None);
/// ```
pub fn secret(path: &Path) -> Option<Secret> {
    let name = path.file_name()?.to_str()?;
    let start = NAMED.partition_point(|(other, _)| *other < name);
    let named = NAMED.iter().skip(start).take_while(|(other, _)| *other == name);
    let mut lines = named.map(|(_, line)| line).chain(&OTHERS);
    let line = lines.find(|line| line.is_about(path, name))?;
    Some(line.signs.map_or(Secret::Held, Secret::HeldWith))
}

/// Whether a folder is one all of whose files hold secrets.
pub fn is_secret_folder(path: &Path) -> bool {
    OTHERS
        .iter()
        .filter_map(|line| line.pattern.strip_suffix('/'))
        .any(|folder| path.ends_with(folder))
}

/// The paths of the list that name one file or folder, below a home or a project.
pub fn secret_places() -> impl Iterator<Item = &'static str> {
    let is_one = |pattern: &&str| !pattern.contains('*') && !pattern.starts_with('/');
    NAMED.iter().map(|(_, line)| line).chain(&OTHERS).map(|line| line.pattern).filter(is_one)
}

/// A line of the list.
struct Line {
    pattern: &'static str,
    exceptions: Option<&'static str>,
    signs: Option<&'static str>,
}

impl Line {
    fn is_about(&self, path: &Path, name: &str) -> bool {
        let pattern = self.pattern;
        let is_it = match pattern.strip_suffix('/') {
            Some(folder) => path.parent().is_some_and(|it| it.ends_with(folder)),
            None if pattern.contains('*') => glob::matches(pattern, name),
            // A path that begins at the root is no other one that ends so.
            None if pattern.starts_with('/') && path.is_absolute() => path == Path::new(pattern),
            None => path.ends_with(pattern.trim_start_matches('/')),
        };
        let mut exceptions = self.exceptions.into_iter().flat_map(|list| list.split(','));
        is_it && !exceptions.any(|pattern| glob::matches(pattern, name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_known_by_where_they_lie() {
        let check = |expected: bool, paths: &[&str]| {
            for path in paths {
                assert_eq!(secret(Path::new(path)).is_some(), expected, "{path}");
            }
        };
        check(true, &["/p/.env", "/p/a/.env.local", ".ssh/work", "/h/.ssh/id_ed25519", "k.pem"]);
        check(true, &["/h/.aws/credentials", "/h/.kube/config", "/h/.netrc", "/etc/shadow"]);
        check(
            true,
            &["/p/release.keystore", "/h/.aws/sso/cache/1.json", "etc/shadow", "/p/.npmrc"],
        );
        check(false, &["/p/.env.example", "/p/.environment", "/p/env", "/p/.envrc", "src/keys.ts"]);
        check(false, &["/h/.ssh/id_rsa.pub", "/h/.ssh/config", "/h/.ssh/known_hosts", "/h/.ssh"]);
        check(
            false,
            &["/h/.aws/config", "/p/credentials", "/p/etc/shadow", "a.ssh/x", "/p/config"],
        );
        assert!(is_secret_folder(Path::new("/h/.ssh")) && !is_secret_folder(Path::new("/h/.aws")));
        assert!(secret_places().any(|place| place == ".aws/credentials"));
    }
}
