//! The recorded cases of the hook, and every payload once.

use std::process::ExitCode;

fn main() -> ExitCode {
    let hook = subagent_start_hook::hook();
    let program = env!("CARGO_BIN_EXE_subagent-start-hook");
    golden::main("subagent-start-hook", program, move |env, cwd, stdin| {
        hook_runtime::rehearse(&hook, env, cwd, stdin)
    })
}
