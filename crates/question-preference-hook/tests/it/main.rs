//! The hook as a host and a person see it: its recorded cases, every payload, its page with its
//! decision table, and its schemas.
#![cfg(test)]

mod decision_table;
mod page;
mod schema;
mod unseen;

use std::process::ExitCode;

use golden::test;

/// The cases, payloads and setups of all hooks.
const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests");

fn main() -> ExitCode {
    let hook = hook_chain::Chain::new([question_preference_hook::hook()]);
    let program = env!("CARGO_BIN_EXE_question-preference-hook");
    let answer = move |env: &_, cwd: &_, stdin: &_| hook_chain::rehearse(&hook, env, cwd, stdin);
    let others = vec![
        test(decision_table::every_row_is_decided_as_it_says),
        test(page::the_page_says_what_is),
        test(page::every_field_of_the_log_stands_on_the_page),
        test(schema::program_and_schema_take_the_same_registries),
        test(schema::program_and_schema_take_the_same_preferences),
        test(schema::every_key_is_described),
        test(unseen::the_registry_decides_doors),
        test(unseen::what_nobody_has_seen_is_asked),
    ];
    golden::main(TESTS.as_ref(), "question-preference-hook", program, answer, others)
}
