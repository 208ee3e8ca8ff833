//! `tacklebox run` with every hook, as a program without arguments: the test harness starts
//! programs so.

use std::process::ExitCode;

fn main() -> ExitCode {
    hook_chain::answer(&tacklebox::all())
}
