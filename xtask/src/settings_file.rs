//! Reads and replaces a settings file: whole or not at all, with the mode that it had, through a
//! link to the file itself, and with a copy of what was there before.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tempfile::NamedTempFile;

use crate::files;

/// More than this is no settings file.
const LIMIT: u64 = 4 << 20;

/// How many copies are kept.
const BACKUPS: usize = 10;

/// What an edit did.
pub(crate) struct Change {
    pub(crate) before: Option<String>,
    /// `None`: there is no file any more.
    pub(crate) after: Option<String>,
}

impl Change {
    pub(crate) fn is_none(&self) -> bool {
        self.before == self.after
    }
}

/// What is in the file, or `None` where there is none.
pub(crate) fn read(path: &Path) -> anyhow::Result<Option<String>> {
    let Some(file) = resolve(path)? else {
        return Ok(None);
    };
    let mut text = String::new();
    File::open(file)
        .and_then(|file| file.take(LIMIT + 1).read_to_string(&mut text))
        .with_context(|| format!("could not read {}", path.display()))?;
    if text.len() as u64 > LIMIT {
        bail!("{} is too large for a settings file", path.display());
    }
    Ok(Some(text))
}

/// What `edit` would make of the file.
pub(crate) fn preview(
    path: &Path,
    edit: impl FnOnce(Option<&str>) -> anyhow::Result<Option<String>>,
) -> anyhow::Result<Change> {
    let before = read(path)?;
    let after =
        edit(before.as_deref()).with_context(|| format!("{} is left as it is", path.display()))?;
    Ok(Change { before, after })
}

/// Replaces the file with what `edit` makes of it, and removes it for `None`. A copy of what was
/// there goes into the folder `backups`, which Git is told to ignore: it may be what only
/// `settings.local.json` held. Of two of us at work on one file, one waits for the other.
pub(crate) fn apply(
    path: &Path,
    backups: &Path,
    edit: impl FnOnce(Option<&str>) -> anyhow::Result<Option<String>>,
) -> anyhow::Result<Change> {
    let _lock = lock(path);
    let change = preview(path, edit)?;
    if change.is_none() {
        return Ok(change);
    }
    match &change.after {
        Some(after) => {
            if change.before.is_some() {
                back_up(path, backups).context("could not keep a copy of the settings")?;
            }
            replace(path, after)
        }
        // A link is not ours to remove.
        None if path.is_symlink() => replace(path, "{}\n"),
        // We made the file, and nothing else came into it: there is nothing to keep a copy of.
        None => fs::remove_file(path).map_err(Into::into),
    }
    .with_context(|| format!("could not write {}", path.display()))?;
    Ok(change)
}

/// The file itself, or `None` where there is none.
fn resolve(path: &Path) -> anyhow::Result<Option<PathBuf>> {
    let file = match fs::canonicalize(path) {
        Ok(file) => file,
        Err(err) if err.kind() == ErrorKind::NotFound && !path.is_symlink() => return Ok(None),
        Err(err) => {
            return Err(err).with_context(|| format!("could not follow {}", path.display()));
        }
    };
    if !file.is_file() {
        bail!("{} is not a file", path.display());
    }
    Ok(Some(file))
}

/// Held until it is dropped. A file system without locks is no reason to fail.
fn lock(path: &Path) -> Option<File> {
    let dir = File::open(path.parent()?).ok()?;
    dir.lock().ok()?;
    Some(dir)
}

fn replace(path: &Path, text: &str) -> anyhow::Result<()> {
    let file = resolve(path)?;
    let target = file.as_deref().unwrap_or(path);
    let dir = target.parent().context("it has no folder")?;
    fs::create_dir_all(dir)?;
    let mut new = new_file(dir)?;
    if let Some(file) = &file {
        let permissions = fs::metadata(file)?.permissions();
        if permissions.readonly() {
            bail!("it is read-only");
        }
        new.as_file().set_permissions(permissions)?;
    }
    new.write_all(text.as_bytes())?;
    new.as_file().sync_all()?;
    new.persist(target)?;
    Ok(())
}

/// A file in `dir` with the mode that the person's `umask` gives.
fn new_file(dir: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tacklebox-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(dir)
}

/// Copies the file to `<name>.<n>.bak` in `dir`, and removes the oldest copies.
fn back_up(path: &Path, dir: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(dir)?;
    let ignore = dir.join(".gitignore");
    if !ignore.exists() {
        File::create(ignore)?.write_all(b"*\n")?;
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let number = |copy: &PathBuf| -> Option<u64> {
        let copy = copy.file_name()?.to_str()?;
        copy.strip_prefix(&*name)?.strip_prefix('.')?.strip_suffix(".bak")?.parse().ok()
    };
    let copies = files::listing(dir)?;
    let mut numbers: Vec<u64> = copies.iter().filter_map(number).collect();
    numbers.sort_unstable();
    let next = numbers.last().map_or(1, |last| last + 1);
    let copy = |number: u64| dir.join(format!("{name}.{number}.bak"));
    fs::copy(path, copy(next))?;
    let surplus = (numbers.len() + 1).saturating_sub(BACKUPS);
    for number in numbers.into_iter().take(surplus) {
        fs::remove_file(copy(number))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{apply, read};

    #[test]
    fn what_several_write_at_once_all_arrives() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("settings.json");
        std::thread::scope(|scope| {
            for name in ["one\n", "two\n", "three\n", "four\n"] {
                let edit =
                    move |text: Option<&str>| Ok(Some(text.unwrap_or_default().to_owned() + name));
                let path = &path;
                let backups = dir.path().join("backups");
                scope.spawn(move || {
                    (0..25).for_each(|_| _ = apply(path, &backups, edit).unwrap());
                });
            }
        });
        assert_eq!(read(&path).unwrap().unwrap().lines().count(), 100);
    }

    #[test]
    fn a_file_that_is_too_large_is_not_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("settings.json");
        let file = fs::File::create(&path).unwrap();
        file.set_len(super::LIMIT).unwrap();
        assert!(read(&path).is_ok());
        file.set_len(super::LIMIT + 1).unwrap();
        assert!(read(&path).unwrap_err().to_string().contains("too large"));
    }
}
