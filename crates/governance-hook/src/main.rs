//! The program of `governance-hook`.

use std::process::ExitCode;

fn main() -> ExitCode {
    hook_chain::main(governance_hook::hook())
}
