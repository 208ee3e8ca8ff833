//! `serve`: a listener for the sink `unix_socket`.

mod fan_out;
mod listener;

use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use hook_runtime::Console;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::low_level::pipe;

use listener::Listener;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Where to listen: the `unix_socket` of the configuration
    #[arg(long, value_name = "PATH")]
    socket: PathBuf,
}

/// Serves until it is told to end, by SIGINT, SIGTERM or SIGHUP.
///
/// # Errors
/// If it cannot listen there.
pub(super) fn run(args: &Args, console: &mut Console) -> Result<ExitCode> {
    let (stop, sender) = UnixStream::pair().context("could not make a pair of sockets")?;
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        pipe::register(signal, sender.try_clone()?).context("could not watch for signals")?;
    }
    let listener = Listener::bind(&args.socket)?;
    console.line(format!("listening on {}", args.socket.display()));
    // Whoever started it may have no interest in that.
    let _unread = console.flush();
    fan_out::serve(listener.socket(), &stop).context("could not serve")?;
    Ok(ExitCode::SUCCESS)
}
