//! What is written: mentions here, what was said in transcripts, and what agents were
//! told.

pub(crate) mod ingest;
pub(crate) mod session_memory;
pub(crate) mod transcript_import;

use std::time::Duration;

use anyhow::{Context as _, Result};
use file_mentions::Mention;
use hook_runtime::Ctx;

use crate::gather::files::Touched;
use crate::gather::place;

/// How long a writer waits for others. Nobody waits for it: see the template.
const PATIENCE: Duration = Duration::from_secs(2);

/// Records that files were touched. The store is not opened for it, unless much waits.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn touched(ctx: &Ctx, touched: &Touched<'_>) -> Result<()> {
    let Touched { session, agent, call, ref paths } = *touched;
    if paths.is_empty() {
        return Ok(());
    }
    let mentions: Vec<_> = paths
        .iter()
        .map(|(path, tool)| Mention { session, agent, path, tool, call, at: ctx.now() })
        .collect();
    place::recording_file(ctx)
        .and_then(|file| file_mentions::record(&file, &mentions, ctx.patience(PATIENCE)))
        .context("could not record which files were touched")
}

/// Takes what was recorded so far into the store, if anything waits.
///
/// # Errors
/// If the store cannot be written.
pub(crate) fn take_in(ctx: &Ctx) -> Result<()> {
    if place::store_file(ctx).is_some_and(|file| file_mentions::is_waiting(&file)) {
        place::store(ctx, PATIENCE).context("could not store which files were touched")?;
    }
    Ok(())
}
