//! The program of `subagent-start-hook`.

use std::process::ExitCode;

fn main() -> ExitCode {
    subagent_start_hook::hook().main()
}
