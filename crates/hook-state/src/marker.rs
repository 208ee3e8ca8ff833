//! One-shot markers: empty files whose creation tells who was first.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::time::SystemTime;

use crate::regular_file::{Access, Links, open_regular};
use crate::replace::creating_folder;
use crate::state_dir::{StateDir, safe_name};
use crate::sweep::{Fate, has_ending, sweep};

impl StateDir {
    /// Whether this is the first call for `name`, of all processes, since it
    /// was last forgotten.
    ///
    /// Any text is a name: one that is not a plain file name is replaced by a
    /// readable part of it and a hash. Fails if the marker cannot be created.
    pub fn once(&self, name: &str) -> io::Result<bool> {
        let marker = self.marker(name);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let create = || options.open(&marker);
        match creating_folder(&marker, create) {
            Ok(_) => Ok(true),
            Err(err) if err.kind() == ErrorKind::AlreadyExists => Ok(false),
            Err(err) => Err(err),
        }
    }

    /// Makes an empty file, or says of one that is there that it was written at `now`: when
    /// something happened last.
    pub fn touch(&self, name: &str, now: SystemTime) -> io::Result<()> {
        let path = self.file(name);
        let open = || open_regular(&path, Access::EditPrivately, Links::Refused);
        creating_folder(&path, open)?.into_file().set_modified(now)
    }

    /// Whether [`once`](StateDir::once) was called for `name` since it was last forgotten.
    /// Makes no marker. Fails if nobody can tell.
    pub fn is_marked(&self, name: &str) -> io::Result<bool> {
        match self.marker(name).symlink_metadata() {
            Ok(_) => Ok(true),
            Err(err) if err.kind() == ErrorKind::NotFound => Ok(false),
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

    /// Removes every file of this directory, markers included, that was last
    /// written before `older_than`. For a directory of files that belong to
    /// sessions: those of sessions long ended would pile up. Locks stay, for one
    /// that is held may be old. Of a large directory no more than a part is looked at,
    /// and another the next time.
    pub fn sweep(&self, older_than: SystemTime) -> io::Result<()> {
        for folder in [self.path().to_path_buf(), self.markers()] {
            sweep(&folder, older_than, |name| {
                if has_ending(name, "lock") { Fate::Stays } else { Fate::GoesIfOld }
            })?;
        }
        Ok(())
    }

    /// Removes the markers that were made before `older_than`, and no other file: of a directory
    /// that is no session's.
    pub fn sweep_markers(&self, older_than: SystemTime) -> io::Result<()> {
        sweep(&self.markers(), older_than, |_| Fate::GoesIfOld)
    }

    fn marker(&self, name: &str) -> PathBuf {
        self.markers().join(safe_name(name))
    }

    fn markers(&self) -> PathBuf {
        self.path().join("once")
    }
}
