//! The program of `file-context-hook`.

use std::process::ExitCode;

fn main() -> ExitCode {
    hook_chain::main(file_context_hook::hook())
}
