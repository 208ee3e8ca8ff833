//! The recorded cases of the hook, and every payload once.

use std::process::ExitCode;

fn main() -> ExitCode {
    golden::main("file-context-hook", env!("CARGO_BIN_EXE_file-context-hook"))
}
