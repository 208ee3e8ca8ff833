//! Which chain a checkout goes on with.
//!
//! A chain in git that two branches went on with could not be merged: both followed on the same
//! record. So none is ever gone on with twice. In the state, which is no branch's, stands how far
//! chains were written from here, and only one that still ends there is gone on with. After a
//! branch was changed, in a new worktree and in a clone that is another one, and the files of no
//! two chains have the same name: a merge puts them beside each other. Outside of git there is
//! nothing to merge, and one chain.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use hook_protocol::hex;
use hook_runtime::Ctx;
use hook_state::StateDir;
use project_paths::{GitDirs, ProjectRoot};
use serde::{Deserialize, Serialize};

use crate::record::digest::sha256;
use crate::record::files::Files;
use crate::record::ledger::Ledger;
use crate::record::link::Link;

/// The file in the state of the project, which all its worktrees share.
const FILE: &str = "agent-trace-chains.json";

/// The most chains that are known; the oldest are forgotten, and not gone on with.
const MAX_KNOWN: usize = 64;

/// Bytes of an id, which stand in a name as twice as many digits.
const ID_BYTES: usize = 6;

/// The chains that were written from here.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Known {
    version: u32,
    /// The last one that was written is last.
    chains: Vec<Written>,
}

/// How far a chain was written.
#[derive(Debug, Serialize, Deserialize)]
struct Written {
    chain: String,
    #[serde(flatten)]
    end: Link,
}

/// Lets `write` write to the chain with which the checkout at `root` goes on, or begins: `origin`
/// is what no other chain begins with. It tells the end of the chain then.
///
/// # Errors
/// As `write`, and if others hold the state for longer than `wait`, or it cannot be read or
/// written.
pub(crate) fn go_on(
    ctx: &Ctx,
    root: &ProjectRoot,
    origin: &[&str],
    wait: Duration,
    write: impl FnOnce(&Ledger) -> Result<Option<Link>>,
) -> Result<()> {
    let state = state(ctx, root.git_dirs());
    let root = root.path();
    let Some(state) = state else {
        return write(&Ledger::of(Files::of(root))).map(drop);
    };
    let written = state.update_json(FILE, wait, |known: &mut Known| {
        let ledger = known.intact(root).unwrap_or_else(|| {
            let digest = sha256(origin.join("\n").as_bytes());
            let id = hex(digest.get(..ID_BYTES).unwrap_or_default());
            Ledger::of(Files::of_chain(root, &id))
        });
        let end = write(&ledger)?;
        known.keep(ledger.files().chain(), end);
        Ok(())
    });
    written.with_context(|| format!("could not update {}", state.file(FILE).display()))?
}

/// The chain with which the checkout at `root` goes on; `None` where it would begin one.
///
/// # Errors
/// If the state cannot be read.
pub(crate) fn current(ctx: &Ctx, root: &ProjectRoot) -> Result<Option<Ledger>> {
    let state = state(ctx, root.git_dirs());
    let root = root.path();
    let Some(state) = state else {
        return Ok(Some(Ledger::of(Files::of(root))));
    };
    let known: Option<Known> = state.read_json(FILE)?;
    Ok(known.and_then(|known| known.intact(root)))
}

/// Says that a chain has another end than `before` now, or is no more.
///
/// # Errors
/// As of [`go_on`].
pub(crate) fn replaced(
    ctx: &Ctx,
    root: &Path,
    chain: &str,
    (before, end): (&Link, Option<Link>),
    wait: Duration,
) -> Result<()> {
    let Some(state) = state(ctx, GitDirs::around(root).as_ref()) else { return Ok(()) };
    state.update_json(FILE, wait, |known: &mut Known| {
        if known.chains.iter().any(|it| it.chain == chain && it.end == *before) {
            known.keep(chain, end);
        }
    })?;
    Ok(())
}

impl Known {
    /// The chain that was written last and stands in `root` as it was left.
    fn intact(&self, root: &Path) -> Option<Ledger> {
        let mut chains = Files::of_all(root).ok()?;
        self.chains.iter().rev().find_map(|written| {
            let at = chains.iter().position(|files| files.chain() == written.chain)?;
            let ledger = Ledger::of(chains.swap_remove(at));
            let end = ledger.end().ok().flatten();
            (end.as_ref() == Some(&written.end)).then_some(ledger)
        })
    }

    /// Remembers how far a chain was written.
    fn keep(&mut self, chain: &str, end: Option<Link>) {
        self.version = 1;
        self.chains.retain(|it| it.chain != chain);
        self.chains.extend(end.map(|end| Written { chain: chain.to_owned(), end }));
        let too_many = self.chains.len().saturating_sub(MAX_KNOWN);
        self.chains.drain(..too_many);
    }
}

/// The state, if the project is in git.
fn state<'c>(ctx: &'c Ctx, git: Option<&GitDirs>) -> Option<&'c StateDir> {
    git.and_then(|_| ctx.state())
}
