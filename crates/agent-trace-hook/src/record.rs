//! The ledger: the format of its records, their chains, its files and its checkpoints.

pub(crate) mod alignment;
pub(crate) mod chain;
pub(crate) mod checkpoint;
pub(crate) mod digest;
pub(crate) mod files;
pub(crate) mod ledger;
pub(crate) mod line;
pub(crate) mod line_hash;
pub(crate) mod lines;
pub(crate) mod link;
pub(crate) mod own_chain;
pub(crate) mod snapshot;
pub(crate) mod succession;
pub(crate) mod tail;
pub(crate) mod trace;

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use hook_runtime::Ctx;
use project_paths::ProjectRoot;

use crate::record::ledger::Ledger;
use crate::record::trace::Record;

/// How long a writer waits for others: for as long as the hook may.
const PATIENCE: Duration = Duration::from_secs(4);

/// Puts records at the end of the chain with which the checkout at `root` goes on: of each file
/// that which is made of the newest one of its path, if that is near enough, or none. `origin` is
/// of this call alone.
///
/// # Errors
/// If others hold the ledger for too long, or it cannot be written.
pub(crate) fn append<Make>(
    ctx: &Ctx,
    root: &ProjectRoot,
    origin: &[&str],
    files: impl IntoIterator<Item = (String, Make)>,
) -> Result<()>
where
    Make: FnOnce(Option<&Record>) -> Option<Record>,
{
    let wait = ctx.patience(PATIENCE);
    own_chain::go_on(ctx, root, origin, wait, |ledger| {
        let locked = ledger.lock(wait)?;
        let mut end = None;
        for (path, make) in files {
            end = locked.append(|tail| {
                let record = make(tail.latest(&path).as_ref());
                record.map(|record| chain::seal(record, tail.last.as_ref())).transpose()
            })?;
        }
        Ok(end)
    })
}

/// Signs the end of the chain, unless that was done before.
///
/// # Errors
/// If the key cannot be read or the checkpoint not be written.
pub(crate) fn sign(ctx: &Ctx, ledger: &Ledger, key: &Path, session: Option<&str>) -> Result<()> {
    if ledger.is_empty()? {
        return Ok(());
    }
    let key = checkpoint::read_key(key)?;
    let locked = ledger.lock(ctx.patience(PATIENCE))?;
    locked.checkpoint(|last| {
        let session = session.map(str::to_owned);
        checkpoint::sign(&key, last.clone(), session, ctx.timestamp())
    })
}
