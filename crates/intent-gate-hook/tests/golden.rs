//! The recorded cases of the hook, and every payload once.

use std::process::ExitCode;

fn main() -> ExitCode {
    golden::main("intent-gate-hook", env!("CARGO_BIN_EXE_intent-gate-hook"))
}
