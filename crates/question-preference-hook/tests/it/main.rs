//! The hook as a host and a person see it: its recorded cases, every payload, its page with its
//! decision table, and its schemas.
#![cfg(test)]

mod decision_table;
mod page;
mod schema;

use std::process::ExitCode;

use golden::test;

fn main() -> ExitCode {
    let hook = hook_chain::Chain::new([question_preference_hook::hook()]);
    let program = env!("CARGO_BIN_EXE_question-preference-hook");
    let answer = move |env: &_, cwd: &_, stdin: &_| hook_chain::rehearse(&hook, env, cwd, stdin);
    let others = vec![
        test(decision_table::every_row_is_decided_as_it_says),
        test(page::the_page_says_what_is),
        test(page::every_field_of_the_log_stands_on_the_page),
        test(page::every_example_of_the_word_list_counts_as_the_page_says),
        test(schema::program_and_schema_take_the_same_registries),
        test(schema::program_and_schema_take_the_same_preferences),
        test(schema::every_key_is_described),
    ];
    golden::main("question-preference-hook", program, answer, others)
}
