//! One file that is edited: planned, shown, and then carried out.

use std::fs;
use std::path::{Path, PathBuf};

use similar::{ChangeTag, TextDiff};

use crate::change::Change;
use crate::error::{InstallError, Unfit};
use crate::turn::Turn;
use crate::{backups, files};

/// What stands for a file that is not there, as `diff` and `patch` have it.
const NO_FILE: &str = "/dev/null";

/// How often an edit is made anew because somebody else has changed the file meanwhile.
const MAX_TRIES: usize = 3;

/// An edit of one file, with what it makes of the file as it is now.
#[derive(Debug, Clone)]
pub struct Edit {
    change: Change,
    /// The folder of the copies of what is edited.
    backups: PathBuf,
    planned: Changed,
}

/// What an edit makes of a file, or has made of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// The file.
    pub file: PathBuf,
    /// What was in it; `None`: there was none.
    pub before: Option<String>,
    /// What is in it afterwards; `None`: there is none any more.
    pub after: Option<String>,
}

impl Edit {
    /// Fails where the file cannot be read, must not be edited, or is not to be written.
    pub(crate) fn plan(
        file: PathBuf,
        backups: PathBuf,
        change: Change,
    ) -> Result<Self, InstallError> {
        let before = files::read(&file)?;
        let planned = changed(file, before, &change)?;
        if !planned.is_nothing() {
            backups::check(&backups)?;
            files::resolve(&planned.file)?.as_deref().map(writable).transpose()?;
        }
        Ok(Self { change, backups, planned })
    }

    /// What it would make of the file.
    pub fn planned(&self) -> &Changed {
        &self.planned
    }

    pub(crate) fn backups(&self) -> &Path {
        &self.backups
    }

    pub(crate) fn change(&self) -> &Change {
        &self.change
    }

    /// Edits the file. Of two of us at work on one file, one waits for the other; where another
    /// program has changed it since it was read, the edit is made of what is there now.
    pub(crate) fn carry_out(&self, turn: Option<&Turn>) -> Result<Changed, InstallError> {
        let file = &self.planned.file;
        if self.planned.is_nothing() && files::read(file)? == self.planned.before {
            return Ok(self.planned.clone());
        }
        let is_held = file.parent().zip(turn).is_some_and(|(dir, turn)| turn.holds(dir));
        let _lock = if is_held { None } else { files::lock(file)? };
        for _ in 0..MAX_TRIES {
            let changed = changed(file.clone(), files::read(file)?, &self.change)?;
            if changed.is_nothing() || self.write(&changed)? {
                return Ok(changed);
            }
        }
        Err(InstallError::Busy(file.clone()))
    }

    /// Whether the file can be replaced, as far as one can know before.
    pub(crate) fn try_out(&self) -> Result<(), InstallError> {
        let file = &self.planned.file;
        if self.planned.is_nothing() {
            return Ok(());
        }
        let target = files::resolve(file)?.unwrap_or_else(|| file.clone());
        let Some(dir) = target.ancestors().skip(1).find(|dir| dir.exists()) else { return Ok(()) };
        let mut builder = tempfile::Builder::new();
        builder.prefix(files::PREFIX);
        builder.tempfile_in(dir).map(drop).map_err(InstallError::failed("write", file))
    }

    /// Says so, where the file has names beside this one, which do not get what is written: the file is
    /// replaced.
    pub(crate) fn other_names(&self) -> Option<String> {
        let file = &self.planned.file;
        let is_replaced = !self.planned.is_nothing() && files::has_other_names(file);
        is_replaced.then(|| {
            let file = file.display();
            format!("note: {file} is a hard link; the file with the other name was not changed")
        })
    }

    /// Says so, where somebody has taken back what was written.
    pub(crate) fn read_back(changed: &Changed) -> Option<String> {
        let there = files::read(&changed.file).ok()?;
        let file = changed.file.display();
        (there != changed.after)
            .then(|| format!("note: another program changed {file} right after it was written"))
    }

