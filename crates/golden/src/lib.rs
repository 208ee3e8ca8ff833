//! Runs a hook program over recorded cases, one named test a folder, and sweeps
//! it with every payload that a client was seen to send.
//!
//! This crate plays the *host*. It shares no code with the crates that build our
//! replies: what a host sends, what it accepts ([`host`]) and what it puts into
//! the environment is written down here a second time, from what was observed.
//!
//! A hook uses it from one file, `tests/golden.rs`, with `harness = false`:
//!
//! ```text
//! fn main() -> std::process::ExitCode {
//!     golden::main("governance-hook", env!("CARGO_BIN_EXE_governance-hook"))
//! }
//! ```
//!
//! Trials are named `golden::<case>`, after the folders of `tests/golden/<hook>`,
//! and `sweep::<client>/<payload>`, after the files of `tests/payloads`. A sweep
//! runs over an empty project, and again as `sweep::<client>/<payload>@<setup>`
//! over each tree of `tests/sweep/<hook>`. The format of a case is described in
//! `tests/golden/README.md`; `BLESS=1` writes what the program did into the case.
//!
//! For the other tests of a hook, [`place`] is a project in which its program is
//! called, and [`page`] executes its page for people.

mod bless;
mod case;
mod check;
mod environment;
mod findings;
pub mod host;
mod mutation;
pub mod page;
pub mod place;
mod placeholders;
mod process;
mod sandbox;
mod suite;
mod sweep;
mod tree;
mod wire;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use libtest_mimic::Arguments;

pub use check::check_case;
pub use suite::trials;
pub use sweep::{sweep_payload, sweep_without_payload};

/// A hook program under test.
#[derive(Clone, Debug)]
pub struct Hook {
    /// The name that begins each line it writes to stderr.
    pub name: String,
    /// Where the program is.
    pub program: PathBuf,
    /// How long one run of a case may take. A run of a sweep may take half of it.
    pub limit: Duration,
}

impl Hook {
    /// A hook whose runs may take ten seconds.
    pub fn new(name: &str, program: &Path) -> Self {
        Self { name: name.to_owned(), program: program.to_owned(), limit: Duration::from_secs(10) }
    }
}

/// What to do where a run differs from what its case expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Fail and show the difference.
    Check,
    /// Write what happened into the case, and say so.
    Bless,
}

/// The `main` of a hook's `tests/golden.rs`: runs every trial that the arguments
/// of the test runner ask for.
#[expect(clippy::print_stderr, reason = "the test runner has no other voice")]
pub fn main(hook: &str, program: &str) -> ExitCode {
    let arguments = Arguments::from_args();
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    match trials(&Hook::new(hook, Path::new(program)), &tests, mode()) {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
        Err(err) => {
            eprintln!("{hook}: {err:#}");
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "a switch for the person who runs the tests")]
fn mode() -> Mode {
    match std::env::var_os("BLESS") {
        Some(value) if !value.is_empty() && value != "0" => Mode::Bless,
        _ => Mode::Check,
    }
}
