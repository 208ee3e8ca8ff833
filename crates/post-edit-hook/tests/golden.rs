//! The recorded cases of the hook, and every payload once.

use std::process::ExitCode;

fn main() -> ExitCode {
    let hook = post_edit_hook::hook();
    let program = env!("CARGO_BIN_EXE_post-edit-hook");
    golden::main("post-edit-hook", program, move |env, cwd, stdin| {
        hook_runtime::rehearse(&hook, env, cwd, stdin)
    })
}
