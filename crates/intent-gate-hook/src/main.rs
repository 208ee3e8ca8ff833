//! The program of `intent-gate-hook`.

use std::process::ExitCode;

fn main() -> ExitCode {
    intent_gate_hook::hook().main()
}
