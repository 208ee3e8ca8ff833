//! The program of `prompt-detect-hook`.

use std::process::ExitCode;

fn main() -> ExitCode {
    hook_chain::main(prompt_detect_hook::hook())
}
