//! The program of `question-preference-hook`.

use std::process::ExitCode;

fn main() -> ExitCode {
    question_preference_hook::hook().main()
}
