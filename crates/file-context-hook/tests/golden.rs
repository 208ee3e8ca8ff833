//! The recorded cases of the hook, and every payload once.

use std::process::ExitCode;

fn main() -> ExitCode {
    let hook = file_context_hook::hook();
    let program = env!("CARGO_BIN_EXE_file-context-hook");
    golden::main("file-context-hook", program, move |env, cwd, stdin| {
        hook_runtime::rehearse(&hook, env, cwd, stdin)
    })
}
