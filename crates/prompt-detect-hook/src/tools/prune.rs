//! `prune`: what a host that died has left behind is closed, and what is long over
//! forgotten.

use std::process::ExitCode;

use anyhow::{Context, Result};
use hook_runtime::{Console, Ctx};

use crate::config::Config;
use crate::record;
use crate::record::sessions::Sessions;
use crate::words;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// In all projects
    #[arg(long)]
    all: bool,
    /// Only show what would be removed
    #[arg(long)]
    dry_run: bool,
}

/// Clears away, and says what.
pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let longest = Config::load(ctx)?.stale_after();
    let _seen = console.progress("prune");
    let states = if args.all {
        ctx.all_states().context("could not read the projects")?
    } else {
        vec![record::state(ctx)?.clone()]
    };
    let (mut closed, mut removed) = (0, 0);
    for state in states {
        let all = Sessions::of(&state).all().context("could not read the sessions")?;
        if args.dry_run {
            let (would_close, would_go) = record::would_clear(ctx, longest, &all);
            closed += would_close;
            removed += would_go;
            continue;
        }
        let (told, forgotten) = record::clear(ctx, &state, longest, all)?;
        closed += told.iter().filter(|told| told.prompt_type.is_some()).count();
        removed += forgotten;
    }
    let words = words::cleared(closed, removed);
    console.line(if args.dry_run { format!("would be {words}") } else { words });
    Ok(ExitCode::SUCCESS)
}
