//! `run`: the command of a host's settings.
//!
//! Whatever is wrong with the arguments, a call ends with status 0: a host takes 2, the status
//! of a wrong call, for a denial.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use hook_protocol::Host;
use hook_runtime::Ctx;

use crate::{NAME, chosen, settings};

/// What marks an entry that the host does not wait for. It changes nothing here.
const ASYNC: &str = "--async";

/// What stands before the host that calls.
const HOST: &str = "--host";

/// Answers the event on stdin with the hooks that are named. A name that is unknown is said
/// on stderr, and the others answer all the same: a session must not be worse off for it.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    let mut words = args.iter().filter(|arg| *arg != ASYNC).map(|arg| arg.to_string_lossy());
    let (mut host, mut names) = (None, Vec::new());
    while let Some(word) = words.next() {
        if word == HOST {
            let key = words.next().unwrap_or_default();
            host = Host::of_key(&key);
            if host.is_none() {
                complain(&format!("there is no host {key:?}; the answer grants nothing"));
            }
        } else {
            names.push(word.into_owned());
        }
    }
    if names.is_empty() {
        complain("no hooks named; try `tacklebox status` or `tacklebox --help`");
    }
    answer(&names, host)
}

/// Answers it with the hooks that the entries of `tacklebox run` in the settings name: the
/// client that calls has passed no arguments on.
pub(crate) fn without_arguments() -> ExitCode {
    let ctx = Ctx::of_process(NAME);
    let names: Vec<String> = settings::run_together(&ctx).into_iter().collect();
    if names.is_empty() && ctx.env("CLAUDE_PROJECT_DIR").is_some() {
        complain("the settings name no hooks; try `tacklebox doctor`");
    }
    answer(&names, None)
}

fn answer(names: &[String], host: Option<Host>) -> ExitCode {
    let chain =
        chosen(names, |name| complain(&format!("there is no hook {name:?} in this program")));
    hook_chain::answer(&chain.of_host(host))
}

fn complain(words: &str) {
    let _unheard = writeln!(std::io::stderr(), "{NAME}: {words}");
}
