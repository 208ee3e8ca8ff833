//! `pause` and `resume`: a person silences one hook for a while, which a host cannot.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use hook_runtime::{Console, Ctx, NotThere};

use crate::log::named;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The hook, with or without `-hook`
    hook: String,
    /// For how long, at most one day: 10m, 2h
    #[arg(long = "for", value_name = "TIME", value_parser = humantime::parse_duration)]
    span: Duration,
    /// The reason, for the log
    #[arg(long, value_name = "WORDS")]
    why: String,
}

/// The status where no person asks.
const REFUSED: u8 = 1;

/// Silences a hook in this project.
///
/// # Errors
/// If there is no such hook, or it cannot be written down.
pub(crate) fn pause(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let hook = named(ctx, Some(&args.hook))?.unwrap_or_default();
    if !is_person(ctx, "pausing a hook", console) {
        return Ok(ExitCode::from(REFUSED));
    }
    let pause = hook_chain::pause(ctx, hook, args.span, &args.why)?;
    let until = ctx.local_text(&pause.until);
    console.line(format!("{hook} is paused until {until} {}", ctx.in_which_project()));
    Ok(ExitCode::SUCCESS)
}

/// Lets a hook speak again.
///
/// # Errors
/// If there is no such hook, it is not paused, or that cannot be written down.
pub(crate) fn resume(ctx: &Ctx, spoken: &str, console: &mut Console) -> Result<ExitCode> {
    let hook = named(ctx, Some(spoken))?.unwrap_or_default();
    if !is_person(ctx, "resuming a hook", console) {
        return Ok(ExitCode::from(REFUSED));
    }
    if hook_chain::resume(ctx, hook)?.is_none() {
        let place = ctx.in_which_project();
        return Err(NotThere::new(format!("{hook} is not paused {place}")).into());
    }
    console.line(format!("{hook} is active again {}", ctx.in_which_project()));
    Ok(ExitCode::SUCCESS)
}

fn is_person(ctx: &Ctx, what: &str, console: &mut Console) -> bool {
    let identified = person::identify(ctx);
    if let Err(missing) = &identified {
        console.error_line(person::refusal(what, missing));
    }
    identified.is_ok()
}
