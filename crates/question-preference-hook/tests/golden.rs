//! The recorded cases of the hook, and every payload once.

use std::process::ExitCode;

fn main() -> ExitCode {
    let hook = question_preference_hook::hook();
    let program = env!("CARGO_BIN_EXE_question-preference-hook");
    golden::main("question-preference-hook", program, move |env, cwd, stdin| {
        hook_runtime::rehearse(&hook, env, cwd, stdin)
    })
}
