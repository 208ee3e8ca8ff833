//! Versions of settings as they were before our changes: `<name>.<n>.bak`, and `<name>.<n>.none` where
//! there was no file, and the records of hooks that were uninstalled, in a folder that Git is told to ignore, since they may be what only
//! `settings.local.json` held. The larger the number, the newer the version.
//!
//! The folder is in the project, so anybody's files may be in it: a number may be any number, and
//! what has such a name may be a link. Nothing is ever written or read through one.

use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::io;
use std::path::{Path, PathBuf};

use hook_state::{Links, read_regular};

use crate::error::InstallError;
use crate::{files, program};

/// How many versions are kept.
pub(crate) const MAX_COPIES: usize = 10;

/// What stands in for a file that was not there.
const NO_FILE: &str = "There was no such file.\n";

/// The file that says that a person has left the shell of the wall out, and its text.
const NO_SHELL: &str = "no-confine";
const LEFT_OUT: &[u8] = b"Installed with --no-confine.\n";

/// Fails where `dir` is a link: what is private would go to where it leads.
pub(crate) fn check(dir: &Path) -> Result<(), InstallError> {
    if !dir.is_symlink() {
        return Ok(());
    }
    let reason = "is a symbolic link, but must be a folder: remove it";
    Err(InstallError::Refused(format!("{} {reason}", dir.display())))
}

/// Keeps `text` as the newest version of the file `name`, and removes the oldest ones. `None`: there
/// is no file. What is the newest already is not kept twice.
pub(crate) fn keep(
    dir: &Path,
    name: &str,
    text: Option<&str>,
    permissions: Option<Permissions>,
) -> Result<(), InstallError> {
    check(dir)?;
    fs::create_dir_all(dir).map_err(InstallError::failed("make", dir))?;
    program::ignore(&dir.join(".gitignore"))?;
    let attempt = InstallError::failed("keep a copy of the settings in", dir);
    Copies { dir, name }.add(text, permissions).map_err(attempt)
}

/// The versions of the file `name`, the newest first; `None` is no file. What cannot be read is left
/// out.
pub(crate) fn versions(dir: &Path, name: &str) -> Result<Vec<Option<String>>, InstallError> {
    check(dir)?;
    let copies = Copies { dir, name };
    let there = match copies.all() {
        Err(err) if err.kind() == io::ErrorKind::NotFound => Vec::new(),
        there => there.map_err(InstallError::failed("read", dir))?,
    };
    Ok(there.into_iter().rev().filter_map(|copy| copies.read(copy).ok()).collect())
}

/// The version of `file` before our `back`th change, of those in `dir`. What is there `now` is none.
pub(crate) fn before(
    file: &Path,
    dir: &Path,
    back: usize,
    now: Option<&String>,
) -> Result<Option<String>, InstallError> {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut versions = versions(dir, &name)?;
    if versions.first().is_some_and(|newest| newest.as_ref() == now) {
        versions.remove(0);
    }
    let count = versions.len();
    let wanted = back.checked_sub(1).and_then(|at| versions.into_iter().nth(at));
    wanted.ok_or_else(|| {
        let (file, dir) = (file.display(), dir.display());
        InstallError::Refused(match count {
            0 => format!("there is no earlier version of {file} in {dir}"),
            1 => format!("there is only one earlier version of {file} in {dir}, not {back}"),
            _ => format!("there are only {count} earlier versions of {file} in {dir}, not {back}"),
        })
    })
}

/// Whether a version of the file `name` has a text.
pub(crate) fn has_texts(dir: &Path, name: &str) -> bool {
    let there = Copies { dir, name }.all().unwrap_or_default();
    there.iter().any(|copy| copy.kind == Kind::Text)
}

/// Remembers beside the versions in `dir` whether a person has left the shell of the wall out. Without
/// versions there is nothing to put back, and nothing to remember.
pub(crate) fn remember_shell(dir: &Path, is_left_out: bool) -> Result<(), InstallError> {
    check(dir)?;
    let file = dir.join(NO_SHELL);
    let attempt = InstallError::failed("remember the shell in", dir);
    match is_left_out {
        true if dir.is_dir() && !is_shell_left_out(dir) => files::create(&file, LEFT_OUT, None),
        false if is_shell_left_out(dir) => fs::remove_file(&file),
        _ => Ok(()),
    }
    .map_err(attempt)
}

/// Whether a person has left the shell of the wall out.
pub(crate) fn is_shell_left_out(dir: &Path) -> bool {
    dir.join(NO_SHELL).is_file()
}

/// The end of the name of the record of a hook outside this repository.
pub(crate) const RECORD: &str = ".hook.json";

