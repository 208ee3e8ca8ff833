//! Files that hold secrets, by their paths: the list `secret_files.txt`.

use std::collections::HashMap;
use std::path::Path;
use std::sync::LazyLock;

use crate::glob;

/// The list, read once.
static LIST: LazyLock<List> = LazyLock::new(|| List::read(include_str!("secret_files.txt")));

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
    let list = &*LIST;
    let mut lines = list.by_name.get(name).into_iter().flatten().chain(&list.others);
    let line = lines.find(|line| line.is_about(path, name))?;
    Some(line.signs.map_or(Secret::Held, Secret::HeldWith))
}

/// Whether a folder is one all of whose files hold secrets.
pub fn is_secret_folder(path: &Path) -> bool {
    LIST.others
        .iter()
        .filter_map(|line| line.pattern.strip_suffix('/'))
        .any(|folder| path.ends_with(folder))
}

/// The paths of the list that name one file or folder, below a home or a project.
pub fn secret_places() -> impl Iterator<Item = &'static str> {
    let is_one = |pattern: &&str| !pattern.contains('*') && !pattern.starts_with('/');
    LIST.lines().map(|line| line.pattern).filter(is_one)
}

#[derive(Default)]
struct List {
    /// The lines that end in the name of a file.
    by_name: HashMap<&'static str, Vec<Line>>,
    /// Patterns of names, and folders.
    others: Vec<Line>,
}

/// A line of the list.
struct Line {
    pattern: &'static str,
    exceptions: Option<&'static str>,
    signs: Option<&'static str>,
}

impl List {
    fn read(text: &'static str) -> Self {
        let mut list = Self::default();
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        for line in lines.map(Line::read) {
            match line.pattern.rsplit('/').next() {
                Some(name) if !name.is_empty() && !name.contains('*') => {
                    list.by_name.entry(name).or_default().push(line);
                }
                _ => list.others.push(line),
            }
        }
        list
    }

    fn lines(&self) -> impl Iterator<Item = &Line> {
        self.by_name.values().flatten().chain(&self.others)
    }
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
            None => path.ends_with(pattern.trim_start_matches('/')),
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
