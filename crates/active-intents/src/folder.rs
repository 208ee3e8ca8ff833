//! Files in one folder, written by one process at a time.
//!
//! The folder may have come with the repository, and so may be anything. No symbolic link
//! is followed: neither the folder nor a file in it may be one.

use std::fmt;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use hook_state::{Access, Links, Lock, StateDir, open_regular};
use tempfile::NamedTempFile;

use crate::FOLDER;

/// More than any file of this kind has reason to hold.
pub(crate) const MAX_SIZE: u64 = 4 << 20;

/// A file or folder of the team that could not be used: `could not write <path>:
/// permission denied`.
#[derive(Debug)]
pub struct FolderError {
    /// What was attempted, as a verb.
    pub attempt: &'static str,
    /// What could not be used.
    pub path: PathBuf,
    /// Why. `TimedOut` if others kept it to themselves for too long.
    pub source: io::Error,
}

impl fmt::Display for FolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "could not {} {}: {}", self.attempt, self.path.display(), self.source)
    }
}

// Its words name the cause: as a source it would be named twice.
impl std::error::Error for FolderError {}

/// A folder of this crate's files.
#[derive(Debug, Clone)]
pub(crate) struct Folder {
    path: PathBuf,
    /// Whether only this user may read it.
    is_private: bool,
}

/// A file's content, and when it was written last.
pub(crate) struct Content {
    pub(crate) bytes: Vec<u8>,
    pub(crate) modified: SystemTime,
}

impl Folder {
    /// The folder of a team's files in a project, which is part of the repository.
    pub(crate) fn orchestration(project: &Path) -> Folder {
        Folder { path: project.join(FOLDER), is_private: false }
    }

    /// A folder in the state folder of a project.
    pub(crate) fn private(path: PathBuf) -> Folder {
        Folder { path, is_private: true }
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Makes the folder if it is missing, and shuts all others out until the
    /// result is dropped.
    pub(crate) fn enter(&self, wait: Duration) -> Result<Lock, FolderError> {
        if !self.exists()? {
            let made = if self.is_private {
                StateDir::new(self.path.clone()).create()
            } else {
                fs::create_dir(&self.path)
            };
            match made {
                Err(err) if err.kind() != ErrorKind::AlreadyExists => {
                    return Err(failed("make", &self.path)(err));
                }
                _ => self.exists()?,
            };
        }
        Lock::of_folder(&self.path, wait).map_err(failed("lock", &self.path))
    }

    /// The content of a file; `None` if it is missing.
    pub(crate) fn read(&self, name: &str) -> Result<Option<Content>, FolderError> {
        if !self.exists()? {
            return Ok(None);
        }
        let path = self.file(name);
        match read(&path) {
            Ok(content) => Ok(Some(content)),
            Err(err) => match err.kind() {
                ErrorKind::NotFound => Ok(None),
                ErrorKind::InvalidInput => {
                    let what = io::Error::new(err.kind(), format!("it is {err}"));
                    Err(failed("use", &path)(what))
                }
                _ => Err(failed("read", &path)(err)),
            },
        }
    }

    /// Replaces a file in one step.
    pub(crate) fn put(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let path = self.file(name);
        checked(&path, Metadata::is_file, "not a regular file")?;
        let written = self.written(bytes).map_err(failed("write", &path))?;
        written.persist(&path).map(drop).map_err(|err| failed("write", &path)(err.error))
    }

    /// Removes a file, and says whether it was there.
    pub(crate) fn remove(&self, name: &str) -> Result<bool, FolderError> {
        let path = self.file(name);
        match fs::remove_file(&path) {
            Ok(()) => Ok(true),
            Err(err) if err.kind() == ErrorKind::NotFound => Ok(false),
            Err(err) => Err(failed("remove", &path)(err)),
        }
    }

    /// The names of what is in the folder, in their order; none if it is missing.
    pub(crate) fn list(&self) -> Result<Vec<String>, FolderError> {
        if !self.exists()? {
            return Ok(Vec::new());
        }
        let path = &self.path;
        let mut names = Vec::new();
        for entry in fs::read_dir(path).map_err(failed("read", path))? {
            let entry = entry.map_err(failed("read", path))?;
            names.extend(entry.file_name().into_string());
        }
        names.sort();
        Ok(names)
    }

    fn exists(&self) -> Result<bool, FolderError> {
        checked(&self.path, Metadata::is_dir, "not a folder").map(|found| found.is_some())
    }

    /// A file with `bytes` in the folder, ready to take its place.
    fn written(&self, bytes: &[u8]) -> io::Result<NamedTempFile> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".").suffix(".tmp");
        #[cfg(unix)]
        if !self.is_private {
            // The team reads it: as any newly created file.
            let ordinary = std::os::unix::fs::PermissionsExt::from_mode(0o666);
            builder.permissions(ordinary);
        }
        // The path in its error is of no use: the name is made up, and gone.
        let mut file =
            builder.tempfile_in(&self.path).map_err(|err| io::Error::from(err.kind()))?;
        file.write_all(bytes)?;
        Ok(file)
    }
}

/// What is at `path`, if that is what it should be; `None` for nothing.
fn checked(
    path: &Path,
    is_right: impl FnOnce(&Metadata) -> bool,
    otherwise: &str,
) -> Result<Option<()>, FolderError> {
    let refused = |what: &str| {
        let message = format!("it is {what}");
        failed("use", path)(io::Error::new(ErrorKind::InvalidInput, message))
    };
    match fs::symlink_metadata(path) {
        Err(err) if matches!(err.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Ok(None)
        }
        Err(err) => Err(failed("use", path)(err)),
        Ok(found) if found.is_symlink() => {
            Err(refused("a symbolic link, which is not followed here"))
        }
        Ok(found) if is_right(&found) => Ok(Some(())),
        Ok(_) => Err(refused(otherwise)),
    }
}

fn read(path: &Path) -> io::Result<Content> {
    let file = open_regular(path, Access::Read, Links::Refused)?;
    let modified = file.metadata().modified()?;
    Ok(Content { bytes: file.read(MAX_SIZE)?, modified })
}

pub(crate) fn failed(attempt: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    let path = path.to_owned();
    move |source| FolderError { attempt, path, source }
}
