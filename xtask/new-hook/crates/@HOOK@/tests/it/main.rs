//! The hook as a host and a person see it: its recorded cases, every payload once, and its page.
#![cfg(test)]

mod page;

use std::process::ExitCode;

use golden::test;

fn main() -> ExitCode {
    let hook = hook_chain::Chain::new([@CRATE@::hook()]);
    let program = env!("CARGO_BIN_EXE_@HOOK@");
    let answer = move |env: &_, cwd: &_, stdin: &_| hook_chain::rehearse(&hook, env, cwd, stdin);
    let others = vec![test(page::the_page_says_what_is), test(page::the_configuration_is_strict)];
    golden::main("@HOOK@", program, answer, others)
}
