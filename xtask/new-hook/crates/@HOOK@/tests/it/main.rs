//! The hook as a host and a person see it: its recorded cases, and every payload once.
#![cfg(test)]

use std::process::ExitCode;

fn main() -> ExitCode {
    let hook = hook_chain::Chain::new([@CRATE@::hook()]);
    let program = env!("CARGO_BIN_EXE_@HOOK@");
    let answer = move |env: &_, cwd: &_, stdin: &_| hook_chain::rehearse(&hook, env, cwd, stdin);
    golden::main("@HOOK@", program, answer, Vec::new())
}
