//! The program of `governance-hook`.

use std::process::ExitCode;

fn main() -> ExitCode {
    governance_hook::hook().main()
}
