//! The recorded cases of the hook, and every payload once.

use std::process::ExitCode;

fn main() -> ExitCode {
    let hook = @CRATE@::hook();
    let program = env!("CARGO_BIN_EXE_@HOOK@");
    golden::main("@HOOK@", program, move |env, cwd, stdin| {
        hook_runtime::rehearse(&hook, env, cwd, stdin)
    })
}
