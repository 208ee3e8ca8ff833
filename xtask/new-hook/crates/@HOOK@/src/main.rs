//! The program of `@HOOK@`.

use std::process::ExitCode;

fn main() -> ExitCode {
    @CRATE@::hook().main()
}
