//! Which content an actor has seen (`stale_check`).

use std::io;
use std::time::{Duration, SystemTime};

use hook_protocol::{Tool, ToolCall};
use hook_runtime::Ctx;

use crate::gather::reads::{absolute, files, hash, key};
use crate::gather::session::Actor;

/// How long a file is waited for that others write.
const PATIENCE: Duration = Duration::from_millis(500);

/// Remembers the content that an actor has just seen or written.
///
/// # Errors
/// If it cannot be remembered.
pub(crate) fn record(ctx: &Ctx, actor: &Actor, call: &ToolCall) -> io::Result<()> {
    let sees = matches!(
        call.name.tool(),
        Tool::Read | Tool::Write | Tool::Edit | Tool::MultiEdit | Tool::NotebookEdit
    );
    let (true, Some(files)) = (sees, files(ctx)) else { return Ok(()) };
    let touched = call.touched_files();
    let paths = touched.iter().filter_map(|file| absolute(ctx, file.path));
    let hashes: Vec<_> = paths.filter_map(|path| Some((hash(&path)?, path))).collect();
    files.update(&key(actor), ctx.patience(PATIENCE), |reads| {
        reads.extend(hashes.into_iter().map(|(hash, path)| (path, hash)));
    })
}

/// Forgets what was read by a session and its subagents that are over.
///
/// # Errors
/// If the folder cannot be read.
pub(crate) fn sweep(ctx: &Ctx, before: SystemTime) -> io::Result<()> {
    files(ctx).map_or(Ok(()), |files| files.sweep(before))
}
