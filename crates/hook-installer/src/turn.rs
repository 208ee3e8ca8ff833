//! One of us at a time in a project, or in a home: between a plan and its end nobody else puts programs
//! there or takes them away, so that settings name no program that is gone.

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::error::InstallError;
use crate::files;
use crate::place::Place;

/// Held until it is dropped.
#[derive(Debug)]
pub struct Turn {
    folder: PathBuf,
    _lock: Option<File>,
}

impl Turn {
    /// Waits for it. All scopes of a project have one turn, since they share programs.
    ///
    /// # Errors
    /// When another of us has had it for too long.
    pub fn take(place: &Place) -> Result<Self, InstallError> {
        let folder = place.folder();
        let lock = if folder.is_dir() { files::lock_folder(folder, folder)? } else { None };
        Ok(Self { folder: folder.to_owned(), _lock: lock })
    }

    /// Whether the lock of this folder is held by it: a second one would wait for the first.
    pub(crate) fn holds(&self, folder: &Path) -> bool {
        self.folder == folder
    }
}
