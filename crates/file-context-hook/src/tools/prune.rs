//! `prune`: what the configuration does not want kept is removed.

use std::process::ExitCode;

use anyhow::Result;
use file_mentions::Pruned;
use hook_runtime::{Console, Ctx};

use super::{forget, store};
use crate::config::Config;
use crate::words::listing;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only show what would be removed
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let retention = Config::load(ctx)?.retention();
    let _seen = console.progress("prune");
    let Some(mut store) = store::change(ctx)? else {
        console.line("Nothing stored yet.");
        return Ok(ExitCode::SUCCESS);
    };
    let Pruned { removed, before, after } = store.prune(retention, ctx.now(), args.dry_run)?;
    let (days, megabytes) = (retention.days, retention.megabytes);
    console.line(format!("limits: {days} days, {megabytes} megabytes"));
    console.line(forget::words(removed, args.dry_run));
    if !args.dry_run {
        let (before, after) = (listing::size(before), listing::size(after));
        console.line(format!("size: {before} before, {after} now"));
    }
    Ok(ExitCode::SUCCESS)
}
