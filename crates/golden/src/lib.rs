//! Runs a hook program over recorded cases, one test for each file, and sweeps
//! it with every payload that a client was seen to send.
//!
//! This crate plays the *host*. It shares no code with the crates that build our
//! replies: what a host sends and what it accepts ([`host`]) is written down here a
//! second time, from what was observed.
//!
//! A hook uses it from its one test binary, `tests/it/main.rs` with `harness = false`, which
//! holds its other tests too, each named by the function:
//!
//! ```text
//! /// The folder that has `golden`, `payloads` and `sweep`.
//! const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
//!
//! fn main() -> std::process::ExitCode {
//!     let hook = hook_chain::Chain::new([governance_hook::hook()]);
//!     let program = env!("CARGO_BIN_EXE_governance-hook");
//!     let answer =
//!         move |env: &_, cwd: &_, stdin: &_| hook_chain::rehearse(&hook, env, cwd, stdin);
//!     let others = vec![golden::test(page::every_example_does_what_the_page_says)];
//!     golden::main(TESTS.as_ref(), "governance-hook", program, answer, others)
//! }
//! ```
//!
//! `cargo test -p governance-hook --test it` runs it, `... --test it -- deny-a-question` what has
//! these words in its name.
//!
//! Cases start the program. A sweep, which makes some twenty thousand calls of each
//! setup, calls the function, and gives a few hundred of them to the program as well.
//!
//! Trials are named `golden::<case>`, after the files of `tests/golden/<hook>`,
//! `shadow::<case>`, where its events go to the hook in mode `shadow` and nothing may
//! come of them, and `sweep::<client>/<payload>`, after the files of `tests/payloads`. A sweep
//! runs over an empty project, and again as `sweep::<client>/<payload>@<setup>`
//! over each archive of `tests/sweep/<hook>`, whose parts are files. The format of a case is described in
//! `tests/golden/README.md`; `BLESS=1` writes what the program did into the case.
//!
//! For the other tests of a hook, [`place`] is a project in which its program is
//! called, `page` executes its page for people, and `schema` holds the files that
//! people write against their schemas and the program. The feature `pages`, on by default, has both.

mod bless;
mod case;
mod check;
mod clock;
mod environment;
mod event;
mod explain;
mod findings;
pub mod host;
mod in_process;
mod mutation;
#[cfg(feature = "pages")]
pub mod page;
mod parts;
pub mod place;
mod process;
mod program;
mod quarters;
mod sandbox;
#[cfg(feature = "pages")]
pub mod schema;
mod shadow;
mod suite;
mod sweep;
pub mod table;
mod tree;
mod wire;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Output};
use std::time::Duration;

use libtest_mimic::Arguments;

pub use check::check_case;
pub use in_process::InProcess;
pub use libtest_mimic::Trial;
pub use program::under_test;
pub use shadow::check_shadow;
pub use suite::{cases, sweeps, trials};
pub use sweep::{Sent, sweep_payload, sweep_without_payload};

/// A hook program under test.
#[derive(Clone, Debug)]
pub struct Hook {
    /// Its name.
    pub name: String,
    /// The names that may begin a line on its stderr.
    pub speakers: Vec<String>,
    /// Where the program is.
    pub program: PathBuf,
    /// The hook without its program, for sweeps.
    pub in_process: Option<InProcess>,
    /// Whether it has the command `explain`, which says why it is silent.
    pub explains: bool,
    /// How long one run of a case may take. A run of a sweep may take half of it.
    pub limit: Duration,
}

impl Hook {
    /// A hook without commands, each run of which is a process. The limit only catches a hang.
    pub fn new(name: &str, program: &Path) -> Self {
        Self {
            name: name.to_owned(),
            speakers: vec![name.to_owned()],
            program: program.to_owned(),
            in_process: None,
            explains: false,
            limit: Duration::from_secs(100),
        }
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

/// The `main` of a hook's `tests/it/main.rs`: runs every trial that the arguments
/// of the test runner ask for. `tests` is the folder that has `golden`, `payloads` and `sweep`.
/// `answer` is the hook without its process: environment, folder and stdin in, and out what
/// its process would have written. `others` are the other tests of the hook, each made by
/// [`test`](fn@test), so that one binary holds them all.
pub fn main(
    tests: &Path,
    hook: &str,
    program: &str,
    answer: impl Fn(&BTreeMap<String, String>, &Path, &[u8]) -> Output + Send + Sync + 'static,
    others: Vec<Trial>,
) -> ExitCode {
    main_with(hook, |mode| {
        let in_process = Some(InProcess::new(answer));
        let program = under_test(Path::new(program));
        let hook = Hook { in_process, explains: true, ..Hook::new(hook, &program) };
        let mut trials = trials(&hook, tests, mode)?;
        trials.extend(others);
        Ok(trials)
    })
}

/// The same for a program that is not one hook: `trials` makes them.
#[expect(clippy::print_stderr, reason = "the test runner has no other voice")]
pub fn main_with(name: &str, trials: impl FnOnce(Mode) -> anyhow::Result<Vec<Trial>>) -> ExitCode {
    let run = || {
        let arguments = Arguments::from_args();
        Ok(libtest_mimic::run(&arguments, trials(mode())?).exit_code())
    };
    let ended = if host_stand_in::is_in_a_hook() { run() } else { quarters::run_again() };
    ended.unwrap_or_else(|err| {
        eprintln!("{name}: {err:#}");
        ExitCode::FAILURE
    })
}

/// A test function as a trial that is named by its path: `list::the_newest_ten_are_told`.
/// It has no attribute `#[test]`, which would take it out of a binary without the
/// harness of the compiler; one that is forgotten in the list is dead code.
pub fn test<F: FnOnce() + Send + 'static>(run: F) -> Trial {
    let path = std::any::type_name::<F>();
    let name = path.split_once("::").map_or(path, |(_, name)| name);
    Trial::test(name.to_owned(), move || {
        run();
        Ok(())
    })
}

#[expect(clippy::disallowed_methods, reason = "a switch for the person who runs the tests")]
fn mode() -> Mode {
    let is_set = std::env::var_os("BLESS").is_some_and(|value| !value.is_empty() && value != "0");
    if is_set { Mode::Bless } else { Mode::Check }
}
