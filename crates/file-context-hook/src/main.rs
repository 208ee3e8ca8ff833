//! The program of `file-context-hook`.

use std::process::ExitCode;

fn main() -> ExitCode {
    file_context_hook::hook().main()
}
