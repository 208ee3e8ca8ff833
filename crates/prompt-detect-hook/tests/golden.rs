//! The recorded cases of the hook, and every payload once.

use std::process::ExitCode;

fn main() -> ExitCode {
    let hook = prompt_detect_hook::hook();
    let program = env!("CARGO_BIN_EXE_prompt-detect-hook");
    golden::main("prompt-detect-hook", program, move |env, cwd, stdin| {
        hook_runtime::rehearse(&hook, env, cwd, stdin)
    })
}
