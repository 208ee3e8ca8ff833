//! `vacuum`: what the configuration does not want kept is removed.

use std::process::ExitCode;

use anyhow::Result;
use file_mentions::Vacuumed;
use hook_runtime::{Console, Ctx};

use super::{forget, store};
use crate::config::Config;
use crate::words::said;

pub(super) fn run(ctx: &Ctx, console: &mut Console) -> Result<ExitCode> {
    let retention = Config::load(ctx)?.retention();
    let Some(mut store) = store::change(ctx)? else {
        console.line(format!("nothing has been stored yet {}", ctx.in_which_project()));
        return Ok(ExitCode::SUCCESS);
    };
    let Vacuumed { removed, before, after } = store.vacuum(retention, ctx.now())?;
    let (days, megabytes) = (retention.days, retention.megabytes);
    console.line(format!("wanted: at most {days} days and {megabytes} megabytes"));
    console.line(forget::words(removed));
    console.line(format!("size: {} before, {} now", said::size(before), said::size(after)));
    Ok(ExitCode::SUCCESS)
}
