//! The recorded cases of the hook, and every payload once.

use std::process::ExitCode;

fn main() -> ExitCode {
    golden::main("subagent-start-hook", env!("CARGO_BIN_EXE_subagent-start-hook"))
}
