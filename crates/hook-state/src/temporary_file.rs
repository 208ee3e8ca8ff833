//! A new file with a random name, which is removed unless it is renamed.

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

/// The letters of a random name.
const LETTERS: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";

/// The length of a random name.
pub(crate) const RANDOM: usize = 6;

/// How many names are tried.
const MAX_TRIES: usize = 100;

/// An open file that is removed when this is dropped.
#[derive(Debug)]
pub(crate) struct TemporaryFile {
    file: File,
    path: PathBuf,
}

impl TemporaryFile {
    /// Creates a file in `folder`. On Unix it has `mode`, less the umask.
    pub(crate) fn create(folder: &Path, mode: u32) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
        #[cfg(not(unix))]
        let _no_modes = mode;
        for _ in 0..MAX_TRIES {
            let path = folder.join(random_name());
            match options.open(&path) {
                Err(err) if err.kind() == ErrorKind::AlreadyExists => {}
                opened => return Ok(Self { file: opened?, path }),
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)
    }

    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Gives the file its name, in place of what had it.
    pub(crate) fn rename(mut self, to: &Path) -> io::Result<()> {
        fs::rename(&self.path, to)?;
        self.path.clear();
        Ok(())
    }

    #[cfg(test)]
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if !self.path.as_os_str().is_empty() {
            // What stays is swept later.
            let _stays = fs::remove_file(&self.path);
        }
    }
}

/// `.`, some letters and `.tmp`, by the random numbers with which the standard library seeds its
/// maps.
fn random_name() -> String {
    let mut random = RandomState::new().hash_one(std::process::id());
    let mut letter = || {
        let index = usize::try_from(random % 36).unwrap_or_default();
        random /= 36;
        char::from(LETTERS.get(index).copied().unwrap_or(b'a'))
    };
    let letters: String = (0..RANDOM).map(|_| letter()).collect();
    format!(".{letters}.tmp")
}
