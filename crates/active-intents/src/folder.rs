//! Files of the team in a folder of the project, written by one at a time.
//!
//! The folder comes with the repository, and so may be anything. No symbolic link
//! is followed: neither the folder nor a file in it may be one.

use std::fmt;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use hook_state::{Access, Links, Lock, open_regular};
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

/// A folder at or below `.orchestration`.
#[derive(Debug, Clone)]
pub(crate) struct Folder {
    project: PathBuf,
    /// Below the project, each in the one before.
    names: &'static [&'static str],
}

/// A file's content, and when it was written last.
pub(crate) struct Content {
    pub(crate) bytes: Vec<u8>,
    pub(crate) modified: SystemTime,
}

/// Whether a file may be there already.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Put {
    New,
    InPlace,
}

impl Folder {
    pub(crate) fn orchestration(project: &Path) -> Folder {
        Folder { project: project.to_owned(), names: &[FOLDER] }
    }

    pub(crate) fn locks(project: &Path) -> Folder {
        Folder { project: project.to_owned(), names: &[FOLDER, "locks"] }
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// Makes the folder if it is missing, and shuts all others out until the
    /// result is dropped.
    pub(crate) fn enter(&self, wait: Duration) -> Result<Lock, FolderError> {
        let mut path = self.project.clone();
        for name in self.names {
            path.push(name);
            match fs::create_dir(&path) {
                Err(err) if err.kind() != ErrorKind::AlreadyExists => {
                    return Err(failed("make", &path)(err));
                }
                _ => self.check(&path)?,
            }
        }
        Lock::of_folder(&path, wait).map_err(failed("lock", &path))
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

    /// Writes a file in one step. Whether it is new is for the file system to
    /// say, and `AlreadyExists` if it is not.
    pub(crate) fn put(&self, name: &str, bytes: &[u8], put: Put) -> Result<(), FolderError> {
        let path = self.file(name);
        checked(&path, &path, Metadata::is_file, "not a regular file")?;
        let written = written(&self.path(), bytes).map_err(failed("write", &path))?;
        let result = match put {
            Put::New => written.persist_noclobber(&path),
            Put::InPlace => written.persist(&path),
        };
        result.map(drop).map_err(|err| failed("write", &path)(err.error))
    }

    /// Removes a file, if it is there.
    pub(crate) fn remove(&self, name: &str) -> Result<(), FolderError> {
        let path = self.file(name);
        match fs::remove_file(&path) {
            Err(err) if err.kind() != ErrorKind::NotFound => Err(failed("remove", &path)(err)),
            _ => Ok(()),
        }
    }

    /// The names of what is in the folder, in their order; none if it is missing.
    pub(crate) fn list(&self) -> Result<Vec<String>, FolderError> {
        if !self.exists()? {
            return Ok(Vec::new());
        }
        let path = self.path();
        let mut names = Vec::new();
        for entry in fs::read_dir(&path).map_err(failed("read", &path))? {
            let entry = entry.map_err(failed("read", &path))?;
            names.extend(entry.file_name().into_string());
        }
        names.sort();
        Ok(names)
    }

    fn path(&self) -> PathBuf {
        self.names.iter().fold(self.project.clone(), |path, name| path.join(name))
    }

    fn exists(&self) -> Result<bool, FolderError> {
        let mut path = self.project.clone();
        for name in self.names {
            path.push(name);
            if checked(&path, &path, Metadata::is_dir, "no folder")?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn check(&self, path: &Path) -> Result<(), FolderError> {
        checked(path, &self.path(), Metadata::is_dir, "no folder").map(drop)
    }
}

/// What stands at `path`, if that is what it should be; `None` for nothing.
fn checked(
    path: &Path,
    wanted: &Path,
    is_right: impl FnOnce(&Metadata) -> bool,
    otherwise: &str,
) -> Result<Option<()>, FolderError> {
    let refused = |what: &str| {
        let message = if path == wanted {
            format!("it is {what}")
        } else {
            format!("{} is {what}", path.display())
        };
        failed("use", wanted)(io::Error::new(ErrorKind::InvalidInput, message))
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

/// A file with `bytes` in `folder`, ready to take its place.
fn written(folder: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".").suffix(".tmp");
    #[cfg(unix)]
    {
        // The team reads it: as any newly created file.
        let ordinary = std::os::unix::fs::PermissionsExt::from_mode(0o666);
        builder.permissions(ordinary);
    }
    // The path in its error is of no use: the name is made up, and gone.
    let mut file = builder.tempfile_in(folder).map_err(|err| io::Error::from(err.kind()))?;
    file.write_all(bytes)?;
    Ok(file)
}

pub(crate) fn failed(attempt: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    let path = path.to_owned();
    move |source| FolderError { attempt, path, source }
}
