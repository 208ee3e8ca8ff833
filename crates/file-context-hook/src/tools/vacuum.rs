//! `prune`: what the configuration does not want kept is removed.

use std::process::ExitCode;

use anyhow::Result;
use file_mentions::Vacuumed;
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
    let vacuumed = if args.dry_run {
        let rehearsal = store::rehearse(ctx)?;
        rehearsal.map(|mut it| it.store.vacuum(retention, ctx.now())).transpose()?
    } else {
        let store = store::change(ctx)?;
        store.map(|mut store| store.vacuum(retention, ctx.now())).transpose()?
    };
    let Some(Vacuumed { removed, before, after }) = vacuumed else {
        console.error_line(format!("nothing has been stored yet {}", ctx.in_which_project()));
        return Ok(ExitCode::SUCCESS);
    };
    let (days, megabytes) = (retention.days, retention.megabytes);
    console.line(format!("limits: {days} days, {megabytes} megabytes"));
    console.line(forget::words(removed, args.dry_run));
    console.line(format!("size: {} before, {} now", listing::size(before), listing::size(after)));
    Ok(ExitCode::SUCCESS)
}
