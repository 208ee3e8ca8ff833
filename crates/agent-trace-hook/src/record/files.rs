//! The files of the ledger in the folder `.orchestration` of a project, each by itself.
//!
//! The folder comes with the repository, and so may be anything: neither it nor a file that is
//! written may be a link.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use hook_state::{Access, Links, open_regular, read_regular};

use crate::record::chain;
use crate::record::line::{FILE, Line};
use crate::record::link::Link;

/// The folder in the project.
pub(crate) const FOLDER: &str = ".orchestration";

/// The file of signed checkpoints.
pub(crate) const CHECKPOINTS: &str = "agent_trace.checkpoints.jsonl";

const HEAD: &str = "agent_trace.head.json";

/// The files of a ledger.
#[derive(Debug)]
pub(crate) struct Files {
    folder: PathBuf,
}

impl Files {
    /// Those of the project at `root`. Nothing is touched.
    pub(crate) fn of(root: &Path) -> Self {
        Self { folder: root.join(FOLDER) }
    }

    /// Fails where the folder is a link: it would lead the ledger out of the project.
    pub(crate) fn check(&self) -> Result<()> {
        if self.folder.is_symlink() {
            let what = "it is a symbolic link, and none is followed here";
            bail!("could not use {}: {what}", self.folder.display());
        }
        Ok(())
    }

    /// The folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// A file in the folder.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The file that records are appended to.
    pub(crate) fn current(&self) -> PathBuf {
        self.file(FILE)
    }

    /// The file of signed checkpoints.
    pub(crate) fn checkpoints(&self) -> PathBuf {
        self.file(CHECKPOINTS)
    }

    /// The file that becomes the rotated one of this number.
    pub(crate) fn rotated_to(&self, number: u64) -> PathBuf {
        self.file(&format!("agent_trace.{number}.jsonl"))
    }

    /// The rotated files by their numbers.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub(crate) fn rotated(&self) -> io::Result<BTreeMap<u64, PathBuf>> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(err) if err.kind() == ErrorKind::NotFound => return Ok(BTreeMap::new()),
            Err(err) => return Err(err),
        };
        let mut files = BTreeMap::new();
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name();
            let number = name.to_str().and_then(|name| {
                name.strip_prefix("agent_trace.")?.strip_suffix(".jsonl")?.parse().ok()
            });
            files.extend(number.map(|number| (number, entry.path())));
        }
        Ok(files)
    }

    /// The files of the chain that there are, oldest first.
    ///
    /// # Errors
    /// If the folder cannot be read, or is a link.
    pub(crate) fn all(&self) -> Result<Vec<PathBuf>> {
        self.check()?;
        let rotated = self.rotated().with_context(|| could_not_read(&self.folder))?;
        let mut files: Vec<PathBuf> = rotated.into_values().collect();
        let current = self.current();
        if fs::symlink_metadata(&current).is_ok() {
            files.push(current);
        }
        Ok(files)
    }

    /// The lines of all of them.
    ///
    /// # Errors
    /// As of [`Files::all`], and if a file cannot be read.
    pub(crate) fn lines(&self) -> Result<Vec<Line>> {
        let mut lines = Vec::new();
        for path in self.all()? {
            let bytes = read(&path).with_context(|| could_not_read(&path))?;
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            lines.extend(chain::lines(&name, &bytes));
        }
        Ok(lines)
    }

    /// Where the last writer has come to, if that is known.
    pub(crate) fn head(&self) -> Option<Link> {
        serde_json::from_slice(&read(&self.file(HEAD)).ok()?).ok()
    }

    /// Says how far the ledger has come, in one write of always the same length: a
    /// rename in its place would wait for the disk on some file systems.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn write_head(&self, head: &Link) -> io::Result<()> {
        let text = format!("{{\"seq\":{:>20},\"hash\":\"{}\"}}\n", head.seq, head.hash);
        open(&self.file(HEAD))?.write_all(text.as_bytes())
    }

    /// Forgets how far the ledger has come.
    ///
    /// # Errors
    /// If the file cannot be removed.
    pub(crate) fn remove_head(&self) -> io::Result<()> {
        remove(&self.file(HEAD))
    }
}

/// Opens the file to append to. Nothing but a regular file is taken: what is cut
/// off at the end of a link's target may be somebody's.
///
/// # Errors
/// If it cannot be opened, or is none.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    Ok(open_regular(path, Access::Edit, Links::Refused)?.into_file())
}

/// The content of a regular file.
///
/// # Errors
/// If it cannot be read, or is none.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_regular(path, Links::Followed, u64::MAX)
}

/// Removes a file if it is there.
///
/// # Errors
/// If it stays.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(err) if err.kind() != ErrorKind::NotFound => Err(err),
        _ => Ok(()),
    }
}

pub(crate) fn could_not_read(path: &Path) -> String {
    format!("could not read {}", path.display())
}
