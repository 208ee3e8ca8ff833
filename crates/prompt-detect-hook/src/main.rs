//! The program of `prompt-detect-hook`.

use std::process::ExitCode;

fn main() -> ExitCode {
    prompt_detect_hook::hook().main()
}