/// The end of the name of the file that says where the programs of a settings file are.
const BIN_DIR: &str = ".bin-dir";

/// Remembers beside the versions in `dir` that the programs of `settings` are in the folder `bin`.
pub(crate) fn remember_bin_dir(
    dir: &Path,
    settings: &Path,
    bin: &Path,
) -> Result<(), InstallError> {
    check(dir)?;
    let Some((file, text)) = bin_dir_file(dir, settings).zip(bin.to_str()) else { return Ok(()) };
    if !dir.is_dir() || bin_dir(dir, settings).as_deref() == Some(text) {
        return Ok(());
    }
    files::replace(&file, text.as_bytes(), None)
        .map_err(InstallError::failed("remember the folder of the programs in", dir))
}

/// Where the programs of `settings` are, if a person named a folder.
pub(crate) fn bin_dir(dir: &Path, settings: &Path) -> Option<String> {
    check(dir).ok()?;
    let bytes = read_regular(&bin_dir_file(dir, settings)?, Links::Refused, files::MAX_BYTES);
    String::from_utf8(bytes.ok()?).ok().filter(|text| Path::new(text).is_absolute())
}

fn bin_dir_file(dir: &Path, settings: &Path) -> Option<PathBuf> {
    Some(dir.join(format!("{}{BIN_DIR}", settings.file_name()?.to_str()?)))
}

/// Forgets of each of `files` that is not there that it was not there before either, and removes the
/// folder where nothing is left in it.
pub(crate) fn tidy(dir: &Path, files: &[PathBuf]) -> Result<(), InstallError> {
    if dir.is_symlink() || !dir.is_dir() {
        return Ok(());
    }
    let gone = files.iter().filter(|file| file.symlink_metadata().is_err());
    let names = gone.filter_map(|file| file.file_name()?.to_str());
    for name in names.filter(|name| !has_texts(dir, name)) {
        Copies { dir, name }.forget().map_err(InstallError::failed("tidy up", dir))?;
    }
    let is_memo = |name: &OsStr| {
        let ends = |end| name.to_string_lossy().ends_with(end);
        name == NO_SHELL || ends(BIN_DIR) || ends(RECORD)
    };
    let left = fs::read_dir(dir).map_err(InstallError::failed("read", dir))?.flatten();
    let names = left.map(|entry| entry.file_name()).filter(|name| name != ".gitignore");
    let (memos, copies): (Vec<_>, Vec<_>) = names.partition(|name| is_memo(name));
    if copies.is_empty() {
        let forget = |memo| fs::remove_file(dir.join(memo));
        memos.into_iter().try_for_each(forget).map_err(InstallError::failed("tidy up", dir))?;
    }
    program::remove_bare(dir)
}

/// Whether a file has the name of a copy.
pub(crate) fn is_copy(name: &str) -> bool {
    let number = name.strip_suffix(".bak").and_then(|name| name.rsplit_once('.'));
    number.is_some_and(|(_, number)| number.parse::<u64>().is_ok())
}

/// What a version is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// A file with a text.
    Text,
    /// No file.
    None,
}

impl Kind {
    fn suffix(self) -> &'static str {
        match self {
            Self::Text => ".bak",
            Self::None => ".none",
        }
    }
}

/// A version, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Copy {
    number: u64,
    kind: Kind,
}

/// The versions of one file.
struct Copies<'a> {
    dir: &'a Path,
    name: &'a str,
}

