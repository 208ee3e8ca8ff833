//! The hook as a host and a person see it: its recorded cases, every payload, its page and its
//! schema.
#![cfg(test)]

mod page;

use std::process::ExitCode;

use golden::test;

fn main() -> ExitCode {
    let hook = hook_chain::Chain::new([post_edit_hook::hook()]);
    let program = env!("CARGO_BIN_EXE_post-edit-hook");
    let answer = move |env: &_, cwd: &_, stdin: &_| hook_chain::rehearse(&hook, env, cwd, stdin);
    let others = vec![
        test(page::every_example_does_what_the_page_says),
        test(page::every_key_stands_in_the_reference),
        test(page::the_schema_and_the_program_agree),
        test(page::every_tool_stands_on_the_page),
        test(page::the_failure_table_and_the_tests_are_the_same),
    ];
    golden::main("post-edit-hook", program, answer, others)
}
