//! Shows how far a build is from the first second: on a terminal cargo's own progress bar, in a log a
//! line every few seconds.

use std::io::{self, BufRead as _, BufReader, IsTerminal as _};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};

use crate::output;

/// The time between two lines in a log.
const PAUSE: Duration = Duration::from_secs(5);

/// Runs a build of `what`.
///
/// # Errors
/// When it fails.
pub(crate) fn run(cargo: &mut Command, what: &str) -> anyhow::Result<()> {
    let failed = || format!("could not build {what}");
    if io::stderr().is_terminal() {
        let status = cargo.status().context("could not start cargo")?;
        ensure!(status.success(), failed());
        return Ok(());
    }
    cargo.env("CARGO_TERM_PROGRESS_WHEN", "always").env("CARGO_TERM_PROGRESS_WIDTH", "160");
    cargo.env("CARGO_TERM_COLOR", "never").stderr(Stdio::piped());
    let mut child = cargo.spawn().context("could not start cargo")?;
    let mut shown: Option<Instant> = None;
    for line in BufReader::new(child.stderr.take().context("cargo has no stderr")?).split(b'\n') {
        let line = line?;
        for line in String::from_utf8_lossy(&line).split('\r') {
            if let Some(step) = step(line) {
                if shown.is_none_or(|shown| shown.elapsed() >= PAUSE) {
                    output::error_line(format_args!("building {what}: {step}"));
                    shown = Some(Instant::now());
                }
            } else if is_told(line) {
                output::error_line(line.trim_end());
            }
        }
    }
    ensure!(child.wait()?.success(), failed());
    Ok(())
}

/// `12 of 245, syn` from a progress bar such as `Building [=>   ] 12/245: syn, serde`.
fn step(line: &str) -> Option<String> {
    let (_, rest) = line.trim_start().strip_prefix("Building [")?.split_once("] ")?;
    let (count, crates) = rest.split_once(':').unwrap_or((rest, ""));
    let (done, all) = count.trim().split_once('/')?;
    let first = crates.split(',').next().unwrap_or_default().trim();
    let first = if first.is_empty() { String::new() } else { format!(", {first}") };
    Some(format!("{done} of {all}{first}"))
}

/// Whether a line is more than progress.
fn is_told(line: &str) -> bool {
    const PROGRESS: [&str; 7] = [
        "Compiling ",
        "Finished ",
        "Building [",
        "Downloading ",
        "Downloaded ",
        "Fresh ",
        "Blocking ",
    ];
    let line = line.trim_start();
    !line.is_empty() && !PROGRESS.iter().any(|begin| line.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_progress_bar_says_how_far_the_build_is() {
        for (line, expected) in [
            ("    Building [==>      ] 12/245: syn, serde    ", Some("12 of 245, syn")),
            ("    Building [=========] 245/245", Some("245 of 245")),
            ("   Compiling syn v3.0.9", None),
            ("error: no", None),
        ] {
            assert_eq!(step(line).as_deref(), expected, "{line}");
        }
        assert!(is_told("error: no") && !is_told("   Compiling syn v3.0.9") && !is_told(""));
    }
}
