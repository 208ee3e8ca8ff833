//! The program of `subagent-start-hook`.

use std::process::ExitCode;

fn main() -> ExitCode {
    hook_chain::main(subagent_start_hook::hook())
}
