//! Files that may not even be read: the proof that a person is acting.
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
        let key = |path: PathBuf| {
            let metadata = fs::metadata(&path).ok()?;
            Some((fs::canonicalize(&path).unwrap_or(path), metadata))
        };
        let folders = folders(ctx);
        let paths = folders.iter().flat_map(|folder| NAMES.map(|name| folder.join(name)));
        Self(paths.filter_map(key).collect())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Where they are.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().map(|(path, _)| path.as_path())
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

/// Where the keys are: in the folder of the person's configuration, and where no variable
/// moves that, for there the token is looked for.
pub(crate) fn folders(ctx: &Ctx) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = ctx.user_config().map(Path::to_owned).into_iter().collect();
    folders.extend(ctx.home().map(|home| home.join(".config/tacklebox")));
    folders.dedup();
    folders
}

/// The key in a folder of ours that a text names.
pub(crate) fn named_in(text: &str) -> Option<&'static str> {
    NAMES.into_iter().find(|name| text.contains("tacklebox") && text.contains(name))
}
