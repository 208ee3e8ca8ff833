//! The recorded cases of the hook, and every payload once.

use std::process::ExitCode;

fn main() -> ExitCode {
    golden::main("agent-trace-hook", env!("CARGO_BIN_EXE_agent-trace-hook"))
}
