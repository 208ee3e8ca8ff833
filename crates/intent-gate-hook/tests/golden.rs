//! The recorded cases of the hook, and every payload once.

use std::process::ExitCode;

fn main() -> ExitCode {
    let hook = intent_gate_hook::hook();
    let program = env!("CARGO_BIN_EXE_intent-gate-hook");
    golden::main("intent-gate-hook", program, move |env, cwd, stdin| {
        hook_runtime::rehearse(&hook, env, cwd, stdin)
    })
}
