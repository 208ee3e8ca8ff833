//! `allow`: a time-boxed exception, granted by a person.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, ensure};
use hook_runtime::{Console, Ctx};

use crate::exceptions;
use crate::journal;
use crate::load;
use crate::primitive;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The primitive whose rules are lifted
    #[arg(long)]
    primitive: String,
    /// For how long: 10m, 2h
    #[arg(long = "for", value_name = "TIME", value_parser = humantime::parse_duration)]
    duration: Duration,
    /// Why; it stands in the log
    #[arg(long)]
    reason: String,
}

/// The status for an exception that is refused.
const REFUSED: u8 = 1;

pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    // An agent's shell has no terminal, and the host leaves its mark there.
    if !console.is_terminal() || ctx.env("CLAUDECODE").is_some() {
        console
            .error_line("refused: an exception is granted by a person at a terminal of their own");
        return Ok(ExitCode::from(REFUSED));
    }
    let until = grant(ctx, args)?;
    console.line(format!("{} is not governed until {until}", args.primitive));
    Ok(ExitCode::SUCCESS)
}

/// Grants the exception and logs it, the log first.
fn grant(ctx: &Ctx, args: &Args) -> Result<String> {
    let policy = load::policy(ctx)?;
    let reachable = policy
        .as_ref()
        .map(primitive::reachable)
        .unwrap_or_default();
    ensure!(
        reachable.contains(args.primitive.as_str()),
        "{} is no primitive here; there are {}",
        args.primitive,
        reachable.into_iter().collect::<Vec<_>>().join(", ")
    );
    let until = exceptions::until(ctx, args.duration)?;
    journal::record_exception(ctx, &args.primitive, &until, &args.reason)?;
    exceptions::grant(ctx, &args.primitive, &until, &args.reason)?;
    Ok(until)
}
