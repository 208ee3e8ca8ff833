//! The program of `@HOOK@`.

use std::process::ExitCode;

fn main() -> ExitCode {
    hook_chain::main(@CRATE@::hook())
}
