//! Replaces this program by another, on systems where the standard library started it.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

/// Becomes `program`, with exactly these arguments, the name among them, and these variables. Returns only if that
/// fails.
pub fn exec(
    program: &OsStr,
    args: impl IntoIterator<Item = OsString>,
    variables: impl IntoIterator<Item = (OsString, OsString)>,
) -> io::Error {
    let mut args = args.into_iter();
    let name = args.next().unwrap_or_else(|| program.to_owned());
    Command::new(program).arg0(name).args(args).env_clear().envs(variables).exec()
}
