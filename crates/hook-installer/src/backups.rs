//! Copies of settings as they were: `<name>.<n>.bak` in a folder that Git is told to ignore, since
//! they may be what only `settings.local.json` held. The larger the number, the newer the copy.
//!
//! The folder is in the project, so anybody's files may be in it: a number may be any number, and
//! what has such a name may be a link. Nothing is ever written through one.

use std::fs::{self, Permissions};
use std::io;
use std::path::{Path, PathBuf};

use crate::error::InstallError;
use crate::{files, program};

/// How many copies are kept.
const MAX_COPIES: usize = 10;

/// Fails where `dir` is a link: what is private would go to where it leads.
pub(crate) fn check(dir: &Path) -> Result<(), InstallError> {
    if !dir.is_symlink() {
        return Ok(());
    }
    let reason = "is a link, and copies of settings are for this place: remove it";
    Err(InstallError::Refused(format!("{} {reason}", dir.display())))
}

/// Keeps `text` as the newest copy of the file `name`, and removes the oldest ones.
pub(crate) fn keep(
    dir: &Path,
    name: &str,
    text: &str,
    permissions: Permissions,
) -> Result<(), InstallError> {
    check(dir)?;
    fs::create_dir_all(dir).map_err(InstallError::failed("make", dir))?;
    program::ignore(&dir.join(".gitignore"))?;
    let attempt = InstallError::failed("keep a copy of the settings in", dir);
    Copies { dir, name }.add(text, permissions).map_err(attempt)
}

/// Whether a file has the name of a copy.
pub(crate) fn is_copy(name: &str) -> bool {
    let number = name.strip_suffix(".bak").and_then(|name| name.rsplit_once('.'));
    number.is_some_and(|(_, number)| number.parse::<u64>().is_ok())
}

/// The copies of one file.
struct Copies<'a> {
    dir: &'a Path,
    name: &'a str,
}

impl Copies<'_> {
    fn add(&self, text: &str, permissions: Permissions) -> io::Result<()> {
        let mut numbers = self.numbers()?;
        let next = match numbers.last().copied() {
            None => 1,
            Some(u64::MAX) => self.renumber(&mut numbers)?,
            Some(last) => last + 1,
        };
        files::create(&self.path(next), text.as_bytes(), Some(permissions))?;
        let surplus = (numbers.len() + 1).saturating_sub(MAX_COPIES);
        for number in numbers.into_iter().take(surplus) {
            // What cannot be removed, as a folder of such a name, takes up room and nothing else.
            let _stays = fs::remove_file(self.path(number));
        }
        Ok(())
    }

    /// Gives the copies the numbers from 0 on, in their order, and returns the next one. No new
    /// number is larger than the old one, so none is in use.
    fn renumber(&self, numbers: &mut [u64]) -> io::Result<u64> {
        let mut next = 0;
        for number in numbers {
            if *number != next {
                fs::rename(self.path(*number), self.path(next))?;
                *number = next;
            }
            next += 1;
        }
        Ok(next)
    }

    fn path(&self, number: u64) -> PathBuf {
        self.dir.join(format!("{}.{number}.bak", self.name))
    }

    /// The numbers in use, the smallest first.
    fn numbers(&self) -> io::Result<Vec<u64>> {
        let mut numbers = Vec::new();
        for entry in fs::read_dir(self.dir)? {
            numbers.extend(entry?.file_name().to_str().and_then(|copy| self.number(copy)));
        }
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// The number in the name of a copy, if it is written as we write it.
    fn number(&self, copy: &str) -> Option<u64> {
        let digits = copy.strip_prefix(self.name)?.strip_prefix('.')?.strip_suffix(".bak")?;
        digits.parse().ok().filter(|number: &u64| number.to_string() == digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps `new` beside files of these names, and compares what is there then.
    #[track_caller]
    fn check_names(before: &[&str], after: &[&str]) {
        let dir = tempfile::tempdir().unwrap();
        for name in before {
            files::create(&dir.path().join(name), name.as_bytes(), None).unwrap();
        }
        let permissions = fs::metadata(dir.path()).unwrap().permissions();
        keep(dir.path(), "s.json", "new", permissions).unwrap();
        let mut names: Vec<_> = fs::read_dir(dir.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name != ".gitignore")
            .collect();
        names.sort();
        assert_eq!(names, after, "{before:?}");
    }

    #[test]
    fn the_newest_copy_has_the_largest_number() {
        check_names(&[], &["s.json.1.bak"]);
        check_names(&["s.json.7.bak"], &["s.json.7.bak", "s.json.8.bak"]);
        let others = ["s.json.bak", "s.json.x.bak", "t.json.5.bak"];
        check_names(&others, &[&["s.json.1.bak"], &others[..]].concat());
    }

    #[test]
    fn a_number_that_is_written_otherwise_is_nobody_s() {
        let others = ["s.json.+7.bak", "s.json.07.bak", "s.json.99999999999999999999999.bak"];
        check_names(&others, &[&others[..2], &["s.json.1.bak"], &others[2..]].concat());
    }

    #[test]
    fn after_the_largest_number_they_are_numbered_anew() {
        let max = format!("s.json.{}.bak", u64::MAX);
        check_names(&[&max], &["s.json.0.bak", "s.json.1.bak"]);
        check_names(
            &["s.json.0.bak", "s.json.3.bak", &max],
            &["s.json.0.bak", "s.json.1.bak", "s.json.2.bak", "s.json.3.bak"],
        );
        let before_max = format!("s.json.{}.bak", u64::MAX - 1);
        check_names(&[&before_max], &[&before_max, &max]);
    }

    #[test]
    fn ten_copies_are_kept() {
        let dir = tempfile::tempdir().unwrap();
        let permissions = fs::metadata(dir.path()).unwrap().permissions();
        fs::create_dir(dir.path().join("s.json.1.bak")).unwrap();
        for n in 2..15 {
            keep(dir.path(), "s.json", &n.to_string(), permissions.clone()).unwrap();
        }
        let text = |n: u64| fs::read_to_string(dir.path().join(format!("s.json.{n}.bak")));
        assert!((5..15).all(|n| text(n).unwrap() == n.to_string()));
        assert!(text(4).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_not_written_through() {
        use std::os::unix::fs::symlink;
        let dir = tempfile::tempdir().unwrap();
        let [copies, victim] = ["copies", "victim"].map(|name| dir.path().join(name));
        fs::create_dir(&copies).unwrap();
        files::create(&victim, b"precious", None).unwrap();
        let permissions = || fs::metadata(&victim).unwrap().permissions();
        for name in [".gitignore", "s.json.0.bak", &format!("s.json.{}.bak", u64::MAX)] {
            symlink("../victim", copies.join(name)).unwrap();
        }
        symlink("../new", copies.join("s.json.2.bak")).unwrap();
        keep(&copies, "s.json", "mine", permissions()).unwrap();
        keep(&copies, "s.json", "mine", permissions()).unwrap();
        assert_eq!(fs::read_to_string(&victim).unwrap(), "precious");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
        let link = dir.path().join("link");
        symlink(&copies, &link).unwrap();
        let refused = keep(&link, "s.json", "mine", permissions()).unwrap_err();
        assert!(refused.to_string().contains("is a link"), "{refused}");
    }
}
