//! The hook as a host and a person see it: its recorded cases, every payload, its page and its
//! schema, and failures that no case can hold.
#![cfg(test)]

mod failures;
mod page;
mod schema;

use std::process::ExitCode;

use golden::test;

/// The cases, payloads and setups of all hooks.
const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests");

fn main() -> ExitCode {
    let hook = hook_chain::Chain::new([governance_hook::hook()]);
    let program = env!("CARGO_BIN_EXE_governance-hook");
    let answer = move |env: &_, cwd: &_, stdin: &_| hook_chain::rehearse(&hook, env, cwd, stdin);
    let others = vec![
        test(failures::a_configuration_of_more_than_a_mebibyte_is_not_used),
        test(failures::a_call_is_denied_where_no_file_can_grow),
        test(failures::a_state_command_cannot_use_up_the_time_of_the_host),
        test(failures::a_pipe_in_place_of_a_file_does_not_hold_up_a_call),
        test(failures::a_call_with_100_000_paths_is_judged),
        test(page::the_page_says_what_is),
        test(schema::program_and_schema_take_the_same_documents),
        test(schema::every_key_is_described),
    ];
    golden::main(TESTS.as_ref(), "governance-hook", program, answer, others)
}
