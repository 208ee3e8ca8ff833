//! Files that may not even be read: what proves that a person acts.
//!
//! Whoever may read a key can grant himself what a person grants. Everything else that is
//! protected may be read: an agent may know its rules.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use hook_runtime::Ctx;

use crate::identity::is_same;
use crate::target::Place;

/// In the person's configuration folder.
pub(crate) const NAMES: [&str; 2] = ["person-token", "grants.key"];

/// The keys that are there: where one is, and what the system knows of it. Where there are none,
/// nothing is to be hidden, and two looks were all.
#[derive(Debug, Default)]
pub(crate) struct Keys(Vec<(PathBuf, Metadata)>);

impl Keys {
    pub(crate) fn of(ctx: &Ctx) -> Self {
        let Some(folder) = ctx.user_config() else { return Self::default() };
        let key = |name: &&str| {
            let path = folder.join(name);
            let metadata = fs::metadata(&path).ok()?;
            Some((fs::canonicalize(&path).unwrap_or(path), metadata))
        };
        Self(NAMES.iter().filter_map(key).collect())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a path is that of a key, under whatever name.
    pub(crate) fn is_at(&self, path: &Path) -> bool {
        !self.is_empty()
            && fs::metadata(path)
                .is_ok_and(|found| self.0.iter().any(|(_, it)| is_same(&found, it)))
    }

    /// Whether a look at what is below a place comes by a key.
    pub(crate) fn lie_below(&self, place: &Place) -> bool {
        self.0.iter().any(|(key, _)| key.starts_with(&place.path))
    }
}

/// Whether a text names a key in a folder of ours.
pub(crate) fn named_in(text: &str) -> bool {
    text.contains("tacklebox") && NAMES.iter().any(|name| text.contains(name))
}