    /// Writes the file; `false` where it is not what it was before, and nothing was written.
    fn write(&self, changed: &Changed) -> Result<bool, InstallError> {
        let path = changed.file.as_path();
        let attempt = || InstallError::failed("write", path);
        let is_as_read = || Ok::<_, InstallError>(files::read(path)? == changed.before);
        let file = files::resolve(path)?;
        let target = file.as_deref().unwrap_or(path);
        let permissions = file.as_deref().map(writable).transpose()?;
        let text = match &changed.after {
            Some(text) => text,
            // A link is not ours to remove.
            None if path.is_symlink() => "{}\n",
            None if !is_as_read()? => return Ok(false),
            None => {
                // What we made, with nothing else in it, is kept where other versions are.
                let name = self.name();
                if self.change.is_restored() || backups::has_texts(&self.backups, &name) {
                    self.keep(changed, permissions)?;
                }
                return fs::remove_file(path).map(|()| true).map_err(attempt());
            }
        };
        let new = files::new_beside(target, text.as_bytes(), permissions.clone());
        let new = new.map_err(attempt())?;
        if !is_as_read()? {
            return Ok(false);
        }
        self.keep(changed, permissions)?;
        new.persist(target).map_err(|err| attempt()(err.error))?;
        Ok(true)
    }

    /// Keeps a version of what is changed.
    fn keep(
        &self,
        changed: &Changed,
        permissions: Option<fs::Permissions>,
    ) -> Result<(), InstallError> {
        backups::keep(&self.backups, &self.name(), changed.before.as_deref(), permissions)
    }

    /// The name of the file.
    fn name(&self) -> String {
        self.planned.file.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// The permissions of a file that a person may write.
fn writable(file: &Path) -> Result<fs::Permissions, InstallError> {
    let metadata = fs::metadata(file).map_err(InstallError::failed("write", file))?;
    let permissions = metadata.permissions();
    if permissions.readonly() {
        let reason = format!("could not write {}: it is read-only", file.display());
        return Err(InstallError::Refused(reason));
    }
    Ok(permissions)
}

fn changed(
    file: PathBuf,
    before: Option<String>,
    change: &Change,
) -> Result<Changed, InstallError> {
    match change.of(before.as_deref()) {
        Ok(after) => Ok(Changed { file, before, after }),
        Err(source) => {
            let is_read = before.as_deref().is_none_or(|text| change.is_readable(text));
            let kind = if is_read { Unfit::Shape } else { Unfit::NoJson };
            Err(InstallError::Settings { file, source, kind })
        }
    }
}

impl Changed {
    /// Whether the file is as it was.
    pub fn is_nothing(&self) -> bool {
        self.before == self.after
    }

    /// How many lines came, and how many went.
    pub(crate) fn lines(&self) -> (usize, usize) {
        let before = self.before.as_deref().unwrap_or_default();
        let after = self.after.as_deref().unwrap_or_default();
        let diff = TextDiff::from_lines(before, after);
        let count = |tag| diff.iter_all_changes().filter(|change| change.tag() == tag).count();
        (count(ChangeTag::Insert), count(ChangeTag::Delete))
    }

    /// The unified diff, or a line that says that there is none.
    pub fn diff(&self) -> String {
        let name = self.file.display().to_string();
        if self.is_nothing() {
            return format!("{name}: nothing to change\n");
        }
        let side = |text: &Option<String>| match text {
            Some(_) => name.clone(),
            None => NO_FILE.to_owned(),
        };
        let before = self.before.as_deref().unwrap_or_default();
        let after = self.after.as_deref().unwrap_or_default();
        TextDiff::from_lines(before, after)
            .unified_diff()
            .context_radius(3)
            .header(&side(&self.before), &side(&self.after))
            .to_string()
    }
}

#[cfg(test)]
mod tests;
