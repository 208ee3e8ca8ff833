//! The store of the project, and the paths in it, as a person means them.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use file_mentions::{Reader, Recording, Store, StoreError};
use hook_runtime::Ctx;
use project_paths::{ProjectRoot, RealPaths, RelPath};

use crate::gather::place::{self, Place};
use crate::words::silence::NotStored;

/// How long a person waits where another process writes.
pub(super) const PATIENCE: Duration = Duration::from_secs(2);

/// Where the store is, or would be.
pub(super) fn file(ctx: &Ctx) -> Result<PathBuf> {
    place::store_file(ctx).context("there is no state folder: HOME is not set")
}

/// The store for reading; `None` where nothing has been stored. One of an earlier
/// version of this program is brought up to date, and what waits is taken in.
pub(super) fn read(ctx: &Ctx) -> Result<Option<Reader>> {
    let file = file(ctx)?;
    let write_first = || place::store(ctx, PATIENCE).and_then(|_| place::reader(ctx, PATIENCE));
    let opened = match place::reader(ctx, PATIENCE) {
        Err(StoreError::Older { .. }) => write_first(),
        Ok(_) | Err(StoreError::Missing) if file_mentions::is_waiting(&file) => write_first(),
        opened => opened,
    };
    match opened {
        Err(StoreError::Missing) => Ok(None),
        opened => opened.map(Some).with_context(|| format!("could not read {}", file.display())),
    }
}

/// The store for writing, made where there is none.
pub(super) fn create(ctx: &Ctx) -> Result<Store> {
    let file = file(ctx)?;
    place::store(ctx, PATIENCE).with_context(|| format!("could not open {}", file.display()))
}

/// The store for writing; `None` where nothing has been stored.
pub(super) fn change(ctx: &Ctx) -> Result<Option<Store>> {
    read(ctx)?.map(|_reader| create(ctx)).transpose()
}

/// The path under which `spoken`, from the person's folder, is stored, also where
/// it would not be stored any more: people ask for it, and have it forgotten.
pub(super) fn asked(ctx: &Ctx, spoken: &str) -> Result<RelPath> {
    let path = in_checkout(Place::needed(ctx)?.recording().root, ctx.cwd(), spoken);
    path.with_context(|| format!("{spoken} is not {}", ctx.in_which_project()))
}

/// The path under which `spoken` is stored, or why it is not.
pub(super) fn recorded(
    recording: &Recording<'_>,
    cwd: Option<&Path>,
    spoken: &str,
) -> Result<RelPath, NotStored> {
    if let Some(path) = recording.path(cwd, spoken) {
        return Ok(path);
    }
    let path = in_checkout(recording.root, cwd, spoken).ok_or(NotStored::Outside)?;
    if path.as_str() == "." {
        return Err(NotStored::Root);
    }
    let ignored = recording.ignore.iter().find(|pattern| pattern.matches_path(&path));
    Err(ignored.map_or(NotStored::Secret, |glob| NotStored::Ignored(glob.text().to_owned())))
}

/// Where a file lies in the project, in whichever of its checkouts.
fn in_checkout(project: &ProjectRoot, cwd: Option<&Path>, spoken: &str) -> Option<RelPath> {
    project.checkout_of(&RealPaths::default(), cwd, spoken).relative(cwd, spoken).resolved
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use file_mentions::Secrets;
    use hook_runtime::Environment;
    use project_paths::Pattern;

    use super::*;

    #[test]
    fn a_file_is_stored_or_there_is_a_reason() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("app");
        std::fs::create_dir_all(root.join("src")).unwrap();
        let environment = [("CLAUDE_PROJECT_DIR".to_owned(), root.to_str().unwrap().to_owned())];
        let environment = Environment::Fixed(environment.into());
        let ctx = Ctx::new("h", environment, SystemTime::UNIX_EPOCH, Some(root.join("src")));
        let ignore = [Pattern::new("vendor/**").unwrap()];
        let recording = Recording {
            root: ctx.project().unwrap(),
            paths: &RealPaths::default(),
            ignore: &ignore,
            secrets: Secrets::Redact,
        };
        let check = |spoken: &str, expected: Result<&str, NotStored>| {
            let found = recorded(&recording, ctx.cwd(), spoken);
            assert_eq!(found.as_ref().map(RelPath::as_str), expected.as_ref().copied(), "{spoken}");
        };
        check("main.rs", Ok("src/main.rs"));
        check("./../src//main.rs", Ok("src/main.rs"));
        check("../README.md", Ok("README.md"));
        check("..", Err(NotStored::Root));
        check("../..", Err(NotStored::Outside));
        check("../../app-feature/a.rs", Err(NotStored::Outside));
        check("/etc/hosts", Err(NotStored::Outside));
        check("../vendor/a.rs", Err(NotStored::Ignored("vendor/**".to_owned())));
        check(".env", Err(NotStored::Secret));
        check("../vendor/.env", Err(NotStored::Ignored("vendor/**".to_owned())));
        assert_eq!(asked(&ctx, "../vendor/a.rs").unwrap().as_str(), "vendor/a.rs");
        assert_eq!(asked(&ctx, ".env").unwrap().as_str(), "src/.env");
        assert!(asked(&ctx, "../../x").is_err());
    }
}
