//! `policy`: signed policies of an organisation, from the folder in which they are written to the machines that
//! obey them.

mod authoring;
mod installation;
mod status;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result, ensure};
use hook_runtime::{Console, Ctx};
use hook_state::{Links, read_regular};
use signing_keys::VerifyingKey;

pub(crate) use installation::unpack_for_trial;
pub(crate) use status::{ActivePolicy, policy_problems};

use self::installation::Pulled;

/// A bundle has a few configurations, each of at most a mebibyte.
const MAX_BUNDLE: u64 = 16 << 20;

/// The exit code where a bundle is refused, or something is wrong with the active one.
const REFUSED: u8 = 1;

const EMPTY: &str = "No policy yet.";

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Verb {
    /// Write a bundle from a folder with a bundle.yaml and policies
    Build {
        /// The folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// The bundle
        #[arg(long, value_name = "PATH")]
        out: PathBuf,
    },
    /// Sign a bundle
    Sign {
        /// The bundle
        #[arg(value_name = "FILE")]
        bundle: PathBuf,
        /// An Ed25519 private key in PEM
        #[arg(long, value_name = "PEM")]
        key: PathBuf,
    },
    /// Check a bundle; exit code 1 if a machine would refuse it
    Verify {
        /// The bundle
        #[arg(value_name = "FILE")]
        bundle: PathBuf,
        /// The public key that is trusted [default: those of the active policy]
        #[arg(long, value_name = "PEM")]
        key: Option<PathBuf>,
    },
    /// Show what a bundle contains
    Show {
        /// The bundle [default: the active one]
        #[arg(value_name = "FILE")]
        bundle: Option<PathBuf>,
    },
    /// Make a bundle the active one, if it is signed and newer; exit code 1 if it is refused
    Pull {
        /// The bundle
        #[arg(value_name = "FILE")]
        bundle: PathBuf,
        /// The public key to trust, for the first bundle
        #[arg(long, value_name = "PEM")]
        key: Option<PathBuf>,
        /// Use it for everybody on this machine, not only for you
        #[arg(long)]
        system: bool,
        /// Where the file was downloaded from, for messages
        #[arg(long, value_name = "URL", hide = true)]
        origin: Option<String>,
    },
    /// Show the active policy; exit code 1 if something is wrong with it
    Status {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
}

/// Does what a person asks.
///
/// # Errors
/// If a file cannot be read or written, or a bundle makes no sense.
pub(crate) fn policy(ctx: &Ctx, verb: &Verb, console: &mut Console) -> Result<ExitCode> {
    match verb {
        Verb::Build { folder, out } => authoring::build(ctx, folder, out, console),
        Verb::Sign { bundle, key } => authoring::sign(ctx, bundle, key, console),
        Verb::Verify { bundle, key } => installation::verify(ctx, bundle, key.as_deref(), console),
        Verb::Show { bundle } => authoring::show(ctx, bundle.as_deref(), console),
        Verb::Pull { bundle, key, system, origin } => {
            let pulled = Pulled { file: bundle, key: key.as_deref(), origin: origin.as_deref() };
            installation::pull(ctx, &pulled, *system, console)
        }
        Verb::Status { json } => status::status(ctx, *json, console),
    }
}

/// A path as it is meant in the current folder.
pub(crate) fn here(ctx: &Ctx, path: &Path) -> PathBuf {
    ctx.cwd().map_or_else(|| path.to_owned(), |cwd| cwd.join(path))
}

/// The time, and never one before this program: a clock that says so was set back.
fn now(ctx: &Ctx) -> SystemTime {
    ctx.now().max(commit_date(option_env!("SOURCE_DATE_EPOCH")))
}

/// When the source of this program was committed, as `cargo xtask package` says to the compiler; the beginning of time if
/// nobody does.
fn commit_date(seconds: Option<&str>) -> SystemTime {
    let seconds = seconds.and_then(|seconds| seconds.parse().ok()).unwrap_or_default();
    SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
}

fn read(path: &Path) -> Result<String> {
    String::from_utf8(read_bytes(path)?).with_context(|| format!("{} is not UTF-8", path.display()))
}

fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    read_regular(path, Links::Followed, MAX_BUNDLE)
        .with_context(|| format!("could not read {}", path.display()))
}

fn public_key(path: &Path) -> Result<VerifyingKey> {
    signing_keys::public_key(&read(path)?)
        .with_context(|| format!("{} is not an Ed25519 public key in PEM", path.display()))
}

/// Writes a file that is still there after a power failure; the folder is there.
fn write(path: &Path, text: &str) -> Result<()> {
    hook_state::replace_durably(path, text.as_bytes())
        .with_context(|| format!("could not write {}", path.display()))
}

/// Makes a folder with those above it.
fn make_folder(path: &Path) -> Result<()> {
    std::fs::create_dir_all(path).with_context(|| format!("could not make {}", path.display()))?;
    ensure!(path.is_dir(), "{} is not a folder", path.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_not_older_than_its_source() {
        let at = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        for (date, expected) in [(Some("1796000000"), 1_796_000_000), (Some(""), 0), (None, 0)] {
            assert_eq!(commit_date(date), at(expected), "{date:?}");
        }
    }
}
