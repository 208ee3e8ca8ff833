//! `ship`: sends the log of calls and the state of this machine.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use hook_runtime::{Console, Ctx, SYSTEM_CONFIG};
use otlp_export::timer::{Manager, Timer};
use otlp_export::{ExportError, ExportSummary, NAME, Settings, export, machine};

/// Send the log of calls and the state of this machine to an OpenTelemetry receiver
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Write a timer that sends every five minutes
    #[arg(long, conflicts_with = "uninstall_timer")]
    install_timer: bool,
    /// Remove the timer
    #[arg(long)]
    uninstall_timer: bool,
}

/// Exits with 1 if something was not sent or not accepted.
///
/// # Errors
/// If the configuration is invalid, or a file cannot be read or written.
pub(crate) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    if args.install_timer || args.uninstall_timer {
        timer(ctx, args, console)?;
        return Ok(ExitCode::SUCCESS);
    }
    let settings = Settings::load(ctx, Path::new(SYSTEM_CONFIG))?;
    let program = ctx.program();
    let machine = machine(ctx, settings.as_ref(), program.as_deref().and_then(Path::parent))?;
    let Some(settings) = settings.filter(|settings| settings.endpoint.is_some()) else {
        console.line(format!("No receiver yet: set `endpoint` in {}.", configuration(ctx)));
        return Ok(ExitCode::SUCCESS);
    };
    match export(ctx, &settings, &machine) {
        Ok(exported) => {
            summarise(&exported, console);
            Ok(ExitCode::from(u8::from(!exported.problems.is_empty())))
        }
        Err(ExportError::Busy) => {
            console.line("Another run is still sending.");
            Ok(ExitCode::SUCCESS)
        }
        Err(ExportError::NotAccepted(why, exported)) => {
            summarise(&exported, console);
            console.error_line(format!("error: {why}; the next run sends the rest"));
            Ok(ExitCode::FAILURE)
        }
        Err(ExportError::Failed(err)) => Err(err),
    }
}

fn summarise(exported: &ExportSummary, console: &mut Console) {
    let ExportSummary { records, unreadable, is_unfinished, problems } = exported;
    console.line(match records {
        0 => "No new calls.".to_owned(),
        1 => "Sent 1 call.".to_owned(),
        records => format!("Sent {records} calls."),
    });
    if *is_unfinished {
        console.line("The time limit is reached; the next run sends the rest.");
    }
    if *unreadable > 0 {
        console.line(format!("Skipped lines that are not about calls: {unreadable}."));
    }
    for problem in problems {
        console.error_line(format!("warning: {problem}"));
    }
}

fn configuration(ctx: &Ctx) -> String {
    let file = ctx.user_config().map(|folder| folder.join(format!("{NAME}.yaml")));
    file.map_or_else(|| format!("{SYSTEM_CONFIG}/{NAME}.yaml"), |file| file.display().to_string())
}

fn timer(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<()> {
    let program = ctx.program().context("the path of this program is unknown")?;
    let timer = Timer::new(ctx, &program, Manager::of_system())?;
    if args.install_timer {
        for file in timer.install()? {
            console.line(format!("Wrote {}", file.display()));
        }
        console.line(format!("Start the timer: {}", timer.start));
        return Ok(());
    }
    let removed = timer.uninstall()?;
    if removed.is_empty() {
        console.line("No timer yet.");
        return Ok(());
    }
    for file in removed {
        console.line(format!("Removed {}", file.display()));
    }
    console.line(format!("Stop the timer: {}", timer.stop));
    Ok(())
}
