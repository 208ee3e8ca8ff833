//! Where programs are.

use std::path::{Path, PathBuf};

/// The program of this name on a `PATH`.
pub(crate) fn found(name: &str, path: &str) -> Option<PathBuf> {
    path.split(':').map(|folder| Path::new(folder).join(name)).find(|program| program.is_file())
}
