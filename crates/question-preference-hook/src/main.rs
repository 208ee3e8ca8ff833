//! The program of `question-preference-hook`.

use std::process::ExitCode;

fn main() -> ExitCode {
    hook_chain::main(question_preference_hook::hook())
}