impl Copies<'_> {
    fn add(&self, text: Option<&str>, permissions: Option<Permissions>) -> io::Result<()> {
        let mut there = self.all()?;
        let newest = there.last().and_then(|copy| self.read(*copy).ok());
        if newest.is_some_and(|newest| newest.as_deref() == text) {
            return Ok(());
        }
        let number = match there.last().map(|copy| copy.number) {
            None => 1,
            Some(u64::MAX) => self.renumber(&mut there)?,
            Some(last) => last + 1,
        };
        let kind = if text.is_some() { Kind::Text } else { Kind::None };
        let path = self.path(Copy { number, kind });
        files::create(&path, text.unwrap_or(NO_FILE).as_bytes(), permissions)?;
        let surplus = (there.len() + 1).saturating_sub(MAX_COPIES);
        for copy in there.into_iter().take(surplus) {
            // What cannot be removed, as a folder of such a name, takes up room and nothing else.
            let _stays = fs::remove_file(self.path(copy));
        }
        Ok(())
    }

    /// What was in the file.
    fn read(&self, copy: Copy) -> io::Result<Option<String>> {
        let bytes = read_regular(&self.path(copy), Links::Refused, files::MAX_BYTES)?;
        let text = String::from_utf8(bytes);
        let text = text.map_err(|err| io::Error::new(io::ErrorKind::InvalidData, err))?;
        Ok((copy.kind == Kind::Text).then_some(text))
    }

    /// Gives the copies the numbers from 0 on, in their order, and returns the next one. No new
    /// number is larger than the old one, so none is in use.
    fn renumber(&self, copies: &mut [Copy]) -> io::Result<u64> {
        let mut next = 0;
        for copy in copies {
            let new = Copy { number: next, ..*copy };
            if new != *copy {
                fs::rename(self.path(*copy), self.path(new))?;
                *copy = new;
            }
            next += 1;
        }
        Ok(next)
    }

    fn forget(&self) -> io::Result<()> {
        self.all()?.into_iter().try_for_each(|copy| fs::remove_file(self.path(copy)))
    }

    fn path(&self, copy: Copy) -> PathBuf {
        self.dir.join(format!("{}.{}{}", self.name, copy.number, copy.kind.suffix()))
    }

    /// Those that are there, the oldest first.
    fn all(&self) -> io::Result<Vec<Copy>> {
        let mut copies = Vec::new();
        for entry in fs::read_dir(self.dir)? {
            copies.extend(entry?.file_name().to_str().and_then(|name| self.copy(name)));
        }
        copies.sort_unstable();
        Ok(copies)
    }

    /// What has this name, if its number is written as we write it.
    fn copy(&self, name: &str) -> Option<Copy> {
        let rest = name.strip_prefix(self.name)?.strip_prefix('.')?;
        let of = |kind: Kind| Some((rest.strip_suffix(kind.suffix())?, kind));
        let (digits, kind) = of(Kind::Text).or_else(|| of(Kind::None))?;
        let number = digits.parse().ok().filter(|number: &u64| number.to_string() == digits)?;
        Some(Copy { number, kind })
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
        keep(dir.path(), "s.json", Some("new"), Some(permissions)).unwrap();
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
            keep(dir.path(), "s.json", Some(&n.to_string()), Some(permissions.clone())).unwrap();
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
        let permissions = || Some(fs::metadata(&victim).unwrap().permissions());
        for name in [".gitignore", "s.json.0.bak", &format!("s.json.{}.bak", u64::MAX)] {
            symlink("../victim", copies.join(name)).unwrap();
        }
        symlink("../new", copies.join("s.json.2.bak")).unwrap();
        keep(&copies, "s.json", Some("mine"), permissions()).unwrap();
        keep(&copies, "s.json", Some("yours"), permissions()).unwrap();
        assert_eq!(fs::read_to_string(&victim).unwrap(), "precious");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
        let link = dir.path().join("link");
        symlink(&copies, &link).unwrap();
        let refused = keep(&link, "s.json", Some("mine"), permissions()).unwrap_err();
        assert!(refused.to_string().contains("is a symbolic link"), "{refused}");
    }

    #[test]
    fn versions_are_read_the_newest_first_and_none_twice() {
        let dir = tempfile::tempdir().unwrap();
        let copies = dir.path().join("copies");
        assert!(versions(&copies, "s.json").unwrap().is_empty());
        for text in [None, Some("one"), Some("one"), None, Some("two")] {
            keep(&copies, "s.json", text, None).unwrap();
        }
        files::create(&copies.join("s.json.9.bak"), b"\xff", None).unwrap();
        let found = versions(&copies, "s.json").unwrap();
        let found: Vec<_> = found.iter().map(Option::as_deref).collect();
        assert_eq!(found, [Some("two"), None, Some("one"), None]);
        assert!(has_texts(&copies, "s.json") && !has_texts(&copies, "t.json"));
    }

    #[test]
    fn what_only_says_that_there_was_nothing_goes() {
        let dir = tempfile::tempdir().unwrap();
        let copies = dir.path().join("copies");
        let files = ["s.json", "t.json"].map(|name| dir.path().join(name));
        files::create(&files[1], b"", None).unwrap();
        for name in ["s.json", "t.json"] {
            keep(&copies, name, None, None).unwrap();
        }
        tidy(&copies, &files).unwrap();
        assert!(copies.join("t.json.1.none").exists() && !copies.join("s.json.1.none").exists());
        fs::remove_file(&files[1]).unwrap();
        tidy(&copies, &files).unwrap();
        assert!(!copies.exists());
        keep(&copies, "s.json", Some("mine"), None).unwrap();
        tidy(&copies, &files).unwrap();
        assert!(copies.join("s.json.1.bak").exists());
    }
}
