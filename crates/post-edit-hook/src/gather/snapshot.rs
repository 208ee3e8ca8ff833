//! A file at one moment, and the way back to it after a formatter that failed.

use std::fs::{self, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use hook_runtime::Ctx;
use hook_state::{Access, Links, StateDir, open_regular};

use crate::gather::target::Target;

/// The folder of what was undone, in the state folder: one file for each file.
const UNDONE: &str = "post-edit-undone";

/// For how long that is of use.
const KEPT_FOR: Duration = Duration::from_secs(30 * 24 * 3600);

/// A file's content and mode at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Snapshot {
    bytes: Vec<u8>,
    permissions: Permissions,
}

/// What became of a formatter's failed work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Undone {
    /// It had changed nothing.
    Nothing,
    /// The file is as it was before; what had become of it is kept there.
    Restored(Option<PathBuf>),
    /// It could not be; why.
    Failed(String),
}

impl Snapshot {
    /// The file as it is; `None` where there is no regular file any more, or none
    /// that can be read.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let file = open_regular(path, Access::Read, Links::Refused).ok()?;
        let permissions = file.metadata().permissions();
        Some(Self { bytes: file.read(u64::MAX).ok()?, permissions })
    }

    /// The content; `None` where it is not UTF-8.
    pub(crate) fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.bytes).ok()
    }

    /// Whether the contents are the same.
    pub(crate) fn has_content_of(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

/// The file as a formatter left it, `now`, with the mode that it had before: one that
/// writes a new file in its place may not have kept that.
pub(crate) fn with_mode_of(
    ctx: &Ctx,
    target: &Target,
    before: &Snapshot,
    now: Snapshot,
) -> Snapshot {
    if now.permissions == before.permissions {
        return now;
    }
    let path = &target.path;
    if let Err(err) = fs::set_permissions(path, before.permissions.clone()) {
        ctx.report(format_args!("could not give {} its mode back: {err}", path.display()));
        return now;
    }
    Snapshot { permissions: before.permissions.clone(), ..now }
}

/// Makes the file what it was before a formatter that failed.
///
/// What the formatter left is kept, for it may be the work of somebody else who
/// wrote at the same moment; and what changes even now is left alone.
pub(crate) fn undo(ctx: &Ctx, target: &Target, before: &Snapshot) -> Undone {
    let now = Snapshot::of(&target.path);
    if now.as_ref() == Some(before) {
        return Undone::Nothing;
    }
    let kept = now
        .as_ref()
        .filter(|now| !now.bytes.is_empty() && !now.has_content_of(before))
        .and_then(|now| {
            let kept = keep(ctx, target, now);
            kept.map_err(|err| ctx.report(format_args!("{err:#}"))).ok().flatten()
        });
    if Snapshot::of(&target.path) != now {
        return Undone::Failed("somebody else is writing it".to_owned());
    }
    match restore(&target.path, before) {
        Ok(()) => Undone::Restored(kept),
        Err(err) => Undone::Failed(format!("{err:#}")),
    }
}

/// Removes what a hook left that was killed while it undid what a formatter did.
pub(crate) fn sweep_leftovers(ctx: &Ctx, target: &Target) {
    let undone = ctx.state().map(|state| state.file(UNDONE));
    for folder in target.path.parent().into_iter().chain(undone.as_deref()) {
        // What stays is removed another time.
        let _later = hook_state::sweep_leftovers(folder, ctx.now());
    }
}

fn restore(path: &Path, before: &Snapshot) -> Result<()> {
    make_way(path).context("could not remove what is in its place")?;
    hook_state::replace(path, &before.bytes)
        .and_then(|()| fs::set_permissions(path, before.permissions.clone()))
        .with_context(|| format!("could not write {}", path.display()))
}

/// Removes what is no file in the place of one: written through, a link would
/// replace what it leads to. A folder goes only if it is empty.
fn make_way(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_file() => Ok(()),
        Ok(metadata) if metadata.is_dir() => fs::remove_dir(path).map_err(|err| err.kind().into()),
        Ok(_) => fs::remove_file(path),
        Err(_) => path.parent().map_or(Ok(()), fs::create_dir_all),
    }
}

fn keep(ctx: &Ctx, target: &Target, now: &Snapshot) -> Result<Option<PathBuf>> {
    let Some(state) = ctx.state() else { return Ok(None) };
    let folder = StateDir::new(state.file(UNDONE));
    let name = target.rel.as_str();
    if let Some(before) = ctx.now().checked_sub(KEPT_FOR) {
        folder.sweep(before).context("could not sweep what formatters left")?;
    }
    folder.write(name, &now.bytes).context("could not keep what a formatter left")?;
    Ok(Some(folder.file(name)))
}
