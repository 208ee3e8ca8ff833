//! The hook as a host and a person see it: its recorded cases, every payload, its page and its
//! schema, programs that are started and not waited for, and tools that
//! go on while hooks run.
#![cfg(test)]

mod ground;
mod log;
mod page;
mod processes;
mod schema;
mod sinks;
mod wait;

use std::process::ExitCode;

use golden::{Trial, test};

/// The cases, payloads and setups of all hooks.
const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests");

fn main() -> ExitCode {
    let hook = hook_chain::Chain::new([prompt_detect_hook::hook()]);
    let program = env!("CARGO_BIN_EXE_prompt-detect-hook");
    let answer = move |env: &_, cwd: &_, stdin: &_| hook_chain::rehearse(&hook, env, cwd, stdin);
    let mut others = vec![
        test(page::the_page_says_what_is),
        test(processes::hooks_that_run_at_once_lose_nothing),
        test(processes::a_question_that_is_told_before_it_is_asked_stays_closed),
        test(processes::sessions_of_a_project_share_the_numbers_and_nothing_else),
        test(processes::of_questions_of_any_size_so_much_is_kept_that_the_file_can_be_read),
        test(processes::a_plan_of_a_megabyte_is_kept_in_part),
        test(processes::names_of_any_length_leave_a_file_that_can_be_read),
        test(schema::program_and_schema_take_the_same_configurations),
        test(schema::every_key_is_described),
    ];
    others.extend(watching());
    golden::main(TESTS.as_ref(), "prompt-detect-hook", program, answer, others)
}

/// The tests of those who watch a session.
fn watching() -> Vec<Trial> {
    vec![
        test(sinks::a_command_is_told_of_what_waits_for_a_person),
        test(sinks::a_command_is_for_what_escalates),
        test(sinks::a_command_that_hangs_and_reads_nothing_holds_nobody),
        test(sinks::a_command_that_is_not_there_is_an_error_line),
        test(sinks::a_command_gets_its_arguments_as_they_are_and_no_secret),
        test(sinks::a_program_of_the_project_is_found_from_its_root),
        test(sinks::sixteen_hooks_at_once_call_once),
        test(sinks::without_a_limit_each_calls),
        test(sinks::quiet_hours_keep_from_disturbing_and_from_nothing_else),
        test(sinks::an_answer_within_the_delay_disturbs_nobody),
        test(sinks::what_fails_after_the_delay_is_an_error_line),
        test(sinks::with_a_delay_the_terminal_makes_no_noise),
        test(sinks::the_terminal_shows_the_prompt_and_then_its_end),
        test(sinks::a_sequence_for_the_terminal_is_short_enough_whatever_is_asked),
        test(sinks::the_notifier_is_given_the_words_as_words),
        test(sinks::no_notifier_is_no_error),
        test(log::what_happens_is_shown_as_it_happens),
        test(log::a_reader_that_goes_away_is_no_error),
        test(wait::what_is_so_already_is_not_waited_for),
        test(wait::a_session_is_known_by_the_beginning_of_its_id),
        test(wait::what_does_not_happen_is_not_waited_for_longer_than_told),
        test(wait::all_sessions_have_to_be_over_for_it_to_be_over),
        test(wait::it_is_woken_when_it_is_so),
        test(wait::what_cannot_be_meant_is_refused),
        test(wait::a_prompt_becomes_too_old_while_it_is_waited_for),
    ]
}
