//! The recorded cases of the hook, and every payload once.

use std::process::ExitCode;

fn main() -> ExitCode {
    let hook = governance_hook::hook();
    let program = env!("CARGO_BIN_EXE_governance-hook");
    golden::main("governance-hook", program, move |env, cwd, stdin| {
        hook_runtime::rehearse(&hook, env, cwd, stdin)
    })
}
