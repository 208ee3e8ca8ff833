//! The hook as a host and a person see it: its recorded cases, every payload, its page and its
//! schema.
#![cfg(test)]

mod linters;
mod page;

use std::process::ExitCode;

use golden::test;

/// The cases, payloads and setups of all hooks.
const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests");

fn main() -> ExitCode {
    let hook = hook_chain::Chain::new([post_edit_hook::hook()]);
    let program = env!("CARGO_BIN_EXE_post-edit-hook");
    let answer = move |env: &_, cwd: &_, stdin: &_| hook_chain::rehearse(&hook, env, cwd, stdin);
    let others = vec![
        test(page::the_page_says_what_is),
        test(page::the_schema_and_the_program_agree),
        test(linters::the_table_of_linters_is_what_was_run),
    ];
    golden::main(TESTS.as_ref(), "post-edit-hook", program, answer, others)
}
