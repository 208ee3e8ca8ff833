//! What is written: mentions here, what was said in transcripts, and what agents were
//! told.

pub(crate) mod ingest;
pub(crate) mod served;

use std::time::Duration;

use anyhow::{Context as _, Result};
use file_mentions::Mention;
use hook_runtime::Ctx;

use crate::gather::files::Touched;
use crate::gather::place;

/// How long a writer waits for others. Nobody waits for it: see the template.
const PATIENCE: Duration = Duration::from_secs(2);

/// Records that files were touched.
///
/// # Errors
/// If the store cannot be written.
pub(crate) fn touched(ctx: &Ctx, touched: &Touched<'_>) -> Result<()> {
    let Touched { session, agent, call, ref paths } = *touched;
    if paths.is_empty() {
        return Ok(());
    }
    let mentions: Vec<_> = paths
        .iter()
        .map(|(path, tool)| Mention { session, agent, path, tool, call, at: ctx.now() })
        .collect();
    place::store(ctx, PATIENCE)
        .and_then(|mut store| store.record(&mentions))
        .context("could not record which files were touched")
}
