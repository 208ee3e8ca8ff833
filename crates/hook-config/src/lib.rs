//! Finds, reads and caches the strict configuration of a hook.
//!
//! A configuration is one YAML document. It is strict: an unknown or repeated key is an error that
//! names file, line and key. Parsing YAML costs more than starting a process, so hooks use
//! [`cached`], which parses a file only after it changed.

use std::fs;
use std::path::{Path, PathBuf};

mod cache;
mod error;
mod fingerprint;
mod layout;
mod salvage;
mod source;
mod unique_map;
mod values;
mod yaml;

use fingerprint::is_missing;

pub use cache::{Sources, cache_name, cached};
pub use error::ConfigError;
pub use fingerprint::Fingerprint;
pub use layout::{Node, NodeKind, Quoting, Step};
pub use salvage::{has, says};
pub use source::{Source, read, read_if_there};
pub use unique_map::UniqueMap;
pub use values::{Age, Version, at_most};

/// The configuration file of `name`: `<name>.yaml` in the project's `.tacklebox`, else in the
/// user's configuration folder. The project's file replaces the user's as a whole.
///
/// A file that exists but cannot be read is returned, so that [`read`] can say why.
pub fn find(project: Option<&Path>, user_config: Option<&Path>, name: &str) -> Option<PathBuf> {
    candidates(project, user_config, name).into_iter().find(|file| exists(file))
}

/// The files that [`find`] looks for, in its order. All of them are sources of a cached
/// configuration, because a missing one may be created.
pub fn candidates(project: Option<&Path>, user_config: Option<&Path>, name: &str) -> Vec<PathBuf> {
    let folders = [project, user_config];
    folders.into_iter().flatten().map(|folder| folder.join(format!("{name}.yaml"))).collect()
}

fn exists(file: &Path) -> bool {
    fs::symlink_metadata(file).map_or_else(|err| !is_missing(&err), |_| true)
}
