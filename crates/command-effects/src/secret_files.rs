//! Files that hold secrets, by their paths: the list `secret_files.txt`.

use std::path::Path;
use std::sync::LazyLock;

use crate::glob;

const LIST: &str = include_str!("secret_files.txt");

/// Whether a file holds a secret, as far as its path tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secret {
    /// It does.
    Held,
    /// It does where one of these texts, with commas between them, stands in it.
    HeldWith(&'static str),
}

/// What the list says of the file at a path; `None` where it holds no secret.
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
    let line = lines().find(|line| line.is_about(path, name))?;
    Some(line.signs.map_or(Secret::Held, Secret::HeldWith))
}

/// Whether a folder is one all of whose files hold secrets.
pub fn is_secret_folder(path: &Path) -> bool {
    lines().filter_map(|line| line.pattern.strip_suffix('/')).any(|folder| path.ends_with(folder))
}

/// The paths of the list that name one file or folder, below a home or a project.
pub fn secret_places() -> impl Iterator<Item = &'static str> {
    let is_one = |pattern: &&str| !pattern.contains('*') && !pattern.starts_with('/');
    lines().map(|line| line.pattern).filter(is_one)
}

/// A line of the list.
struct Line {
    pattern: &'static str,
    exceptions: Option<&'static str>,
    signs: Option<&'static str>,
}

fn lines() -> impl Iterator<Item = &'static Line> {
    static LINES: LazyLock<Vec<Line>> = LazyLock::new(|| {
        let lines = LIST.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.map(Line::read).collect()
    });
    LINES.iter()
}

impl Line {
    fn read(line: &'static str) -> Self {
        let (line, signs) = split(line, " if ");
        let (pattern, exceptions) = split(line, " but ");
        Self { pattern, exceptions, signs }
    }

    fn is_about(&self, path: &Path, name: &str) -> bool {
        let pattern = self.pattern;
        let is_it = match pattern.strip_suffix('/') {
            Some(folder) => path.parent().is_some_and(|it| it.ends_with(folder)),
            None if pattern.contains('*') => glob::matches(pattern, name),
            // A path that begins at the root is no other one that ends so.
            None if pattern.starts_with('/') && path.is_absolute() => path == Path::new(pattern),
            None => pattern.ends_with(name) && path.ends_with(pattern.trim_start_matches('/')),
        };
        let mut exceptions = self.exceptions.into_iter().flat_map(|list| list.split(','));
        is_it && !exceptions.any(|pattern| glob::matches(pattern, name))
    }
}

/// What stands before a sign, and what behind it.
fn split(line: &'static str, sign: &str) -> (&'static str, Option<&'static str>) {
    line.split_once(sign).map_or((line, None), |(before, behind)| (before, Some(behind)))
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
