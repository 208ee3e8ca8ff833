//! The recorded cases of the hook, and every payload once.

use std::process::ExitCode;

fn main() -> ExitCode {
    golden::main("question-preference-hook", env!("CARGO_BIN_EXE_question-preference-hook"))
}
