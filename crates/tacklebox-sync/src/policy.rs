//! `policy pull`: downloads a bundle. `tacklebox policy pull` alone decides whether this machine takes it.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use hook_runtime::{Ctx, SYSTEM_CONFIG};
use hook_state::replace;
use otlp_export::{Settings, download, is_private};

/// No bundle is larger.
const MAX_BUNDLE: u64 = 16 << 20;

/// How long a download may take.
const MAX_TIME: Duration = Duration::from_secs(30);

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Verb {
    /// Make a bundle the active one, if it is signed and newer; exit code 1 if it is refused
    Pull {
        /// The bundle: an address that begins with https://, or a file
        #[arg(value_name = "URL|FILE")]
        bundle: String,
        /// The public key to trust, for the first bundle
        #[arg(long, value_name = "PEM")]
        key: Option<PathBuf>,
        /// Use it for everybody on this machine, not only for you
        #[arg(long)]
        system: bool,
    },
}

/// Exits as `tacklebox policy pull` does, and with 1 if there is nothing to pull.
///
/// # Errors
/// If the address or `sync.yaml` is invalid, or `tacklebox` cannot be started.
pub(crate) fn run(ctx: &Ctx, verb: &Verb) -> Result<ExitCode> {
    let Verb::Pull { bundle, key, system } = verb;
    let mut pull = tacklebox(ctx)?;
    pull.args(["policy", "pull"]);
    if let Some(key) = key {
        pull.arg("--key").arg(key);
    }
    if *system {
        pull.arg("--system");
    }
    let folder = tempfile::tempdir().context("could not make a temporary folder")?;
    if bundle.contains("://") {
        // What follows may be a secret by which the server knows whom to serve.
        let origin = bundle.split(['?', '#']).next().unwrap_or_default();
        ensure!(!origin.contains('@'), "the address names a user; the server has to do without");
        ensure!(is_private(bundle), "{origin}: expected an address that begins with https://");
        let settings = Settings::load(ctx, Path::new(SYSTEM_CONFIG))?;
        let text = match download(bundle, settings.as_ref(), MAX_BUNDLE, MAX_TIME) {
            Ok(text) => text,
            Err(err) => {
                let told = format!("error: could not download {origin}: {err:#}");
                let _no_stderr = writeln!(io::stderr(), "{told}; the active policy stays");
                return Ok(ExitCode::FAILURE);
            }
        };
        let file = folder.path().join("policy.tbx");
        replace(&file, &text).with_context(|| format!("could not write {}", file.display()))?;
        pull.args(["--origin", origin]).arg(file);
    } else {
        pull.arg(bundle);
    }
    let status = pull.status().context("could not start tacklebox")?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// `tacklebox` beside this program.
fn tacklebox(ctx: &Ctx) -> Result<Command> {
    let program = ctx.program().context("the path of this program is unknown")?;
    let tacklebox = program.with_file_name(format!("tacklebox{}", std::env::consts::EXE_SUFFIX));
    ensure!(tacklebox.is_file(), "there is no {}", tacklebox.display());
    Ok(Command::new(tacklebox))
}
