//! The program of `intent-gate-hook`.

use std::process::ExitCode;

fn main() -> ExitCode {
    hook_chain::main(intent_gate_hook::hook())
}
