//! One-shot markers: empty files whose creation tells who was first.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::time::SystemTime;

use crate::replace::creating_folder;
use crate::state_dir::{StateDir, safe_name};

impl StateDir {
    /// Whether this is the first call for `name`, of all processes, since it
    /// was last forgotten.
    ///
    /// Any text is a name: one that is not a plain file name is replaced by a
    /// readable part of it and a hash. Fails if the marker cannot be created.
    pub fn once(&self, name: &str) -> io::Result<bool> {
        let marker = self.marker(name);
        let create = || OpenOptions::new().write(true).create_new(true).open(&marker);
        match creating_folder(&marker, create) {
            Ok(_) => Ok(true),
            Err(err) if err.kind() == ErrorKind::AlreadyExists => Ok(false),
            Err(err) => Err(err),
        }
    }

    /// Lets the next [`once`](StateDir::once) for `name` be the first again.
    pub fn forget(&self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.marker(name)) {
            Err(err) if err.kind() != ErrorKind::NotFound => Err(err),
            _ => Ok(()),
        }
    }

    /// Forgets every marker set before `older_than`, so that those of sessions
    /// long ended do not pile up.
    pub fn sweep(&self, older_than: SystemTime) -> io::Result<()> {
        let entries = match fs::read_dir(self.markers()) {
            Ok(entries) => entries,
            Err(err) if err.kind() == ErrorKind::NotFound => return Ok(()),
            Err(err) => return Err(err),
        };
        for entry in entries {
            let entry = entry?;
            // Gone already: another process sweeps too.
            let set = entry.metadata().and_then(|metadata| metadata.modified());
            if set.is_ok_and(|set| set < older_than) {
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok(())
    }

    fn marker(&self, name: &str) -> PathBuf {
        self.markers().join(safe_name(name))
    }

    fn markers(&self) -> PathBuf {
        self.path().join("once")
    }
}
