//! `run`: the command of a host's settings.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use crate::{NAME, chosen};

/// The names of hooks among the arguments of `run`, where nothing but these and `--async`
/// stands there.
pub(crate) fn names(args: &[OsString]) -> Option<Vec<String>> {
    let args = args.iter().filter(|arg| *arg != "--async");
    let names: Vec<String> =
        args.map(|arg| arg.to_str().map(str::to_owned)).collect::<Option<_>>()?;
    let are_names = !names.is_empty() && names.iter().all(|name| !name.starts_with('-'));
    are_names.then_some(names)
}

/// Answers the event on stdin. A name that is unknown is said on stderr, and the others
/// answer all the same: a session must not be worse off for it.
pub(crate) fn run(names: &[String]) -> ExitCode {
    let chain = chosen(names, |name| {
        let known = format!("{NAME}: there is no hook {name:?} in this program\n");
        let _unheard = std::io::stderr().write_all(known.as_bytes());
    });
    hook_chain::answer(&chain)
}
