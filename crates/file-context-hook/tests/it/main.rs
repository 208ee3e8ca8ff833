//! The hook as a host and a person see it: its recorded cases, every payload, its page and its
//! schema, and stores that no case can hold.
#![cfg(test)]

mod page;
mod processes;
mod schema;
mod tools;

use std::process::ExitCode;

use golden::test;

/// The cases, payloads and setups of all hooks.
const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests");

fn main() -> ExitCode {
    let hook = hook_chain::Chain::new([file_context_hook::hook()]);
    let program = env!("CARGO_BIN_EXE_file-context-hook");
    let answer = move |env: &_, cwd: &_, stdin: &_| hook_chain::rehearse(&hook, env, cwd, stdin);
    let others = vec![
        test(page::the_page_says_what_is),
        test(page::every_field_of_an_export_stands_on_the_page),
        test(processes::past_sessions_are_imported_where_the_host_keeps_them),
        test(processes::a_read_is_not_slowed_by_a_locked_store),
        test(processes::what_is_prepared_is_told_without_the_database),
        test(processes::of_calls_at_once_one_is_told),
        test(processes::of_calls_at_once_each_is_recorded),
        test(processes::an_index_that_is_not_right_changes_no_answer),
        test(processes::what_cannot_be_kept_as_told_is_not_told),
        test(schema::program_and_schema_take_the_same_configurations),
        test(schema::every_key_is_described),
        test(tools::a_lock_is_told_from_damage),
    ];
    golden::main(TESTS.as_ref(), "file-context-hook", program, answer, others)
}
